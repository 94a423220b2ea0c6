import { isLoopback, RefusedForGood, type SmsTransport } from './transport.ts';

/** Well below the expiry of the message's claim. */
const TIMEOUT_MS = 15_000;

/** Statuses caused by our configuration or by temporary conditions: a wrong key, a wrong URL, a timeout. */
const PASSING = [401, 403, 404, 407, 408, 429];

/**
 * Creates a transport that posts each text to an HTTP gateway as JSON. Credentials in the URL become its Authorization
 * header.
 */
export function createHttpSms(address: string): SmsTransport {
  const url = new URL(address);
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) throw new Error('SMS_URL must be https');
  const headers = { 'content-type': 'application/json', ...authorizationOf(url) };
  return {
    send: async ({ to, text }) => {
      const body = JSON.stringify({ to: `+${to}`, text });
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'error' });
      await response.body?.cancel();
      if (!response.ok) throw failureOf(response.status);
    },
  };
}

/** Removes the credentials from the URL, because fetch refuses a URL that contains them. */
function authorizationOf(url: URL): { authorization?: string } {
  const { username, password } = url;
  if (username === '') return {};
  url.username = '';
  url.password = '';
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { authorization: `Basic ${Buffer.from(plain).toString('base64')}` };
}

function failureOf(status: number): Error {
  const isForGood = status >= 400 && status < 500 && !PASSING.includes(status);
  return isForGood
    ? new RefusedForGood(`refused with ${status}`)
    : Object.assign(new Error('the SMS gateway refused the message'), { code: 'EHTTP', responseCode: status });
}
