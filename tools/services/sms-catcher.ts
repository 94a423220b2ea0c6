import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type CaughtSms = { readonly to: string; readonly text: string; readonly caughtAtMs: number };
export type SmsCatcher = { readonly sendUrl: string; readonly httpUrl: string; stop(): Promise<void> };

const KEPT_MAX = 200;
const BYTES_MAX = 64 * 1024;
const HOST = '127.0.0.1';

/** Prefixes that no country uses: numbers with the first are refused permanently, with the second temporarily. */
const REFUSED = '+999';
const BUSY = '+888';

/**
 * Starts a real HTTP SMS gateway that delivers nothing: it accepts messages at `POST /send`, and the last 200 are
 * available as JSON at `/messages?to=…`, newest first.
 */
export async function startSmsCatcher(httpPort: number): Promise<SmsCatcher> {
  const caught: CaughtSms[] = [];
  const http = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${HOST}`);
    const isSend = request.method === 'POST' && url.pathname === '/send';
    // Client disconnects are ignored.
    Promise.resolve(isSend ? take(caught, request) : show(caught, url)).then(
      (content) => reply(response, content),
      () => response.destroy(),
    );
  });
  http.listen(httpPort, HOST);
  await once(http, 'listening'); // Rejects on 'error', e.g. a port in use.
  const httpUrl = `http://${HOST}:${(http.address() as AddressInfo).port}`; // It listens on a port.
  const stop = async () => {
    http.closeAllConnections();
    await new Promise<void>((done) => http.close(() => done()));
  };
  return { sendUrl: `${httpUrl}/send`, httpUrl, stop };
}

type Answer = { readonly status: number; readonly body: unknown };

async function take(caught: CaughtSms[], request: IncomingMessage): Promise<Answer> {
  const sms = readSms(await readAll(request));
  if (sms === undefined) return { status: 400, body: { error: 'wanted: {"to": "+<digits>", "text": …}' } };
  if (sms.to.startsWith(REFUSED)) return { status: 422, body: { error: 'no such number' } };
  if (sms.to.startsWith(BUSY)) return { status: 503, body: { error: 'try again later' } };
  caught.unshift({ ...sms, caughtAtMs: Date.now() });
  caught.length = Math.min(caught.length, KEPT_MAX);
  return { status: 202, body: {} };
}

/** Lists messages for a number with or without its plus, which a URL decodes as a space. */
function show(caught: readonly CaughtSms[], url: URL): Answer {
  if (url.pathname !== '/messages') return { status: 404, body: { error: 'GET /messages?to=…' } };
  const to = url.searchParams.get('to')?.replace(/\D/g, '');
  return { status: 200, body: caught.filter((sms) => to === undefined || sms.to === `+${to}`) };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request) {
    parts.push(part as Buffer); // No encoding is set.
    size += parts.at(-1)?.length ?? 0;
    if (size > BYTES_MAX) throw new Error('too large');
  }
  return Buffer.concat(parts).toString('utf8');
}

function readSms(text: string): Pick<CaughtSms, 'to' | 'text'> | undefined {
  try {
    const sms: unknown = JSON.parse(text);
    if (typeof sms !== 'object' || sms === null || !('to' in sms) || !('text' in sms)) return undefined;
    const { to, text: content } = sms;
    const isSound =
      typeof to === 'string' && /^\+[1-9]\d{5,14}$/.test(to) && typeof content === 'string' && content !== '';
    return isSound ? { to, text: content } : undefined;
  } catch {
    return undefined;
  }
}

function reply(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}
