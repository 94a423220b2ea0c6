import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { newKey } from '../journey-client.ts';
import { count } from '../rig.ts';

export type Answer = { readonly code: string; readonly data: Record<string, unknown> };

/** Errors after which a client retries with the same key until the outcome is known. */
const REPEATABLE = new Set([
  ...['result_unknown', 'engine_unavailable', 'account_busy', 'too_many_requests'],
  'broken', // A timeout or a lost connection.
]);
/** Error no route documents: retried anyway, so that the rest is checked too, and reported at the end. */
const STRANGE = 'internal';
const KNOWN_MS_MAX = 60_000;

export type Calls = {
  /** Sends a write with an idempotency key and retries with it until its result is known. */
  effect(
    method: 'POST' | 'PUT',
    path: string,
    fields: Record<string, string>,
  ): Promise<Answer & { readonly key: string }>;
  read(method: 'GET' | 'POST', path: string, fields?: Record<string, string>): Promise<Answer>;
};

/** One call, from its first attempt to the answer that made its outcome known. */
export type Called = {
  readonly call: string;
  readonly isEffect: boolean;
  readonly tookMs: number;
};

/** Response times, retries, and counts of answers. */
export type Tally = {
  readonly called: Called[];
  readonly answers: Map<string, number>;
  readonly repeated: Map<string, number>;
  /** Answers that no route documents. */
  readonly strange: string[];
};

export const newTally = (): Tally => ({ called: [], answers: new Map(), repeated: new Map(), strange: [] });

export function openCalls(edgeUrl: string, token: string, tally: Tally): Calls {
  const send = async (method: string, path: string, fields: Record<string, string>, headers = {}): Promise<Answer> => {
    const query = String(new URLSearchParams(fields));
    const isRead = method === 'GET';
    const { status, isPacked, received } = await exchange(`${edgeUrl}/api${path}${isRead ? `?${query}` : ''}`, {
      method,
      headers: {
        authorization: token,
        'accept-encoding': 'gzip',
        ...(isRead ? {} : { 'content-type': FORM }),
        ...headers,
      },
      body: isRead ? '' : query,
    });
    const text = String(isPacked ? gunzipSync(received) : received);
    const body = JSON.parse(text) as { type: unknown; error?: string; data?: Record<string, unknown> }; // API envelope.
    return { code: body.type === 'ok' ? 'ok' : (body.error ?? `status ${status}`), data: body.data ?? {} };
  };
  /** Retries until the outcome is known: a broken connection or a missing answer is unknown, never a failure. */
  const sendUntilKnown = async (send: () => Promise<Answer>, path: string): Promise<Answer> => {
    for (const startedMs = performance.now(); ; await pause(100)) {
      const answer = await send().catch((error: Error): Answer => ({ code: error.name, data: {} }));
      if (answer.code === STRANGE) tally.strange.push(`${path}: ${answer.code}`);
      else if (!REPEATABLE.has(answer.code)) return answer;
      count(tally.repeated, answer.code);
      if (performance.now() - startedMs > KNOWN_MS_MAX) throw new Error(`${path} stayed unknown: ${answer.code}`);
    }
  };
  const timed = async (call: Omit<Called, 'tookMs'>, run: () => Promise<Answer>): Promise<Answer> => {
    const startedMs = performance.now();
    const answer = await run();
    tally.called.push({ ...call, tookMs: performance.now() - startedMs });
    return answer;
  };
  return {
    read: (method, path, fields = {}) =>
      timed({ call: `${method} ${path}`, isEffect: false }, () =>
        sendUntilKnown(() => send(method, path, fields), path),
      ),
    effect: async (method, path, fields) => {
      const key = newKey();
      const answer = await timed({ call: `${method} ${path}`, isEffect: true }, () =>
        sendUntilKnown(() => send(method, path, fields, { 'idempotency-key': key }), path),
      );
      return { ...answer, key };
    },
  };
}

const FORM = 'application/x-www-form-urlencoded;charset=UTF-8';
const ANSWER_MS_MAX = 20_000;
const agent = new Agent({ keepAlive: true });

class Broken extends Error {
  override readonly name = 'broken';
}

type Sent = { readonly method: string; readonly headers: Record<string, string>; readonly body: string };

type Received = { readonly status: number; readonly isPacked: boolean; readonly received: Buffer };

/** Sends a request. Not by `fetch`: it costs more than twice as much, and the clients share the cores with what they measure. */
function exchange(url: string, { method, headers, body }: Sent): Promise<Received> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown) => reject(new Broken('no answer', { cause }));
    const outgoing = request(url, { agent, method, headers }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part));
      incoming.once('error', fail);
      incoming.once('end', () => {
        const isPacked = incoming.headers['content-encoding'] === 'gzip';
        resolve({ status: incoming.statusCode ?? 0, isPacked, received: Buffer.concat(parts) });
      });
    });
    outgoing.setTimeout(ANSWER_MS_MAX, () => outgoing.destroy(new Error('no answer in time')));
    outgoing.once('error', fail);
    outgoing.end(body);
  });
}
