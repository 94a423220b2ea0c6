import { request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';

const ANYTHING_PUBLIC = '/api/plus/countries';
const AT_ONCE = 20;

/** Sends one request from a local address and returns its status. */
export function sendFrom(url: string, localAddress: string, headers: Record<string, string> = {}): Promise<number> {
  const { protocol, port } = new URL(url);
  const target = {
    host: '127.0.0.1',
    port,
    path: ANYTHING_PUBLIC,
    localAddress,
    headers: { host: 'localhost', ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent =
      protocol === 'https:'
        ? requestTls({ ...target, servername: 'localhost', rejectUnauthorized: false })
        : requestPlain(target);
    sent.once('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    sent.once('error', reject);
    sent.end();
  });
}

/** Returns how many of `count` requests were refused by the rate limit; any other refusal is an error. */
export async function countRefused(count: number, send: () => Promise<number>): Promise<number> {
  let left = count;
  let refused = 0;
  const work = async () => {
    while (left-- > 0) {
      const status = await send();
      if (status === 429) refused++;
      else if (status >= 400) throw new Error(`a request was answered with ${status}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return refused;
}
