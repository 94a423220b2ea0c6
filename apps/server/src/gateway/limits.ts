import type { IncomingMessage } from 'node:http';
import { CHANNELS_MAX } from '@app/protocol/socket';
import type { Server, Socket } from 'socket.io';
import { hangUp } from './disconnect.ts';
import type { SessionServer, SessionSocket } from './sessions.ts';

const WINDOW_MS = 10_000;
/** Message limit, above what the app ever sends: any excess is dropped. */
const MESSAGES_MAX = 30;
/**
 * Channel message limit: an app that is hidden, shown and switches screens leaves all its channels and subscribes to as
 * many, twice.
 */
const CHANNEL_MESSAGES_MAX = 4 * CHANNELS_MAX;
const CHANNEL_EVENTS: ReadonlySet<string> = new Set(['subscribe', 'unsubscribe']);
/** Packet limit that only an attacker reaches: the connection is closed. */
const PACKETS_MAX = 300;

/** Socket limit per session: a user has few tabs. More are dead connections, or an attacker who wants to cause cost. */
const SOCKETS_A_SESSION_MAX = 20;

/** Largest packet, including everything. */
export const PAYLOAD_BYTES_MAX = 16_000;

/**
 * Checks the origin. A page of another site may open a socket with the visitor's browser, and browsers do not block it,
 * so the server must. Programs send no Origin and have no visitor to abuse.
 */
export function isOriginAllowed({ headers }: IncomingMessage, origins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || origins.includes(origin)) return true;
  return host !== undefined && URL.canParse(origin) && new URL(origin).host === host;
}

/** Counts in fixed windows; returns the count of the current one, the new event included. */
function countInWindow(nowMs: () => number): () => number {
  let sinceMs = nowMs();
  let count = 0;
  return () => {
    if (nowMs() - sinceMs >= WINDOW_MS) {
      sinceMs = nowMs();
      count = 0;
    }
    return ++count;
  };
}

/** Closes a connection that floods, whatever it sends, including packets that belong to no socket yet. */
export function endFloods(io: Server, onEnd: () => void): void {
  io.engine.on('connection', (connection: Socket['conn']) => {
    const count = countInWindow(Date.now);
    connection.on('packet', () => {
      if (count() !== PACKETS_MAX + 1) return;
      onEnd();
      hangUp(connection);
    });
  });
}

export type DropReason = 'too_many' | 'unknown';

/** Passes known events at a human rate; the rest is dropped and reported. */
export function capEvents(socket: Socket, known: ReadonlySet<string>, onDrop: (reason: DropReason) => void): void {
  const count = countInWindow(Date.now);
  const countOfChannels = countInWindow(Date.now);
  const isTooMuch = (event: string) =>
    CHANNEL_EVENTS.has(event) ? countOfChannels() > CHANNEL_MESSAGES_MAX : count() > MESSAGES_MAX;
  socket.use(([event], next) => {
    if (isTooMuch(event)) return onDrop('too_many');
    if (!known.has(event)) return onDrop('unknown');
    next();
  });
}

/**
 * Closes the oldest socket in favour of the newest, which is in use: if the newest were refused, dead connections could
 * lock the user out.
 */
export function capSockets(io: SessionServer, { data: { session } }: SessionSocket): void {
  const { sockets, adapter } = io.of('/');
  const room = session && adapter.rooms.get(session.room);
  if (session === undefined || room === undefined || room.size <= SOCKETS_A_SESSION_MAX) return;
  const own = [...room].flatMap((id) => sockets.get(id) ?? []).filter(({ data }) => data.session?.id === session.id);
  for (const oldest of own.slice(0, -SOCKETS_A_SESSION_MAX)) oldest.disconnect(true);
}
