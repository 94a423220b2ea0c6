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

type Caught = { readonly text: string; readonly caughtAtMs: number };

/** The newest mail or text message that came after a moment and says something; an earlier one may still lie there. */
export async function readMessage(listUrl: string, afterMs: number, wanted: RegExp): Promise<string> {
  for (let waited = 0; waited < 150; waited++) {
    const messages = (await (await fetch(listUrl)).json()) as Caught[]; // The catchers' own form.
    const found = messages.find(({ caughtAtMs, text }) => caughtAtMs >= afterMs && wanted.test(text));
    if (found !== undefined) return found.text;
    await pause(100);
  }
  throw new Error(`nothing like ${wanted} came to ${listUrl}`);
}

const CODE = /\b(\d{6})\b/;

export const mailsTo = (mailsUrl: string, account: string) => `${mailsUrl}/mails?to=${encodeURIComponent(account)}`;
export const textsTo = (smsUrl: string, number: string) => `${smsUrl}/messages?to=${encodeURIComponent(number)}`;

/** The code of a message that came after a moment. */
export async function readNewCode(listUrl: string, afterMs: number): Promise<string> {
  return CODE.exec(await readMessage(listUrl, afterMs, CODE))?.[1] ?? '';
}
