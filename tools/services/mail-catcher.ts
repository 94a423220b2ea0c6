import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server';

export type CaughtMail = {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly caughtAtMs: number;
};
export type MailCatcher = { readonly smtpUrl: string; readonly httpUrl: string; stop(): Promise<void> };

const KEPT_MAX = 200;
const BYTES_MAX = 1024 * 1024;
const HOST = '127.0.0.1';

/**
 * Starts a real SMTP server that delivers nothing: the last 200 mails are available as JSON at `/mails?to=…`, newest
 * first. A recipient that begins with `refused` is refused permanently and one with `busy` temporarily, as real servers
 * do.
 */
export async function startMailCatcher(ports: { smtpPort: number; httpPort: number }): Promise<MailCatcher> {
  const mails: CaughtMail[] = [];
  const smtp = createSmtp((mail) => {
    mails.unshift(mail);
    mails.length = Math.min(mails.length, KEPT_MAX);
  });
  const http = createServer((request, response) =>
    answer(mails, new URL(request.url ?? '/', `http://${HOST}`), response),
  );
  const smtpPort = await listen(smtp.server, () => smtp.listen(ports.smtpPort, HOST));
  const httpPort = await listen(http, () => http.listen(ports.httpPort, HOST));
  return {
    smtpUrl: `smtp://${HOST}:${smtpPort}`,
    httpUrl: `http://${HOST}:${httpPort}`,
    stop: async () => {
      http.closeAllConnections();
      await Promise.all([
        new Promise<void>((done) => smtp.close(() => done())),
        new Promise<void>((done) => http.close(() => done())),
      ]);
    },
  };
}

/** Waits until the server listens; rejects with the server's error, e.g. a port in use. */
async function listen(server: Pick<Server, 'address'> & NodeJS.EventEmitter, start: () => unknown): Promise<number> {
  const listening = once(server, 'listening'); // Rejects on 'error'.
  start();
  await listening;
  return (server.address() as AddressInfo).port; // It listens on a port.
}

function createSmtp(onMail: (mail: CaughtMail) => void): SMTPServer {
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    size: BYTES_MAX,
    closeTimeout: 1_000,
    onRcptTo: ({ address }, _session, done) => done(refusalOf(address)),
    onData: (stream, { envelope }, done) => {
      readAll(stream)
        .then((source) =>
          onMail(
            readMail(
              source,
              envelope.rcptTo.map(({ address }) => address.toLowerCase()),
            ),
          ),
        )
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

async function readAll(stream: SMTPServerDataStream): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer); // No encoding is set.
  return Buffer.concat(parts).toString('utf8');
}

function answer(mails: readonly CaughtMail[], url: URL, response: ServerResponse): void {
  const to = url.searchParams.get('to')?.toLowerCase();
  const isKnown = url.pathname === '/mails';
  const shown = mails.filter((mail) => to === undefined || mail.to.includes(to));
  response.writeHead(isKnown ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isKnown ? shown : { error: 'GET /mails?to=…' }));
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
