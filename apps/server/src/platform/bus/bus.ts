import { connect, errors, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Log } from '../process/log.ts';

/** Hints between processes: "look now", and what sockets publish. Any message may be lost at any time. */
export type Bus = {
  /** Publishes a hint. Never waits and never throws: the state is already committed. */
  publish(subject: string, message: unknown): void;
  /**
   * Calls back for every hint under a subject (`push.>` for all below `push`), until the bus closes or the returned
   * function is called.
   */
  listen(subject: string, onMessage: (message: unknown, subject: string) => void): () => void;
  /** Sends a request to the responders of a subject; rejects with `RequestFailed`. */
  request(subject: string, question: unknown, withinMs: number): Promise<unknown>;
  /**
   * Handles requests. Every responder receives every request, and the first response counts: a responder that is not
   * certain a request is its own must stay silent. The returned function stops it.
   */
  respond(subject: string, onQuestion: (question: unknown, reply: (respond: unknown) => void) => void): () => void;
  /** Resolves when the bus was up for the first time; only tests need to wait. */
  opened(): Promise<void>;
  /** Whether the server can be reached right now; for health only. */
  isUp(): boolean;
  close(): Promise<void>;
};

/** No response arrived. `isDelivered` is false if the request certainly reached no responder. */
export class RequestFailed extends Error {
  readonly isDelivered: boolean;

  constructor(isDelivered: boolean, cause?: unknown) {
    super(isDelivered ? 'the request got no response in time' : 'the request has no responder', { cause });
    this.name = 'RequestFailed';
    this.isDelivered = isDelivered;
  }
}

/** Connects in the background and reconnects for ever: a process starts, serves and stops without its bus. */
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
      log.info({ up }, 'bus.connection_changed');
    });
  });
  const join = (listener: Listener) => {
    listeners.add(listener);
    if (connection !== undefined) subscribe(connection, listener, log);
    return () => {
      listeners.delete(listener);
      if (connection?.isClosed() === false) listener.subscription?.unsubscribe();
    };
  };
  return {
    publish: (subject, message) => {
      if (isUp && connection?.isClosed() === false) connection.publish(subject, JSON.stringify(message));
    },
    listen: (subject, onMessage) => join({ subject, onMessage }),
    request: (subject, question, withinMs) => {
      // A request sent while the connection is down might be delivered once it is up again.
      if (!isUp || connection === undefined || connection.isClosed()) return Promise.reject(new RequestFailed(false));
      return request(connection, { subject, question, withinMs });
    },
    respond: (subject, onQuestion) => join({ subject, onQuestion }),
    opened: () => firstUp,
    isUp: () => isUp,
    close: async () => {
      await connection?.close();
    },
  };
}

type Listener = {
  readonly subject: string;
  readonly onMessage?: (message: unknown, subject: string) => void;
  readonly onQuestion?: (question: unknown, reply: (respond: unknown) => void) => void;
  /** Set once the bus is up. */
  subscription?: Subscription;
};

function subscribe(connection: NatsConnection, listener: Listener, log: Log): void {
  const { onMessage, onQuestion } = listener;
  listener.subscription = connection.subscribe(listener.subject, {
    callback: (error, message) => {
      if (error !== null) return;
      readMessage(
        message.string(),
        (publish) => {
          onMessage?.(publish, message.subject);
          onQuestion?.(publish, (respond) => void (isOpen(connection) && message.respond(JSON.stringify(respond))));
        },
        log,
      );
    },
  });
}

const isOpen = (connection: NatsConnection) => !connection.isClosed();

type Question = { readonly subject: string; readonly question: unknown; readonly withinMs: number };

async function request(connection: NatsConnection, { subject, question, withinMs }: Question): Promise<unknown> {
  try {
    const respond = await connection.request(subject, JSON.stringify(question), { timeout: withinMs });
    return respond.json();
  } catch (error) {
    throw new RequestFailed(!hasNoResponders(error), error);
  }
}

const hasNoResponders = (error: unknown): boolean =>
  error instanceof errors.NoRespondersError ||
  (error instanceof Error && error.cause instanceof errors.NoRespondersError);

/** Parses a hint and passes it on. A failing listener does not affect the next hint. */
function readMessage(text: string, use: (publish: unknown) => void, log: Log): void {
  try {
    use(JSON.parse(text));
  } catch (error) {
    log.warn({ err: error }, 'bus.listener_failed');
  }
}

async function watch(connection: NatsConnection, onChange: (up: boolean) => void): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') onChange(false);
    if (type === 'reconnect') onChange(true);
  }
}
