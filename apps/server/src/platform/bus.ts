import { connect, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Log } from './log.ts';

/** Hints between processes: "look now", and what sockets are shown. Anything here may be lost at any moment. */
export type Bus = {
  /** Never waits and never throws: the truth is already committed. */
  hint(subject: string, message: unknown): void;
  /** Calls back for every hint under a subject (`push.>` for all below `push`), until the bus closes or the answer is called. */
  listen(subject: string, onHint: (message: unknown, subject: string) => void): () => void;
  /** Resolves when it was up for the first time; nobody but tests need wait. */
  opened(): Promise<void>;
  /** Whether the server can be reached right now; for health only. */
  isUp(): boolean;
  close(): Promise<void>;
};

/** Connects in the background, and for ever again: a process starts, serves and stops without its bus. */
export function openBus(url: string, name: string, log: Log): Bus {
  const listeners = new Set<Listener>();
  let connection: NatsConnection | undefined;
  let isUp = false;
  const opening = connect({
    servers: url,
    name,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
  });
  const firstUp = opening.then((opened) => {
    connection = opened;
    isUp = true;
    for (const listener of listeners) subscribe(opened, listener, log);
    void watch(opened, (up) => {
      isUp = up;
      log.info({ up }, 'the bus changed');
    });
  });
  return {
    hint: (subject, message) => {
      if (isUp && connection?.isClosed() === false) connection.publish(subject, JSON.stringify(message));
    },
    listen: (subject, onHint) => {
      const listener: Listener = { subject, onHint };
      listeners.add(listener);
      if (connection !== undefined) subscribe(connection, listener, log);
      return () => {
        listeners.delete(listener);
        if (connection?.isClosed() === false) listener.subscription?.unsubscribe();
      };
    },
    opened: () => firstUp,
    isUp: () => isUp,
    close: async () => {
      await connection?.close();
    },
  };
}

type Listener = {
  readonly subject: string;
  readonly onHint: (message: unknown, subject: string) => void;
  /** Once the bus is up. */
  subscription?: Subscription;
};

function subscribe(connection: NatsConnection, listener: Listener, log: Log): void {
  listener.subscription = connection.subscribe(listener.subject, {
    callback: (error, message) => {
      if (error === null) readHint(message.string(), (hint) => listener.onHint(hint, message.subject), log);
    },
  });
}

/** A listener's failure is its own: the next hint comes all the same. */
function readHint(text: string, use: (hint: unknown) => void, log: Log): void {
  try {
    use(JSON.parse(text));
  } catch (error) {
    log.warn({ error: String(error) }, 'a hint was not understood');
  }
}

async function watch(connection: NatsConnection, onChange: (up: boolean) => void): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') onChange(false);
    if (type === 'reconnect') onChange(true);
  }
}
