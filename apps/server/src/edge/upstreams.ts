import { createHash } from 'node:crypto';
import { Agent } from 'node:http';

/** One process behind the edge. */
export type Upstream = { readonly url: URL; downUntilMs: number };

/** Processes of one kind, and the pooled connections to them. */
export type Upstreams = { readonly all: readonly Upstream[]; readonly agent: Agent; turn: number };

/** Time for which an upstream that refused a connection is skipped before a retry. */
const DOWN_MS = 1_000;

export function openUpstreams(urls: readonly string[]): Upstreams {
  const all = urls.map((url) => ({ url: new URL(url), downUntilMs: 0 }));
  return { all, agent: new Agent({ keepAlive: true, maxFreeSockets: 256 }), turn: 0 };
}

export function markDown(upstream: Upstream): void {
  upstream.downUntilMs = Date.now() + DOWN_MS;
}

/** Round robin for stateless calls: each starts where the last one ended, so the load is even. */
export function inTurn(upstreams: Upstreams): readonly Upstream[] {
  const { all } = upstreams;
  const start = upstreams.turn++ % all.length;
  return downLast([...all.slice(start), ...all.slice(0, start)]);
}

/**
 * Orders upstreams for calls that must reach the same process again: the order depends on the client's address alone,
 * and a process that is added or removed moves only its own clients. A client whose process died receives "unknown
 * socket" and reconnects.
 */
export function byAddress({ all }: Upstreams, address: string): readonly Upstream[] {
  const score = ({ url }: Upstream) => createHash('sha1').update(`${url.host} ${address}`).digest('hex');
  const scored = all.map((upstream) => ({ upstream, score: score(upstream) }));
  return downLast(scored.sort((a, b) => (a.score < b.score ? -1 : 1)).map(({ upstream }) => upstream));
}

/**
 * Moves down upstreams to the end. They stay in the list: when all are down, trying is the only way to detect a
 * recovery.
 */
function downLast(upstreams: readonly Upstream[]): readonly Upstream[] {
  const isDown = ({ downUntilMs }: Upstream) => downUntilMs > Date.now();
  return [...upstreams.filter((upstream) => !isDown(upstream)), ...upstreams.filter(isDown)];
}
