import { setTimeout as pause } from 'node:timers/promises';
import type { RefusalCode } from '@app/protocol';
import type { Server, Socket } from 'socket.io';
import type {
  FindCaller,
  FindEndedSessions,
  FindSessions,
  LiveSession,
  SessionOwner,
} from '../platform/http/caller.ts';
import type { Log } from '../platform/process/log.ts';
import { hangUp } from './disconnect.ts';

/** Gateway state of a socket; a visitor's has no session. The token is not stored: it changes, its session stays. */
type Session = {
  readonly id: bigint;
  readonly room: string;
  checkedAtMs: number;
  /** What its row said last; undefined until it was read after the socket was admitted. */
  row?: { readonly readAtMs: number; readonly endsAtMs: number };
  /** It gets no private frames, because lookups fail. */
  isMuted?: boolean;
  /** It gets no private frames, because it does not read. */
  isBehind?: boolean;
  /** A private frame was not sent for one of these reasons: only a reconnect makes its app fetch again. */
  hasMissed?: boolean;
};
export type SessionData = { session?: Session /** Public channels it subscribes to. */; channels?: Set<string> };
export type SessionServer = Server<SocketEvents, SocketEvents, SocketEvents, SessionData>;
export type SessionSocket = Socket<SocketEvents, SocketEvents, SocketEvents, SessionData>;
type SocketEvents = Record<string, (...parameters: never[]) => void>;

/** Time without a successful session lookup after which a socket gets no private frames until lookups work again. */
const UNCHECKED_MS_MAX = 3_000;
/** Lookup timeout: a database that does not respond counts as failed, and muting must not wait for it. */
const LOOKUP_MS_MAX = 1_500;

/** Returns the private channel of a session: its user and mode, both from the session row. */
export const roomOf = ({ userId, mode }: Pick<SessionOwner, 'userId' | 'mode'>): string => `${userId}:${mode}`;

/** Returns the channel of sockets that get no private frames for now. */
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
  socket.data.session = { id: found.caller.sessionId, room, checkedAtMs: performance.now() };
  await socket.join(room);
  return undefined;
}

export type SessionLookups = {
  readonly findSessions: FindSessions;
  readonly findEndedSessions: FindEndedSessions;
};

export type SessionChecks = {
  /** Closes the sockets of every session that ended since the last look, whether a hint reported it or not. */
  look(): Promise<void>;
  /** Checks these sessions now, because a hint reported their end. */
  check(ids: ReadonlySet<bigint>): Promise<void>;
};

/**
 * Longest time between two lookups of a session's own row, by half of it more or less: rows tell what no ended session
 * does, such as a shorter setting or a deleted row.
 */
const ROW_CHECK_EVERY_MS = 60_000;

/**
 * Creates the checks of sessions. A look asks for what changed instead of reading every session: sockets cost the
 * database nothing while nothing ends. A session's own row is read when a socket was admitted, when it was reported
 * as ended, when it would have ended by itself, and about once a minute.
 */
export function createSessionChecks(io: SessionServer, lookups: SessionLookups, log: Log): SessionChecks {
  let since: string | undefined;
  /** Reported as ended, with the number of the last report; kept until their rows were read after it. */
  const reported = new Map<bigint, number>();
  let reports = 0;
  const report = (id: bigint) => void reported.set(id, ++reports);
  const checkRows = async (bySession: SocketsBySession, ids: readonly bigint[]) => {
    if (ids.length === 0) return;
    const startedMs = performance.now();
    const reportsBefore = reports;
    const live = await inTime(lookups.findSessions(ids));
    for (const id of ids) {
      for (const socket of bySession.get(id) ?? []) keepOrEnd(socket, live.get(id), startedMs);
      if ((reported.get(id) ?? 0) <= reportsBefore) reported.delete(id); // A later report needs a later read.
    }
  };
  return {
    look: async () => {
      const startedMs = performance.now();
      try {
        const { ids, upTo } = await inTime(lookups.findEndedSessions(since));
        const bySession = groupBySession(io); // Read after the look: a socket that connected during it is new, and due.
        for (const id of ids) if (bySession.has(id)) report(id);
        since = upTo;
        const due = [...bySession].filter(([, sockets]) => sockets.some(isRowDue)).map(([id]) => id);
        await checkRows(bySession, [...new Set([...reported.keys(), ...due])]);
        for (const sockets of bySession.values()) for (const socket of sockets) confirm(socket, startedMs);
      } catch (error) {
        log.warn({ err: error }, 'gateway.session_recheck_failed');
        for (const socket of io.of('/').sockets.values()) silenceIfOld(socket);
      }
    },
    check: async (ids) => {
      const bySession = groupBySession(io);
      const here = [...ids].filter((id) => bySession.has(id));
      for (const id of here) report(id);
      await checkRows(bySession, here).catch((error: unknown) => {
        log.warn({ err: error }, 'gateway.session_recheck_failed'); // The next look checks them again.
      });
    },
  };
}

