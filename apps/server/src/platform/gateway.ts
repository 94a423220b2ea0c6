import type { Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import type { Bus } from './bus.ts';
import { capEvents, endFloods, isOriginAllowed, PAYLOAD_BYTES_MAX } from './gateway-limits.ts';
import { admitSessions, recheckSessions, type SessionServer, type SessionSocket } from './gateway-sessions.ts';
import type { Log } from './log.ts';
import { runLoop } from './loop.ts';
import type { FindCaller } from './serve.ts';

export type GatewayOptions = {
  readonly server: HttpServer;
  readonly findCaller: FindCaller;
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
  /** Says goodbye to every socket, which then finds another gateway, and closes the server. */
  close(): Promise<void>;
};

const RECHECK_EVERY_MS = 1_000;
const KNOWN_EVENTS: ReadonlySet<string> = new Set(['time']);

/** Sockets on an HTTP server: it shows people what happened and decides nothing, so it may die at any moment. */
export function createGateway({ server, findCaller, bus, log, origins }: GatewayOptions): Gateway {
  const io: SessionServer = new Server(server, {
    transports: ['polling', 'websocket'],
    serveClient: false,
    maxHttpBufferSize: PAYLOAD_BYTES_MAX,
    connectTimeout: 10_000,
    cors: { origin: [...origins] },
    allowRequest: (request, answer) => answer(null, isOriginAllowed(request, origins)),
  });
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
  const stopping = new AbortController();
  const recheck = { name: 'sessions', everyMs: RECHECK_EVERY_MS, work: () => recheckSessions(io, findCaller, log) };
  const rechecking = runLoop(recheck, stopping.signal, log);
  return {
    counts,
    socketCount: () => io.of('/').sockets.size,
    close: async () => {
      stopping.abort();
      await rechecking;
      await io.close();
    },
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
