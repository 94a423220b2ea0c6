import type { Server as HttpServer } from 'node:http';
import { refuse } from '@app/base';
import type { Bus } from './bus.ts';
import type { FindCaller, FindSessions } from './caller.ts';
import { clientAddress, trustProxies } from './client-address.ts';
import { type AddressLimits, capAddresses } from './gateway-addresses.ts';
import type { OpenChannel } from './gateway-channels.ts';
import { capEvents, capSockets, endFloods } from './gateway-limits.ts';
import { createListeners, type ListenerCounts } from './gateway-listeners.ts';
import { pushFrame } from './gateway-private.ts';
import { admitSessions, recheckSessions, type SessionServer, type SessionSocket } from './gateway-sessions.ts';
import { openSockets } from './gateway-sockets.ts';
import type { Log } from './log.ts';
import { runLoop } from './loop.ts';
import { onSessionsEnded } from './session-events.ts';
import { rememberWrongTokens } from './wrong-tokens.ts';

export type GatewayOptions = {
  readonly server: HttpServer;
  readonly findCaller: FindCaller;
  readonly findSessions: FindSessions;
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
  bus.listen('push.>', (frame, subject) => {
    if (pushFrame(io, listeners.behind, { subject, frame })) counts.frames++;
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

/** Rechecks all sessions every second, and at once those reported as ended. Returns a function that stops it. */
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

/** Returns the server time, for countdowns that must not trust the phone's clock. */
function answerTime(socket: SessionSocket): void {
  socket.on('time', (...parameters: unknown[]) => {
    const answer = parameters.at(-1);
    if (typeof answer === 'function') answer({ now: Date.now() });
  });
}
