import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';

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
  const connection = await connect({ servers: natsUrl, maxReconnectAttempts: -1 });
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
