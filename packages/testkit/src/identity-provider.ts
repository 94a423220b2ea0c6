import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An identity provider on loopback that answers by script. It signs and verifies by the description in
 * server/modules/kyc/README.md and shares no code with what it tests.
 */
export type ProviderScript = {
  readonly verdict: 'approve' | 'reject' | 'unsure' | 'none';
  readonly reasons?: readonly string[];
  readonly delayMs?: number;
  /** How often the same message is sent, all at once. */
  readonly copies?: number;
  /** Sends the message once more when it was answered. */
  readonly isReplayed?: boolean;
  /** Signs with a key that nobody shares with it. */
  readonly isForged?: boolean;
  /** Changes the body after it was signed. */
  readonly isChanged?: boolean;
  /** By how much the time of the message is behind. */
  readonly ageSeconds?: number;
  /** What a case is answered with; other than 200 it counts as not received. */
  readonly status?: number;
};

export type ReceivedCase = {
  readonly reference: string;
  readonly level: number;
  readonly country: string | null;
  readonly document: string;
  readonly pictures: readonly { readonly part: string; readonly content_type: string; readonly data: string }[];
};

type Sent = { readonly status: number; readonly answer: string };

export type IdentityProvider = {
  readonly url: string;
  /** Every case with a right signature and time, in the order of arrival; one that was sent twice is there twice. */
  readonly cases: readonly ReceivedCase[];
  /** What the exchange answered to verdicts. */
  readonly answers: readonly Sent[];
  setScript(script: ProviderScript): void;
  /** Where verdicts are sent from now on. */
  setVerdictUrl(url: string): void;
  /** Sends a verdict now, by the script or another one. */
  sendVerdict(reference: string, script?: ProviderScript): Promise<readonly Sent[]>;
  stop(): Promise<void>;
};

type Options = {
  readonly port?: number;
  /** Hex. The first signs; each verifies. */
  readonly keys: readonly string[];
  readonly verdictUrl?: string;
};

const AGE_SECONDS_MAX = 300;

/** Each field is preceded by its length in bytes, and the body follows. */
const sign = (key: string, fields: readonly string[], body: Buffer): string =>
  createHmac('sha256', Buffer.from(key, 'hex'))
    .update(fields.map((field) => `${Buffer.byteLength(field)}:${field}`).join(''))
    .update(body)
    .digest('base64url');

export async function startIdentityProvider({ port = 0, keys, verdictUrl = '' }: Options): Promise<IdentityProvider> {
  const cases: ReceivedCase[] = [];
  const answers: Sent[] = [];
  const delayed = new Set<NodeJS.Timeout>();
  let script: ProviderScript = { verdict: 'approve' };
  let target = verdictUrl;

  const sendVerdict: IdentityProvider['sendVerdict'] = async (reference, by = script) => {
    if (by.verdict === 'none') return [];
    const { pathname, search } = new URL(target);
    const id = randomBytes(12).toString('hex');
    const timestamp = String(Math.floor(Date.now() / 1_000) - (by.ageSeconds ?? 0));
    const message = { reference, verdict: by.verdict, reasons: by.reasons ?? [] };
    const key = by.isForged ? randomBytes(32).toString('hex') : (keys[0] ?? '');
    const signature = sign(
      key,
      ['verdict', 'POST', pathname + search, timestamp, id],
      Buffer.from(JSON.stringify(message)),
    );
    const body = JSON.stringify(by.isChanged ? { ...message, verdict: 'unsure' } : message);
    const headers = { 'tidemark-id': id, 'tidemark-timestamp': timestamp, 'tidemark-signature': signature };
    const post = async (): Promise<Sent> => {
      const response = await fetch(target, { method: 'POST', headers, body });
      const sent = { status: response.status, answer: await response.text() };
      answers.push(sent);
      return sent;
    };
    const first = await Promise.all(Array.from({ length: by.copies ?? 1 }, post));
    return by.isReplayed ? [...first, await post()] : first;
  };

  const receiveCase = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    if (!isSigned(keys, request, body)) return void response.writeHead(401).end();
    const status = script.status ?? 200;
    if (status === 200) {
      const received = JSON.parse(body.toString()) as ReceivedCase;
      cases.push(received);
      const timer = setTimeout(() => {
        delayed.delete(timer);
        if (target !== '') void sendVerdict(received.reference).catch(() => {}); // The exchange is away; it was a test of that.
      }, script.delayMs ?? 0);
      delayed.add(timer);
    }
    response.writeHead(status).end();
  };

  const control = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'POST') script = JSON.parse((await readBody(request)).toString()) as ProviderScript;
    const shown = cases.map(({ pictures, ...it }) => ({
      ...it,
      pictures: pictures.map(({ part, data }) => ({ part, sha256: hash('sha256', Buffer.from(data, 'base64')) })),
    }));
    response.end(`${JSON.stringify({ script, cases: shown, answers }, undefined, 1)}\n`);
  };

  const server = createServer((request, response) => {
    const answer = request.url?.startsWith('/control') ? control : receiveCase;
    void answer(request, response).catch(() => response.writeHead(400).end());
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/cases`, // It listens on a port.
    cases,
    answers,
    setScript: (next) => {
      script = next;
    },
    setVerdictUrl: (url) => {
      target = url;
    },
    sendVerdict,
    stop: async () => {
      for (const timer of delayed) clearTimeout(timer);
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function isSigned(keys: readonly string[], request: IncomingMessage, body: Buffer): boolean {
  const read = (name: string) => String(request.headers[name] ?? '');
  const timestamp = read('tidemark-timestamp');
  const fields = ['case', request.method ?? '', request.url ?? '', timestamp, read('tidemark-id')];
  const given = Buffer.from(read('tidemark-signature'));
  const isKnown = keys.some((key) => {
    const right = Buffer.from(sign(key, fields, body));
    return right.length === given.length && timingSafeEqual(right, given);
  });
  return isKnown && Math.abs(Date.now() / 1_000 - Number(timestamp)) <= AGE_SECONDS_MAX;
}
