import { createHash } from 'node:crypto';
import { type Connection, openConnection } from './connection.ts';

/** One process behind the edge, and the connections to it that carry no request now, the last used at the end. */
export type Upstream = { readonly url: URL; downUntilMs: number; readonly idle: Connection[] };

/** Processes of one kind. */
export type Upstreams = {
  readonly all: readonly Upstream[];
  /** Time without any data after which a request is given up. */
  readonly timeoutMs: number;
  turn: number;
  isClosed: boolean;
};

/** Time for which an upstream that refused a connection is skipped before a retry. */
const DOWN_MS = 1_000;
const IDLE_MAX = 256;

export function openUpstreams(urls: readonly string[], timeoutMs: number): Upstreams {
  const all = urls.map((url) => ({ url: new URL(url), downUntilMs: 0, idle: [] }));
  return { all, timeoutMs, turn: 0, isClosed: false };
}

/** Closes the connections that carry no request; the others close with their clients. */
export function closeUpstreams(upstreams: Upstreams): void {
  upstreams.isClosed = true;
  for (const { idle } of upstreams.all) for (const connection of idle.splice(0)) connection.destroy();
}

/** Returns a kept connection, the last used first: the others may end. */
export function takeIdle({ idle }: Upstream): Connection | undefined {
  for (let connection = idle.pop(); connection !== undefined; connection = idle.pop()) {
    if (connection.isUsable()) return connection;
    connection.destroy();
  }
  return undefined;
}

/** Opens a connection that is kept after its request; undefined if the upstream cannot be reached. */
export function connectTo(upstreams: Upstreams, { url, idle }: Upstream): Promise<Connection | undefined> {
  return openConnection(url, upstreams.timeoutMs, {
    onIdle: (connection) => {
      if (upstreams.isClosed || idle.length >= IDLE_MAX) connection.destroy();
      else idle.push(connection);
    },
    onClosed: (connection) => {
      const at = idle.indexOf(connection);
      if (at !== -1) idle.splice(at, 1);
    },
  });
}

export function markDown(upstream: Upstream): void {
  upstream.downUntilMs = performance.now() + DOWN_MS;
}

/** Round robin for stateless calls: each starts where the last one ended, so the load is even. */
export function inTurn(upstreams: Upstreams): readonly Upstream[] {
  const { all } = upstreams;
  if (all.length === 1) return all;
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
  const nowMs = performance.now();
  const isDown = ({ downUntilMs }: Upstream) => downUntilMs > nowMs;
  return [...upstreams.filter((upstream) => !isDown(upstream)), ...upstreams.filter(isDown)];
}
