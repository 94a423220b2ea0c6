import { CHANNELS_MAX } from '@app/protocol/socket';
import type { SessionServer, SessionSocket } from './sessions.ts';

/**
 * Maximum wait of a queued packet: older data is stale on arrival, so the socket gets nothing until it reads again,
 * then a new snapshot.
 */
const WAITING_MS_MAX = 1_000;
/**
 * Maximum queued packets: a healthy socket receives a packet of each of its channels at once; twice that is a queue.
 */
const WAITING_PACKETS_MAX = 2 * CHANNELS_MAX;
/**
 * Time after which a socket that reads nothing is considered dead, whatever its connection state; the app gives up
 * after the same time.
 */
const BEHIND_MS_MAX = 15_000;
const LOOK_EVERY_MS = 250;

/** Sockets that do not keep up. Nothing is buffered for them beyond what their connections already hold. */
export type Behind = {
  /** Finds slow sockets among the subscribers of a channel, before anything more is sent to it. */
  sortOut(room: string): void;
  has(socket: SessionSocket): boolean;
  stop(): void;
};

export type BehindEvents = {
  readonly onFallen: (socket: SessionSocket) => void;
  readonly onCaughtUp: (socket: SessionSocket) => void;
  readonly onGivenUp: (socket: SessionSocket) => void;
};

/** Packet at the head of a queue: a different one later means that the connection took this one. */
type Waiting = { readonly packet: unknown; readonly sinceMs: number };

export function watchBehind(io: SessionServer, { onFallen, onCaughtUp, onGivenUp }: BehindEvents): Behind {
  const { sockets, adapter } = io.of('/');
  const waiting = new WeakMap<SessionSocket, Waiting>();
  const behindSince = new Map<SessionSocket, number>();
  const isSlow = (socket: SessionSocket, nowMs: number) => {
    const packets = packetsWaiting(socket);
    const known = waiting.get(socket);
    const oldest = known !== undefined && known.packet === packets[0] ? known : { packet: packets[0], sinceMs: nowMs };
    waiting.set(socket, oldest);
    if (packets.length === 0) return false;
    return packets.length > WAITING_PACKETS_MAX || nowMs - oldest.sinceMs > WAITING_MS_MAX;
  };
  const look = (socket: SessionSocket, sinceMs: number) => {
    const isReading = socket.conn.transport.writable && packetsWaiting(socket).length === 0;
    const isOver = performance.now() - sinceMs > BEHIND_MS_MAX;
    if (socket.connected && !isReading && !isOver) return;
    behindSince.delete(socket);
    waiting.delete(socket);
    if (socket.connected) (isReading ? onCaughtUp : onGivenUp)(socket);
  };
  const timer = setInterval(() => {
    for (const [socket, sinceMs] of behindSince) look(socket, sinceMs);
  }, LOOK_EVERY_MS);
  return {
    sortOut: (room) => {
      const nowMs = performance.now();
      for (const id of adapter.rooms.get(room) ?? []) {
        const socket = sockets.get(id);
        if (socket === undefined || !isSlow(socket, nowMs)) continue;
        behindSince.set(socket, nowMs);
        onFallen(socket);
      }
    },
    has: (socket) => behindSince.has(socket),
    stop: () => clearInterval(timer),
  };
}

/** Returns the packets not yet handed to the connection, because it has not taken the previous ones. */
function packetsWaiting({ conn }: SessionSocket): readonly unknown[] {
  // A private field of Engine.io, which exposes nowhere else that a client does not read; a test would detect its
  // removal.
  return (conn as unknown as { readonly writeBuffer: readonly unknown[] }).writeBuffer;
}
