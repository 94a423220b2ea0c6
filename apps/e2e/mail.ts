import { setTimeout as pause } from 'node:timers/promises';

/** Reads the code from the mail that was really sent, as a person would. */
export async function readMailedCode(mailsUrl: string, account: string): Promise<string> {
  for (let waited = 0; waited < 150; waited++) {
    const text = await (await fetch(`${mailsUrl}/mails?to=${encodeURIComponent(account)}`)).text();
    const code = /\b(\d{6})\b/.exec(text)?.[1];
    if (code !== undefined) return code;
    await pause(100);
  }
  throw new Error(`no code was mailed to ${account}`);
}
