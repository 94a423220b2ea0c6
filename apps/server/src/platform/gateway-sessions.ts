import type { RefusalCode } from '@app/protocol';
import type { Server, Socket } from 'socket.io';
import type { Log } from './log.ts';
import type { Caller, FindCaller } from './serve.ts';

/** What the gateway knows of a socket; a visitor's has no session. */
type Session = { readonly token: string; readonly sessionId: bigint; room: string; checkedAtMs: number };
export type SessionData = { session?: Session };
export type SessionServer = Server<SocketEvents, SocketEvents, SocketEvents, SessionData>;
export type SessionSocket = Socket<SocketEvents, SocketEvents, SocketEvents, SessionData>;
type SocketEvents = Record<string, (...parameters: never[]) => void>;

const LOOKUPS_AT_ONCE = 16;
/** Who cannot be looked up for this long hears nothing private until it works again; its app sees the gap. */
const UNCHECKED_MS_MAX = 3_000;

/** The private room of a session: its user and its book, both from the session row. */
export const roomOf = ({ userId, book }: Pick<Caller, 'userId' | 'book'>): string => `${userId}:${book}`;

class Refused extends Error {
  readonly data: { readonly error: RefusalCode };

  constructor(error: RefusalCode) {
    super(error);
    this.data = { error };
  }
}

/** Admits visitors and live sessions. The token comes in `auth`, never in the address, which ends in logs. */
export function admitSessions(io: SessionServer, findCaller: FindCaller, log: Log): void {
  io.use((socket, next) => {
    admit(socket, findCaller).then(
      (refused) => next(refused),
      (error: unknown) => {
        log.warn({ error: String(error) }, 'a session could not be looked up');
        next(new Refused('engine_unavailable'));
      },
    );
  });
}

async function admit(socket: SessionSocket, findCaller: FindCaller): Promise<Refused | undefined> {
  const { token } = socket.handshake.auth as { token?: unknown }; // Anything may come.
  if (token === undefined || token === null || token === '') return undefined;
  const caller = typeof token === 'string' ? await findCaller(token) : undefined;
  if (caller === undefined || typeof token !== 'string') return new Refused('session_invalid');
  const { sessionId } = caller;
  socket.data.session = { token, sessionId, room: roomOf(caller), checkedAtMs: Date.now() };
  await socket.join(roomOf(caller));
  return undefined;
}

/**
 * Looks every session up again: a hint that one ended may be lost, the row is not. Each token is asked once
 * however many sockets it has.
 */
export async function recheckSessions(io: SessionServer, findCaller: FindCaller, log: Log): Promise<void> {
  const byToken = new Map<string, SessionSocket[]>();
  for (const socket of io.of('/').sockets.values()) {
    const token = socket.data.session?.token;
    if (token !== undefined) byToken.set(token, [...(byToken.get(token) ?? []), socket]);
  }
  const waiting = [...byToken].values();
  const ask = async () => {
    for (const [token, sockets] of waiting) await recheck(token, sockets, findCaller, log);
  };
  await Promise.all(Array.from({ length: LOOKUPS_AT_ONCE }, ask)); // They share one iterator.
}

async function recheck(token: string, sockets: SessionSocket[], findCaller: FindCaller, log: Log): Promise<void> {
  const answer = await findCaller(token).catch((error: unknown) => {
    log.warn({ error: String(error) }, 'a session could not be looked up again');
    return 'unknown' as const;
  });
  for (const socket of sockets) {
    if (answer === 'unknown') await silenceIfOld(socket);
    else if (answer === undefined || answer.sessionId !== socket.data.session?.sessionId) socket.disconnect(true);
    else await moveToRoom(socket, answer);
  }
}

async function silenceIfOld(socket: SessionSocket): Promise<void> {
  const { session } = socket.data;
  if (session !== undefined && Date.now() - session.checkedAtMs > UNCHECKED_MS_MAX) await socket.leave(session.room);
}

/** The session may have changed its book since; joining a room twice is joining it once. */
async function moveToRoom(socket: SessionSocket, caller: Caller): Promise<void> {
  const { session } = socket.data;
  if (session === undefined || !socket.connected) return;
  if (session.room !== roomOf(caller)) await socket.leave(session.room);
  session.room = roomOf(caller);
  session.checkedAtMs = Date.now();
  await socket.join(session.room);
}
