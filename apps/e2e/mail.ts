import { setTimeout as pause } from 'node:timers/promises';

const MESSAGE_MS_MAX = 60_000;

/** Polls until there is a result, because a busy machine delivers late. */
async function insist<Value>(read: () => Promise<Value | undefined>, missing: string): Promise<Value> {
  for (const deadlineMs = Date.now() + MESSAGE_MS_MAX; Date.now() < deadlineMs; await pause(100)) {
    const found = await read();
    if (found !== undefined) return found;
  }
  throw new Error(missing);
}

/** Reads the code from the mail that was actually sent. */
export const readMailedCode = (mailsUrl: string, account: string): Promise<string> =>
  readNewCode(mailsTo(mailsUrl, account), 0);

type Caught = { readonly text: string; readonly caughtAtMs: number };

/**
 * Returns the newest mail or text message that arrived after `afterMs` and matches; an earlier one may still be listed.
 */
export const readMessage = (listUrl: string, afterMs: number, wanted: RegExp): Promise<string> =>
  insist(async () => {
    const messages = (await (await fetch(listUrl)).json()) as Caught[]; // Format of our mail catchers.
    return messages.find(({ caughtAtMs, text }) => caughtAtMs >= afterMs && wanted.test(text))?.text;
  }, `nothing like ${wanted} came to ${listUrl}`);

/** Pattern of a code in mails and text messages; six digits may also occur in a link. */
const CODE = /(?:^|: )(\d{6})(?:$| is )/m;

export const mailsTo = (mailsUrl: string, account: string) => `${mailsUrl}/mails?to=${encodeURIComponent(account)}`;
export const textsTo = (smsUrl: string, number: string) => `${smsUrl}/messages?to=${encodeURIComponent(number)}`;

/** Returns the code of a message that arrived after `afterMs`. */
export async function readNewCode(listUrl: string, afterMs: number): Promise<string> {
  return CODE.exec(await readMessage(listUrl, afterMs, CODE))?.[1] ?? '';
}
