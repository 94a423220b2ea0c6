import { setTimeout as pause } from 'node:timers/promises';
import { connectionOptions } from '@app/server/platform/bus/connection-options';
import { connect } from '@nats-io/transport-node';
import { io } from 'socket.io-client';

/** Block as received over the bus, with its time of arrival. */
export type Message = {
  readonly number: number;
  readonly atMs: number;
  readonly body: string;
  readonly receivedMs: number;
};

export type Listener = {
  readonly messages: readonly Message[];
  /** Resolves with the first block sealed from now on. */
  next(withinMs: number): Promise<Message>;
  close(): Promise<void>;
};

/** Records everything that is published, because a client may have acted on it. */
export async function openListener(natsUrl: string): Promise<Listener> {
  const connection = await connect({ ...connectionOptions({ url: natsUrl }), maxReconnectAttempts: -1 });
  const messages: Message[] = [];
  connection.subscribe('prices.block', {
    callback: (_error, message) => {
      const receivedMs = Date.now();
      messages.push({ ...message.json<Omit<Message, 'receivedMs'>>(), receivedMs });
    },
  });
  await connection.flush();
  const next = async (withinMs: number) => {
    const known = messages.length;
    const sinceMs = Date.now();
    for (const deadlineMs = sinceMs + withinMs; Date.now() < deadlineMs; await pause(2)) {
      const message = messages.slice(known).find(({ atMs }) => atMs > sinceMs);
      if (message !== undefined) return message;
    }
    throw new Error(`no block for ${withinMs} ms`);
  };
  return { messages, next, close: () => connection.close() };
}

/** Frame of the quotes channel: the newest block it shows, and its time of arrival. */
export type Frame = { readonly seq: number; readonly receivedMs: number };

export type Sockets = {
  readonly frames: readonly Frame[];
  /** Waits until a block, or a later one, was shown; gives up after a timeout. */
  reach(seq: number): Promise<void>;
  close(): void;
};

const REACH_MS_MAX = 5_000;

/** Watches all quotes as the app does. */
export async function watchQuotes(port: number): Promise<Sockets> {
  const socket = io(`http://127.0.0.1:${port}`, { transports: ['websocket'] });
  const frames: Frame[] = [];
  socket.on('frame', (frame: { channel: string; seq: string }) => {
    if (frame.channel === 'quotes') frames.push({ seq: Number(frame.seq), receivedMs: Date.now() });
  });
  const answer: { ok: boolean } = await socket.timeout(REACH_MS_MAX).emitWithAck('subscribe', { channel: 'quotes' });
  if (!answer.ok) throw new Error(`the gateway refused: ${JSON.stringify(answer)}`);
  const reach = async (seq: number) => {
    const deadlineMs = Date.now() + REACH_MS_MAX;
    while ((frames.at(-1)?.seq ?? 0) < seq && Date.now() < deadlineMs) await pause(20);
  };
  return { frames, reach, close: () => void socket.disconnect() };
}
