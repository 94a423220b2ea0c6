import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type CaughtMail = {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly caughtAtMs: number;
};
export type MailCatcher = { readonly smtpUrl: string; readonly httpUrl: string; stop(): Promise<void> };

export type CaughtSms = { readonly to: string; readonly text: string; readonly caughtAtMs: number };
export type SmsCatcher = { readonly sendUrl: string; readonly httpUrl: string; stop(): Promise<void> };

const KEPT_MAX = 200;
const MAIL_BYTES_MAX = 1024 * 1024;
const SMS_BYTES_MAX = 64 * 1024;
const HOST = '127.0.0.1';

/**
 * Starts a real SMTP server that delivers nothing: the last 200 mails are available as JSON at `/mails?to=…`, newest
 * first. A recipient that begins with `refused` is refused permanently and one with `busy` temporarily, as real servers
 * do.
 */
export async function startMailCatcher(ports: { smtpPort: number; httpPort: number }): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const smtp = createSmtp((mail) => keep(mails, mail));
  const smtpPort = await listen(smtp.server, () => smtp.listen(ports.smtpPort, HOST));
  const http = await startHttp(ports.httpPort, (_request, url) => {
    if (url.pathname !== '/mails') return { status: 404, body: { error: 'GET /mails?to=…' } };
    const to = url.searchParams.get('to')?.toLowerCase();
    return { status: 200, body: mails.filter((mail) => to === undefined || mail.to.includes(to)) };
  });
  const stop = async () => {
    await Promise.all([new Promise<void>((done) => smtp.close(() => done())), http.stop()]);
  };
  return { smtpUrl: `smtp://${HOST}:${smtpPort}`, httpUrl: http.url, stop };
}

/** Prefixes that no country uses: numbers with the first are refused permanently, with the second temporarily. */
const REFUSED = '+999';
const BUSY = '+888';

/**
 * Starts a real HTTP SMS gateway that delivers nothing: it accepts messages at `POST /send`, and the last 200 are
 * available as JSON at `/messages?to=…`, newest first.
 */
export async function startSmsCatcher(httpPort: number): Promise<SmsCatcher> {
  const caught: CaughtSms[] = [];
  const http = await startHttp(httpPort, (request, url) => {
    if (request.method === 'POST' && url.pathname === '/send') return takeSms(caught, request);
    if (url.pathname !== '/messages') return { status: 404, body: { error: 'GET /messages?to=…' } };
    // A number with or without its plus, which a URL decodes as a space.
    const to = url.searchParams.get('to')?.replace(/\D/g, '');
    return { status: 200, body: caught.filter((sms) => to === undefined || sms.to === `+${to}`) };
  });
  return { sendUrl: `${http.url}/send`, httpUrl: http.url, stop: http.stop };
}

type Answer = { readonly status: number; readonly body: unknown };
type AnswerRequest = (request: IncomingMessage, url: URL) => Answer | Promise<Answer>;

async function startHttp(port: number, answer: AnswerRequest): Promise<{ url: string; stop(): Promise<void> }> {
  const http = createServer(async (request, response) => {
    try {
      const { status, body } = await answer(request, new URL(request.url ?? '/', `http://${HOST}`));
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    } catch {
      response.destroy(); // Client disconnects are ignored.
    }
  });
  const listening = await listen(http, () => http.listen(port, HOST));
  const stop = async () => {
    http.closeAllConnections();
    await new Promise<void>((done) => http.close(() => done()));
  };
  return { url: `http://${HOST}:${listening}`, stop };
}

/** Waits until the server listens; rejects with the server's error, e.g. a port in use. */
async function listen(server: Pick<Server, 'address'> & NodeJS.EventEmitter, start: () => unknown): Promise<number> {
  const listening = once(server, 'listening'); // Rejects on 'error'.
  start();
  await listening;
  return (server.address() as AddressInfo).port; // It listens on a port.
}

/** Keeps the last 200, newest first. */
function keep<Item>(items: Item[], item: Item): void {
  items.unshift(item);
  items.length = Math.min(items.length, KEPT_MAX);
}

async function readAll(stream: NodeJS.ReadableStream, bytesMax = Number.POSITIVE_INFINITY): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    parts.push(part as Buffer); // No encoding is set.
    size += parts.at(-1)?.length ?? 0;
    if (size > bytesMax) throw new Error('too large');
  }
  return Buffer.concat(parts).toString('utf8');
}

async function takeSms(caught: CaughtSms[], request: IncomingMessage): Promise<Answer> {
  const sms = readSms(await readAll(request, SMS_BYTES_MAX));
  if (sms === undefined) return { status: 400, body: { error: 'wanted: {"to": "+<digits>", "text": …}' } };
  if (sms.to.startsWith(REFUSED)) return { status: 422, body: { error: 'no such number' } };
  if (sms.to.startsWith(BUSY)) return { status: 503, body: { error: 'try again later' } };
  keep(caught, { ...sms, caughtAtMs: Date.now() });
  return { status: 202, body: {} };
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

function createSmtp(onMail: (mail: CaughtMail) => void): SMTPServer {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    size: MAIL_BYTES_MAX,
    closeTimeout: 1_000,
    onRcptTo: ({ address }, _session, done) => done(refusalOf(address)),
    onData: (stream, { envelope }, done) => {
      const to = envelope.rcptTo.map(({ address }) => address.toLowerCase());
      readAll(stream)
        .then((source) => onMail(readMail(source, to)))
        .then(() => done(), done);
    },
  });
  smtp.on('error', () => {}); // Client disconnects are ignored.
  return smtp;
}

function refusalOf(address: string): Error | null {
  const responseCode = address.startsWith('refused') ? 550 : address.startsWith('busy') ? 450 : undefined;
  return responseCode === undefined ? null : Object.assign(new Error('mailbox unavailable'), { responseCode });
}

/** Parses single-part plain text mails, the only kind we send. */
function readMail(source: string, to: readonly string[]): CaughtMail {
  const end = source.indexOf('\r\n\r\n');
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const header = (name: string) =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}: `))?.slice(name.length + 2) ?? '';
  const text = decodeBody(source.slice(end + 4), header('content-transfer-encoding').toLowerCase());
  return { to, subject: header('subject'), text: text.replaceAll('\r\n', '\n'), caughtAtMs: Date.now() };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
