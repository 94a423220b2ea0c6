import type { Call, Output, Route } from '@app/protocol';
import * as z from 'zod/mini';
import { CallRefused, isRefusedBody, NoResponse } from '../call/call-refused.ts';
import { CALL_TIMEOUT_MS } from '../timing.ts';

z.config({ jitless: true }); // Otherwise zod tries `eval`, which the page's policy forbids.

/** A session of one device: its token, and the key that the device cannot give away. */
export type StaffDevice = {
  readonly token: string;
  /** Signs a text with the device's key; base64url of the raw P-256 signature. */
  readonly sign: (text: string) => Promise<string>;
};

export type StaffCallDeps = {
  readonly origin: string;
  readonly language: () => string;
  readonly device: () => Promise<StaffDevice | undefined>;
  readonly now: () => number;
  /** The server does not accept this token any more. */
  readonly onSessionEnded: (message: string, token: string) => void;
};

type StaffClient = {
  call<R extends Route>(route: R, fields: Call<R>): Promise<Output<R>>;
  /** Opens a file, as bytes that no address leads to. */
  openFile<R extends Route>(route: R, fields: Call<R>): Promise<Blob>;
};

type Request = { readonly route: Route; readonly url: string; readonly body: string };
type Answer = { readonly status: number; readonly body: unknown };

/** Difference of the clocks, in ms, above which a refused request is signed again with the server's time. */
const CLOCKS_DIFFER_MS = 5_000;

/** Creates the client of the staff API. Every call of a session is signed: method, address, body and time. */
export function makeStaffClient(deps: StaffCallDeps): StaffClient {
  let aheadMs = 0;

  const send = async ({ route, url, body }: Request, device: StaffDevice | undefined): Promise<Answer> => {
    const sentAt = deps.now();
    const response = await fetch(`${deps.origin}${url}`, {
      method: route.method,
      headers: {
        ...(route.method !== 'GET' && { 'content-type': 'application/json' }),
        ...(device !== undefined && (await proofOf({ route, url, body }, device, sentAt + aheadMs))),
      },
      ...(route.method !== 'GET' && { body }),
      signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
      credentials: 'omit',
      cache: 'no-store',
    });
    const serverMs = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(serverMs)) aheadMs = serverMs - (sentAt + deps.now()) / 2;
    const isFile = route.download !== undefined && response.ok;
    return { status: response.status, body: isFile ? await response.blob() : await response.json() };
  };

  /** Sends a request, and again if it was refused only because this device's clock is wrong. */
  const sendInTime = async (request: Request, device: StaffDevice | undefined): Promise<Answer> => {
    const assumedMs = aheadMs;
    const answer = await send(request, device);
    const isLate = Math.abs(aheadMs - assumedMs) > CLOCKS_DIFFER_MS;
    return device !== undefined && isLate && isEnded(answer) ? await send(request, device) : answer;
  };

  /** Returns the body of an answer that is no refusal. */
  const ask = async <R extends Route>(route: R, fields: Call<R>): Promise<unknown> => {
    const device = route.access === 'visitor' ? undefined : await deps.device();
    const request = { route, ...encode(route, fields, deps.language()) };
    const answer = await sendInTime(request, device).catch((cause: unknown) => Promise.reject(new NoResponse(cause)));
    if (answer.status === 200) return answer.body;
    if (!isRefusedBody(answer.body)) throw new NoResponse(`HTTP ${answer.status}`);
    if (device !== undefined && isEnded(answer)) deps.onSessionEnded(answer.body.message, device.token);
    throw new CallRefused(answer.body);
  };
  return {
    call: async (route, fields) =>
      z.decode(route.response, dataOf(await ask(route, fields)) as never) as Output<typeof route>, // Checked by the codec.
    openFile: async (route, fields) => {
      const body = await ask(route, fields);
      if (body instanceof Blob) return body;
      throw new NoResponse('no file');
    },
  };
}

const isEnded = ({ body }: Answer) => isRefusedBody(body) && body.type === 999;

const dataOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;

function encode(route: Route, fields: object, language: string): Pick<Request, 'url' | 'body'> {
  const encoded = Object.entries(z.encode(route.request, fields as never)).filter(([, value]) => value !== undefined); // The caller's type is the codec's output.
  const path = `/api${route.path}`;
  if (route.method !== 'GET')
    return { url: path, body: JSON.stringify({ ...Object.fromEntries(encoded), lang: language }) };
  const query = new URLSearchParams(encoded.map(([name, value]): [string, string] => [name, String(value)]));
  query.append('lang', language);
  return { url: `${path}?${query}`, body: '' };
}

/** Builds the headers that prove which device sends this request, and when. */
async function proofOf({ route, url, body }: Request, device: StaffDevice, atMs: number) {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body));
  const bodyHash = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const time = Math.round(atMs);
  const signature = await device.sign([route.method, url, bodyHash, time].join('\n'));
  return { authorization: `Bearer ${device.token}`, 'x-device-proof': `${time}.${signature}` };
}
