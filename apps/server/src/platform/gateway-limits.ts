import type { IncomingMessage } from 'node:http';
import type { Server, Socket } from 'socket.io';

const WINDOW_MS = 10_000;
/** More than a person's app ever sends: what is above is dropped. */
const MESSAGES_MAX = 30;
/** Nobody but an attacker gets here: the connection ends. */
const PACKETS_MAX = 300;

/** One packet with everything in it. */
export const PAYLOAD_BYTES_MAX = 16_000;

/**
 * A page of another site may open a socket with the visitor's browser, and browsers do not stop it: the server must.
 * Programs send no Origin and have no visitor to abuse.
 */
export function isOriginAllowed({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origins.includes(origin)) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** Counts in fixed windows; answers how many this one holds, the new one included. */
function countInWindow(nowMs: () => number): () => number {
  let [sinceMs, count] = [nowMs(), 0];
  return () => {
    if (nowMs() - sinceMs >= WINDOW_MS) [sinceMs, count] = [nowMs(), 0];
    return ++count;
  };
}

/** Ends a connection that floods, whatever it sends: also packets that belong to no socket yet. */
export function endFloods(io: Server, onEnd: () => void): void {
  io.engine.on('connection', (connection: Socket['conn']) => {
    const count = countInWindow(Date.now);
    connection.on('packet', () => {
      if (count() !== PACKETS_MAX + 1) return;
      onEnd();
      connection.close(true);
    });
  });
}

export type DropReason = 'too_many' | 'unknown';

/** Lets through the events we know, at a human pace; the rest is dropped and told. */
export function capEvents(socket: Socket, known: ReadonlySet<string>, onDrop: (reason: DropReason) => void): void {
  const count = countInWindow(Date.now);
  socket.use(([event], next) => {
    if (count() > MESSAGES_MAX) return onDrop('too_many');
    if (!known.has(event)) return onDrop('unknown');
    next();
  });
}