type SocketsBySession = ReadonlyMap<bigint, readonly SessionSocket[]>;

function groupBySession(io: SessionServer): SocketsBySession {
  const bySession = new Map<bigint, SessionSocket[]>();
  for (const socket of io.of('/').sockets.values()) {
    const id = socket.data.session?.id;
    if (id === undefined) continue;
    const known = bySession.get(id);
    if (known === undefined) bySession.set(id, [socket]);
    else known.push(socket);
  }
  return bySession;
}

/** Whether a socket's session must be read again; spread by id, so that sockets that came together are not read together. */
function isRowDue({ data: { session } }: SessionSocket): boolean {
  if (session?.row === undefined) return true;
  const spreadMs = ROW_CHECK_EVERY_MS / 2 + Number(session.id % BigInt(ROW_CHECK_EVERY_MS / 2));
  return performance.now() >= Math.min(session.row.endsAtMs, session.row.readAtMs + spreadMs);
}

async function inTime<Found>(lookup: Promise<Found>): Promise<Found> {
  const answered = new AbortController();
  const tooLate = pause(LOOKUP_MS_MAX, undefined, { signal: answered.signal }).then(() => {
    throw new Error('no answer in time');
  });
  try {
    return await Promise.race([lookup, tooLate]);
  } finally {
    answered.abort();
    tooLate.catch(() => {}); // Aborted by the answer.
  }
}

/** Whether the session was recently confirmed as alive. */
export const isCheckedLately = ({ checkedAtMs }: Session): boolean =>
  performance.now() - checkedAtMs <= UNCHECKED_MS_MAX;

function silenceIfOld(socket: SessionSocket): void {
  const { session } = socket.data;
  if (session === undefined || isCheckedLately(session)) return;
  session.isMuted = true;
  leavePrivate(socket, session);
}

/** Stops private frames to a socket; from now on it is recorded whether it missed any. */
export function leavePrivate(socket: SessionSocket, { room }: Session): void {
  void socket.leave(room); // Synchronous, like `join`: no frame is sent in between.
  void socket.join(laggingRoomOf(room));
}

/** Resumes private frames to a socket; false if it missed one. */
export function returnPrivate(socket: SessionSocket, { room, hasMissed }: Session): boolean {
  if (hasMissed === true) return false;
  void socket.leave(laggingRoomOf(room));
  void socket.join(room);
  return true;
}

/** Keeps a socket as it was admitted, or closes it. */
function keepOrEnd(socket: SessionSocket, found: LiveSession | undefined, readAtMs: number): void {
  const { session } = socket.data;
  if (session === undefined || !socket.connected) return;
  if (found === undefined || roomOf(found) !== session.room) return void socket.disconnect(true);
  session.row = { readAtMs, endsAtMs: readAtMs + found.endsInMs };
}

/** Confirms that a session was alive at a time, and ends its muting; an app that missed a frame must fetch again. */
function confirm(socket: SessionSocket, atMs: number): void {
  const { session } = socket.data;
  if (session === undefined || !socket.connected) return;
  session.checkedAtMs = Math.max(session.checkedAtMs, atMs);
  if (session.isMuted !== true || !isCheckedLately(session)) return;
  session.isMuted = false;
  if (session.isBehind !== true && !returnPrivate(socket, session)) hangUp(socket.conn);
}
