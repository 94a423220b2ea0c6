import { setTimeout as pause } from 'node:timers/promises';
import { newKey } from '../journey-client.ts';

export type Answer = { readonly code: string; readonly data: Record<string, unknown> };

/** What a client repeats, key and all, until it is known. */
const REPEATABLE = new Set([
  ...['result_unknown', 'engine_unavailable', 'account_busy', 'too_many_requests'],
  ...['TimeoutError', 'TypeError'], // As `fetch` tells of a line that is slow or broken.
]);
/** What no route promises: asked again all the same, so that the rest is judged, too, and told at the end. */
const STRANGE = 'internal';
const KNOWN_MS_MAX = 60_000;

export type Calls = {
  /** An effect: with a key, and sent again with it until its result is known. */
  effect(
    method: 'POST' | 'PUT',
    path: string,
    fields: Record<string, string>,
  ): Promise<Answer & { readonly key: string }>;
  read(method: 'GET' | 'POST', path: string, fields?: Record<string, string>): Promise<Answer>;
};

/** How long answers took, how often something had to be repeated, and what was answered. */
export type Tally = {
  readonly tookMs: number[];
  readonly answers: Map<string, number>;
  readonly repeated: Map<string, number>;
  /** Answers that no route promises. */
  readonly strange: string[];
};

export const newTally = (): Tally => ({ tookMs: [], answers: new Map(), repeated: new Map(), strange: [] });
export const count = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

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
    const body = (await response.json()) as { type: unknown; error?: string; data?: Record<string, unknown> }; // The one envelope.
    return { code: body.type === 'ok' ? 'ok' : (body.error ?? `status ${response.status}`), data: body.data ?? {} };
  };
  /** A line that broke or an answer that never came is unknown, never a failure. */
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
