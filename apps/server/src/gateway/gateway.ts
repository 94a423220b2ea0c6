import type { Server as HttpServer } from 'node:http';
import { type Decision, refuse } from '@app/base';
import {
  CHANNELS_MAX,
  type PublicFrame,
  type SubscribeAnswer,
  type SubscribeRefusal,
  subscribeRequest,
} from '@app/protocol/socket';
import type { Bus } from '../platform/bus/bus.ts';
import { onSessionsEnded } from '../platform/bus/session-events.ts';
import type { FindCaller } from '../platform/http/caller.ts';
import { clientAddress, trustProxies } from '../platform/http/client-address.ts';
import type { Log } from '../platform/process/log.ts';
import { runLoop } from '../platform/process/loop.ts';
import { continueTrace } from '../platform/process/trace.ts';
import { type AddressLimits, capAddresses } from './addresses.ts';
import { createOpenChannels, type OpenChannel } from './channels.ts';
import { hangUp } from './disconnect.ts';
import { type Behind, watchBehind } from './lagging-sockets.ts';
import { capEvents, capSockets, endFloods } from './limits.ts';
import {
  admitSessions,
  createSessionChecks,
  isCheckedLately,
  laggingRoomOf,
  leavePrivate,
  returnPrivate,
  type SessionLookups,
  type SessionServer,
  type SessionSocket,
} from './sessions.ts';
import { openSockets } from './sockets.ts';
import { rememberWrongTokens } from './wrong-tokens.ts';

export type GatewayOptions = SessionLookups & {
  readonly server: HttpServer;
  readonly findCaller: FindCaller;
  readonly bus: Bus;
  readonly log: Log;
  /** Socket limits per address; unlimited unless given. */
  readonly addressLimits?: AddressLimits;
  /** Proxies in front, by address or CIDR; usually the edge. */
  readonly trustedProxies?: readonly string[];
  /** Origins allowed to connect besides the host itself. */
  readonly origins: readonly string[];
  /** Public channels, besides the private ones; none unless given. */
  readonly channels?: OpenChannel;
};

/** Counters for metrics. */
export type GatewayCounts = ListenerCounts & { frames: number; too_many: number; unknown: number; floods: number };

export type Gateway = {
  readonly counts: Readonly<GatewayCounts>;
  socketCount(): number;
  /** Channels that frames can be sent to: one per user and mode, one per public channel and one per socket. */
  rooms(): ReadonlySet<string>;
  /** Disconnects every socket, which then finds another gateway, and closes the server. */
  close(): Promise<void>;
};

const RECHECK_EVERY_MS = 1_000;
const KNOWN_EVENTS: ReadonlySet<string> = new Set(['time', 'subscribe', 'unsubscribe']);
const NO_LIMITS: AddressLimits = { sockets: Number.POSITIVE_INFINITY, handshakes: Number.POSITIVE_INFINITY };
const NO_CHANNELS: OpenChannel = () => refuse('not_found');

/**
 * Creates a gateway of sockets on an HTTP server: it only displays state and decides nothing, so it may die at any
 * time.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const { server, origins, findCaller, bus, log, channels = NO_CHANNELS } = options;
  const { addressLimits = NO_LIMITS, trustedProxies = [] } = options;
  const isTrusted = trustProxies(trustedProxies);
  const addresses = capAddresses(addressLimits, (request) => clientAddress(request, isTrusted));
  const io = openSockets(server, origins, addresses);
  const counts: GatewayCounts = { frames: 0, too_many: 0, unknown: 0, floods: 0, sent: 0, behind: 0, hung_up: 0 };
  const listeners = createListeners(io, { channels, counts, log });
  endFloods(io, () => counts.floods++);
  admitSessions(io, rememberWrongTokens(findCaller), log);
  io.on('connection', (socket) => {
    capSockets(io, socket);
    capEvents(socket, KNOWN_EVENTS, (reason) => counts[reason]++);
    answerTime(socket);
    listeners.serve(socket);
  });
  bus.listenSigned('push.*.*', (frame, subject, trace) => {
    const isSent = pushFrame(io, listeners.behind, { subject, frame, trace });
    if (isSent) counts.frames++;
  });
  const stopRechecking = keepRechecking(io, options);
  return {
    counts,
    socketCount: () => io.of('/').sockets.size,
    rooms: () => new Set(io.of('/').adapter.rooms.keys()),
    close: async () => {
      await stopRechecking();
      listeners.close();
      await io.close();
    },
  };
}

/** Looks for ended sessions every second, and checks at once those reported as ended. Returns a function that stops it. */
function keepRechecking(io: SessionServer, options: GatewayOptions): () => Promise<void> {
  const { bus, log } = options;
  const stopping = new AbortController();
  const checks = createSessionChecks(io, options, log);
  const rechecking = runLoop({ name: 'sessions', everyMs: RECHECK_EVERY_MS, work: checks.look }, stopping.signal, log);
  onSessionsEnded(bus, (ids) => void checks.check(ids));
  return async () => {
    stopping.abort();
    await rechecking;
  };
}

/** Returns the server time, for countdowns that must not trust the phone's clock. */
function answerTime(socket: SessionSocket): void {
  socket.on('time', (...parameters: unknown[]) => {
    const answer = parameters.at(-1);
    if (typeof answer === 'function') answer({ now: Date.now() });
  });
}

/** Counters: frames sent to channels, sockets that fell behind, and sockets that never caught up. */
type ListenerCounts = { sent: number; behind: number; hung_up: number };

