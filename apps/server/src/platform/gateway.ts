import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Bus } from './bus.ts';
import { capEvents, endFloods, isOriginAllowed, PAYLOAD_BYTES_MAX } from './gateway-limits.ts';
import { admitSessions, recheckSessions, type SessionServer, type SessionSocket } from './gateway-sessions.ts';
import type { Log } from './log.ts';
import { runLoop } from './loop.ts';
import type { FindCaller, FindSessions } from './serve.ts';
import { onSessionsEnded } from './session-hint.ts';

export type GatewayOptions = {
  readonly server: HttpServer;
  readonly findCaller: FindCaller;
  readonly findSessions: FindSessions;
  readonly bus: Bus;
  readonly log: Log;
  /** Origins that may connect besides the host itself. */
  readonly origins: readonly string[];
};

/** What happened so far, for metrics. */
export type GatewayCounts = { frames: number; too_many: number; unknown: number; floods: number };

export type Gateway = {
  readonly counts: Readonly<GatewayCounts>;
  socketCount(): number;
  /** Where frames can go: a room per user and book, and one per socket. */
  rooms(): ReadonlySet<string>;
  /** Says goodbye to every socket, which then finds another gateway, and closes the server. */
  close(): Promise<void>;
};

const RECHECK_EVERY_MS = 1_000;
const KNOWN_EVENTS: ReadonlySet<string> = new Set(['time']);

/** Sockets on an HTTP server: it shows people what happened and decides nothing, so it may die at any moment. */
export function createGateway(options: GatewayOptions): Gateway {
  const { findCaller, bus, log } = options;
  const io = openSockets(options);
  const counts: GatewayCounts = { frames: 0, too_many: 0, unknown: 0, floods: 0 };
  endFloods(io, () => counts.floods++);
  admitSessions(io, findCaller, log);
  io.on('connection', (socket) => {
    capEvents(socket, KNOWN_EVENTS, (reason) => counts[reason]++);
    answerTime(socket);
  });
  bus.listen('push.>', (frame, subject) => {
    if (pushFrame(io, subject, frame)) counts.frames++;
  });
  const stopRechecking = keepRechecking(io, options);
  return {
    counts,
    socketCount: () => io.of('/').sockets.size,
    rooms: () => new Set(io.of('/').adapter.rooms.keys()),
    close: async () => {
      await stopRechecking();
      await io.close();
    },
  };
}

const openSockets = ({ server, origins }: GatewayOptions): SessionServer =>
  new Server(server, {
    transports: ['polling', 'websocket'],
    serveClient: false,
    maxHttpBufferSize: PAYLOAD_BYTES_MAX,
    connectTimeout: 10_000,
    cors: { origin: [...origins] },
    allowRequest: (request, answer) => answer(null, isOriginAllowed(request, origins)),
  });

/** Every second all of them, and at once those that are said to have ended. Returns how to stop. */
function keepRechecking(io: SessionServer, { findSessions, bus, log }: GatewayOptions): () => Promise<void> {
  const stopping = new AbortController();
  const work = () => recheckSessions({ io, findSessions, log });
  const rechecking = runLoop({ name: 'sessions', everyMs: RECHECK_EVERY_MS, work }, stopping.signal, log);
  onSessionsEnded(bus, (only) => void recheckSessions({ io, findSessions, log, only }));
  return async () => {
    stopping.abort();
    await rechecking;
  };
}

/** `push.<user>.<book>` goes to that room as it came; the producer numbered it. */
function pushFrame(io: SessionServer, subject: string, frame: unknown): boolean {
  const [, userId, book, ...rest] = subject.split('.');
  const room = `${userId}:${book}`;
  // Most rooms are on other gateways: asking first saves writing a frame for nobody.
  if (rest.length > 0 || !io.of('/').adapter.rooms.has(room)) return false;
  io.to(room).emit('frame', frame as never); // The producer's codec gave it its shape; here it is passed on.
  return true;
}

/** For countdowns that must not trust the phone's clock. */
function answerTime(socket: SessionSocket): void {
  socket.on('time', (...parameters: unknown[]) => {
    const answer = parameters.at(-1);
    if (typeof answer === 'function') answer({ now: Date.now() });
  });
}
