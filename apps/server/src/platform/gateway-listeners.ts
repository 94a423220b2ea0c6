import type { Decision } from '@app/base';
import {
  CHANNELS_MAX,
  type PublicFrame,
  type SubscribeAnswer,
  type SubscribeRefusal,
  subscribeRequest,
} from '@app/protocol/socket';
import { type Behind, watchBehind } from './gateway-behind.ts';
import { createOpenChannels, type OpenChannel } from './gateway-channels.ts';
import { hangUp } from './gateway-hang-up.ts';
import { leavePrivate, returnPrivate } from './gateway-private.ts';
import type { SessionServer, SessionSocket } from './gateway-sessions.ts';
import type { Log } from './log.ts';

/** Counters: frames sent to channels, sockets that fell behind, and sockets that never caught up. */
export type ListenerCounts = { sent: number; behind: number; hung_up: number };

/** Subscribers of the public channels. */
export type Listeners = {
  /** Lets a socket subscribe and unsubscribe. */
  serve(socket: SessionSocket): void;
  /** Sockets that do not keep up, also for private frames. */
  readonly behind: Behind;
  close(): void;
};

/** Distinguishes public channels from private ones, which are named after users. */
const PREFIX = 'channel ';

type ListeningDeps = { readonly channels: OpenChannel; readonly counts: ListenerCounts; readonly log: Log };

export function createListeners(io: SessionServer, { channels: openChannel, counts, log }: ListeningDeps): Listeners {
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
      leavePrivate(socket);
    },
    onCaughtUp: (socket) => {
      const isWhole = returnPrivate(socket) && [...namesOf(socket)].every((name) => restart(socket, name));
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