/** Subscribers of the public channels. */
type Listeners = {
  /** Lets a socket subscribe and unsubscribe. */
  serve(socket: SessionSocket): void;
  /** Sockets that do not keep up, also for private frames. */
  readonly behind: Behind;
  close(): void;
};

/** Distinguishes public channels from private ones, which are named after users. */
const PREFIX = 'channel ';

type ListeningDeps = { readonly channels: OpenChannel; readonly counts: ListenerCounts; readonly log: Log };

function createListeners(io: SessionServer, { channels: openChannel, counts, log }: ListeningDeps): Listeners {
  const publish = (frame: PublicFrame) => {
    behind.sortOut(PREFIX + frame.channel);
    io.to(PREFIX + frame.channel).emit('frame', frame as never); // Encoded once for all of them.
    counts.sent++;
  };
  const channels = createOpenChannels(openChannel, publish, log);
  const start = (socket: SessionSocket, name: string): Decision<PublicFrame, SubscribeRefusal> => {
    const started = channels.start(name);
    if (started.ok) void socket.join(PREFIX + name); // Synchronous, so that no frame is sent in between.
    return started;
  };
  const restart = (socket: SessionSocket, name: string): boolean => {
    const started = start(socket, name);
    if (started.ok) socket.emit('frame', started.value as never);
    return started.ok;
  };
  const behind = watchBehind(io, {
    onFallen: (socket) => {
      counts.behind++;
      for (const name of namesOf(socket)) void socket.leave(PREFIX + name);
      fallBehind(socket);
    },
    onCaughtUp: (socket) => {
      const isWhole = catchUp(socket) && [...namesOf(socket)].every((name) => restart(socket, name));
      if (!isWhole) hangUp(socket.conn); // Its app reconnects and fetches everything.
    },
    onGivenUp: (socket) => {
      counts.hung_up++;
      hangUp(socket.conn);
    },
  });
  io.of('/').adapter.on('delete-room', (room: string) => {
    if (room.startsWith(PREFIX)) channels.close(room.slice(PREFIX.length));
  });
  return {
    behind,
    serve: (socket) => {
      socket.on('subscribe', (...sent: unknown[]) => {
        if (behind.has(socket)) return; // Its app will retry; an answer would only add to the queue.
        answer(
          sent,
          admit(socket, sent[0], (name) => start(socket, name)),
        );
      });
      socket.on('unsubscribe', (sent: unknown) => {
        const { data } = subscribeRequest.safeParse(sent);
        if (data !== undefined && namesOf(socket).delete(data.channel)) void socket.leave(PREFIX + data.channel);
      });
    },
    close: () => {
      behind.stop();
      channels.closeAll();
    },
  };
}

/** Returns the channels a socket subscribes to, also while it is behind. */
const namesOf = ({ data }: SessionSocket): Set<string> => (data.channels ??= new Set());

type Start = (name: string) => Decision<PublicFrame, SubscribeRefusal>;

function admit(socket: SessionSocket, sent: unknown, start: Start): ReturnType<Start> {
  const { data } = subscribeRequest.safeParse(sent);
  const names = namesOf(socket);
  if (data === undefined) return { ok: false, code: 'parameter_error' };
  if (names.size >= CHANNELS_MAX && !names.has(data.channel)) return { ok: false, code: 'not_allowed' };
  const started = start(data.channel);
  if (started.ok) names.add(data.channel);
  return started;
}

function answer(sent: readonly unknown[], started: ReturnType<Start>): void {
  const reply = sent.at(-1);
  const answer: SubscribeAnswer = started.ok ? { ok: true, frame: started.value } : { ok: false, error: started.code };
  if (typeof reply === 'function') reply(answer);
}

type Push = { readonly subject: string; readonly frame: unknown; readonly trace: string | undefined };

/**
 * Sends `push.<user>.<book>` unchanged to that private channel; the producer numbered it. Returns whether any socket
 * received it.
 */
function pushFrame(io: SessionServer, behind: Behind, push: Push): boolean {
  const [, userId, book, ...rest] = push.subject.split('.');
  const room = `${userId}:${book}`;
  if (rest.length > 0) return false;
  behind.sortOut(room);
  const { adapter, sockets } = io.of('/');
  for (const id of adapter.rooms.get(laggingRoomOf(room)) ?? []) {
    const session = sockets.get(id)?.data.session;
    if (session !== undefined) session.hasMissed = true;
  }
  // Most private channels are on other gateways: checking first avoids encoding a frame without a recipient.
  const recipients = adapter.rooms.get(room)?.size ?? 0;
  if (recipients === 0) return false;
  const span = continueTrace('push', push.trace, { kind: 'consumer', attributes: { sockets: recipients } });
  io.to(room).emit('frame', push.frame as never); // Shaped by the producer's codec; forwarded unchanged here.
  span?.end();
  return true;
}

/** Stops private frames to a socket that does not read. */
function fallBehind(socket: SessionSocket): void {
  const { session } = socket.data;
  if (session === undefined) return;
  session.isBehind = true;
  leavePrivate(socket, session);
}

/** Resumes private frames to a socket that reads again; false if it missed one, or its session is not known to live. */
function catchUp(socket: SessionSocket): boolean {
  const { session } = socket.data;
  if (session === undefined) return true;
  session.isBehind = false;
  return isCheckedLately(session) && returnPrivate(socket, session);
}
