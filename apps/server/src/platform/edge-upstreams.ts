import { createHash } from 'node:crypto';
import { Agent } from 'node:http';

/** One process behind the edge. */
export type Upstream = { readonly url: URL; downUntilMs: number };

/** Several processes of one kind, and the connections kept open to them. */
export type Upstreams = { readonly all: readonly Upstream[]; readonly agent: Agent; turn: number };

/** One that refused a connection is passed over for this long, then asked again. */
const DOWN_MS = 1_000;

export function openUpstreams(urls: readonly string[]): Upstreams {
  const all = urls.map((url) => ({ url: new URL(url), downUntilMs: 0 }));
  return { all, agent: new Agent({ keepAlive: true, maxFreeSockets: 256 }), turn: 0 };
}

export function markDown(upstream: Upstream): void {
  upstream.downUntilMs = Date.now() + DOWN_MS;
}

/** For stateless calls: each begins where the last one ended, so the load is even. */
export function inTurn(upstreams: Upstreams): readonly Upstream[] {
  const { all } = upstreams;
  const start = upstreams.turn++ % all.length;
  return downLast([...all.slice(start), ...all.slice(0, start)]);
}

/**
 * For calls that must meet the same process again: the order hangs on the client's address alone, and a process that
 * goes or comes moves only its own clients. A client whose process died is told that its socket is unknown, and reopens.
 */
export function byAddress({ all }: Upstreams, address: string): readonly Upstream[] {
  const score = ({ url }: Upstream) => createHash('sha1').update(`${url.host} ${address}`).digest('hex');
  const scored = all.map((upstream) => ({ upstream, score: score(upstream) }));
  return downLast(scored.sort((a, b) => (a.score < b.score ? -1 : 1)).map(({ upstream }) => upstream));
}

/** Down ones stay in the list: when all are down, asking is the only way to learn of a return. */
function downLast(upstreams: readonly Upstream[]): readonly Upstream[] {
  const isDown = ({ downUntilMs }: Upstream) => downUntilMs > Date.now();
  return [...upstreams.filter((upstream) => !isDown(upstream)), ...upstreams.filter(isDown)];
}
