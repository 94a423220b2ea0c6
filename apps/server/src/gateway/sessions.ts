import { setTimeout as pause } from 'node:timers/promises';
import type { RefusalCode } from '@app/protocol';
import type { Server, Socket } from 'socket.io';
import type { FindCaller, FindSessions, SessionOwner } from '../platform/http/caller.ts';
import type { Log } from '../platform/process/log.ts';

/** Gateway state of a socket; a visitor's has no session. The token is not stored: it changes, its session stays. */
type Session = {
  readonly id: bigint;
  readonly room: string;
  checkedAtMs: number;
  /** A private frame was not sent, because the socket did not read. */
  hasMissed?: boolean;
};
export type SessionData = { session?: Session /** Public channels it subscribes to. */; channels?: Set<string> };
export type SessionServer = Server<SocketEvents, SocketEvents, SocketEvents, SessionData>;
export type SessionSocket = Socket<SocketEvents, SocketEvents, SocketEvents, SessionData>;
type SocketEvents = Record<string, (...parameters: never[]) => void>;

/**
 * Time without a successful session lookup after which a socket gets no private frames until lookups work again; its
 * app detects the gap.
 */
const UNCHECKED_MS_MAX = 3_000;
/** Lookup timeout: a database that does not respond counts as failed, and muting must not wait for it. */
const LOOKUP_MS_MAX = 1_500;

/** Returns the private channel of a session: its user and mode, both from the session row. */
export const roomOf = ({ userId, mode }: Pick<SessionOwner, 'userId' | 'mode'>): string => `${userId}:${mode}`;

/** Returns the channel of sockets that get no private frames for now, because they do not read. */
export const laggingRoomOf = (room: string): string => `away ${room}`;

class Refused extends Error {
  readonly data: { readonly error: RefusalCode };

  constructor(error: RefusalCode) {
    super(error);
    this.data = { error };
  }
}

/** Admits visitors and live sessions. The token arrives in `auth`, never in the URL, which is logged. */
export function admitSessions(io: SessionServer, findCaller: FindCaller, log: Log): void {
  io.use((socket, next) => {
    admit(socket, findCaller).then(
      (refused) => next(refused),
      (error: unknown) => {
        log.warn({ err: error }, 'gateway.session_lookup_failed');
        next(new Refused('engine_unavailable'));
      },
    );
  });
}

async function admit(socket: SessionSocket, findCaller: FindCaller): Promise<Refused | undefined> {
  const { token } = socket.handshake.auth as { token?: unknown }; // Untrusted input.
  socket.handshake.auth = {};
  if (token === undefined || token === null || token === '') return undefined;
  const found = typeof token === 'string' ? await findCaller(token) : undefined;
  if (found === undefined) return new Refused('session_invalid');
  const room = roomOf(found.caller);
  socket.data.session = { id: found.caller.sessionId, room, checkedAtMs: Date.now() };
  await socket.join(room);
  return undefined;
}

type Recheck = {
  readonly io: SessionServer;
  readonly findSessions: FindSessions;
  readonly log: Log;
  /** Only these, because a hint reported their end; otherwise all. */
  readonly only?: ReadonlySet<bigint>;
};

/** Checks the sessions again, all in one query: a hint that one ended may be lost, the row is not. */
export async function recheckSessions({ io, findSessions, log, only }: Recheck): Promise<void> {
  const bySession = new Map<bigint, SessionSocket[]>();
  for (const socket of io.of('/').sockets.values()) {
    const id = socket.data.session?.id;
    if (id === undefined || only?.has(id) === false) continue;
    const known = bySession.get(id);
    if (known === undefined) bySession.set(id, [socket]);
    else known.push(socket);
  }
  if (bySession.size === 0) return;
  const live = await findInTime(findSessions, [...bySession.keys()]).catch((error: unknown) => {
    log.warn({ err: error }, 'gateway.session_recheck_failed');
  });
  for (const [id, sockets] of bySession) {
    for (const socket of sockets) await (live ? keepOrEnd(socket, live.get(id)) : silenceIfOld(socket));
  }
}

async function findInTime(findSessions: FindSessions, ids: readonly bigint[]): ReturnType<FindSessions> {
  const answered = new AbortController();
  const tooLate = pause(LOOKUP_MS_MAX, undefined, { signal: answered.signal }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    return await Promise.race([findSessions(ids), tooLate]);
  } finally {
    answered.abort();
    tooLate.catch(() => {}); // Aborted by the answer.
  }
}

/** Whether the session was recently confirmed as alive. */
export const isCheckedLately = ({ checkedAtMs }: Session): boolean => Date.now() - checkedAtMs <= UNCHECKED_MS_MAX;

async function silenceIfOld(socket: SessionSocket): Promise<void> {
  const { session } = socket.data;
  if (session !== undefined && !isCheckedLately(session)) await socket.leave(session.room);
}

/** Keeps a socket as it was admitted, or closes it. It may have been muted: joining twice has no further effect. */
async function keepOrEnd(socket: SessionSocket, caller: SessionOwner | undefined): Promise<void> {
  const { session } = socket.data;
  if (session === undefined || !socket.connected) return;
  if (caller === undefined || roomOf(caller) !== session.room) return void socket.disconnect(true);
  session.checkedAtMs = Date.now();
  if (!socket.rooms.has(laggingRoomOf(session.room))) await socket.join(session.room);
}
