import { setTimeout as pause } from 'node:timers/promises';
import { newKey } from '../journey-client.ts';
import { count } from '../rig.ts';

export type Answer = { readonly code: string; readonly data: Record<string, unknown> };

/** Errors after which a client retries with the same key until the outcome is known. */
const REPEATABLE = new Set([
  ...['result_unknown', 'engine_unavailable', 'account_busy', 'too_many_requests'],
  ...['TimeoutError', 'TypeError'], // Thrown by `fetch` on timeout or connection loss.
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

/** Response times, retries, and counts of answers. */
export type Tally = {
  readonly tookMs: number[];
  readonly answers: Map<string, number>;
  readonly repeated: Map<string, number>;
  /** Answers that no route documents. */
  readonly strange: string[];
};

export const newTally = (): Tally => ({ tookMs: [], answers: new Map(), repeated: new Map(), strange: [] });

export function openCalls(edgeUrl: string, token: string, tally: Tally): Calls {
  const send = async (method: string, path: string, fields: Record<string, string>, headers = {}): Promise<Answer> => {
    const query = new URLSearchParams(fields);
    const isRead = method === 'GET';
    const response = await fetch(`${edgeUrl}/api${path}${isRead ? `?${query}` : ''}`, {
      method,
      headers: { authorization: token, ...headers },
      ...(isRead ? {} : { body: query }),
      signal: AbortSignal.timeout(20_000),
    });
    const body = (await response.json()) as { type: unknown; error?: string; data?: Record<string, unknown> }; // API envelope.
    return { code: body.type === 'ok' ? 'ok' : (body.error ?? `status ${response.status}`), data: body.data ?? {} };
  };
  /** Retries until the outcome is known: a broken connection or a missing answer is unknown, never a failure. */
  const sendUntilKnown = async (send: () => Promise<Answer>, path: string): Promise<Answer> => {
    for (const startedMs = performance.now(); ; await pause(100)) {
      const answer = await send().catch((error: unknown): Answer => ({ code: nameOf(error), data: {} }));
      if (answer.code === STRANGE) tally.strange.push(`${path}: ${answer.code}`);
      else if (!REPEATABLE.has(answer.code)) return answer;
      count(tally.repeated, answer.code);
      if (performance.now() - startedMs > KNOWN_MS_MAX) throw new Error(`${path} stayed unknown: ${answer.code}`);
    }
  };
  return {
    read: (method, path, fields = {}) => sendUntilKnown(() => send(method, path, fields), path),
    effect: async (method, path, fields) => {
      const key = newKey();
      const startedMs = performance.now();
      const answer = await sendUntilKnown(() => send(method, path, fields, { 'idempotency-key': key }), path);
      tally.tookMs.push(performance.now() - startedMs);
      return { ...answer, key };
    },
  };
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : 'broken');
