import { setTimeout as pause } from 'node:timers/promises';
import { connect, errors, type Msg, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import type { Log } from '../process/log.ts';
import { currentTraceparent } from '../process/trace.ts';
import { type BusAddress, connectionOptions } from './connection-options.ts';
import { splitBySize } from './message-size.ts';
import { createRefusedMessages, type RefusedKind, type RefusedMessages } from './refused-messages.ts';
import { type BusKeys, openMessage, signMessage } from './signed-message.ts';
import { createRequester, createResponder, type OnQuestion, type Requester, RequestFailed } from './signed-requests.ts';

/**
 * Messages between processes. Any may be lost at any time, and strangers may send some: what must be believed is
 * signed, and everything else is only a reason to look.
 */
export type Bus = {
  /** Publishes a hint. Never waits and never throws: the state is already committed. */
  publish(subject: string, message: unknown): void;
  /** Calls back for every hint under a subject, until the bus closes or the returned function is called. */
  listen(subject: string, onMessage: OnMessage): () => void;
  /** Publishes what listeners show as it is; signed with the push key. */
  publishSigned(subject: string, message: unknown): void;
  /** Publishes messages of several subjects together, in as few as their size allows, to who listens to `subject`. */
  publishAllSigned(subject: string, messages: readonly SignedPush[]): void;
  /**
   * Like `listen`, but only for recent messages that a holder of the push key signed for this very subject. Messages
   * that were published together arrive one by one, under their own subjects.
   */
  listenSigned(subject: string, onMessage: OnMessage): () => void;
  /** Sends a signed request to the responders of a subject; rejects with `RequestFailed`. */
  request(subject: string, question: unknown, withinMs: number): Promise<unknown>;
  /**
   * Handles signed requests. Every responder receives every request, and the first valid response counts: a responder
   * that is not certain a request is its own must stay silent. The returned function stops it.
   */
  respond(subject: string, onQuestion: OnQuestion): () => void;
  /** Resolves when the bus was up for the first time; only tests need to wait. */
  opened(): Promise<void>;
  /** Whether the server can be reached right now. */
  isUp(): boolean;
  /** Lists health problems: not connected, credentials refused, or a subject that this user may not use. */
  check(): readonly string[];
  /** Counts of what was not sent, and of requests that got no answer. */
  counts(): Readonly<BusCounts>;
  /** Counts of messages that were not believed. */
  refused(): Readonly<Record<RefusedKind, number>>;
  close(): Promise<void>;
};

/** A message for one subject, with the trace it is part of, if that is recorded. */
export type SignedPush = { readonly subject: string; readonly message: unknown; readonly trace?: string | undefined };

/** `lost`: messages published while the bus was away. `unsent`, `unanswered`: failed requests. */
export type BusCounts = { lost: number; unsent: number; unanswered: number };

/** `trace` is the sender's `traceparent` if it records this trace; only signed messages carry one. */
type OnMessage = (message: unknown, subject: string, trace?: string) => void;

export type BusOptions = BusAddress & {
  /** Name of the process, which is also its inbox: `_INBOX_<name>`. Permissions of the server confine it to that. */
  readonly name: string;
  readonly log: Log;
  /** Keys of commands and their answers; only api and engine have them. */
  readonly engineKeys?: BusKeys | undefined;
  /** Keys of pushes and order books; their producers and the gateway have them. */
  readonly pushKeys?: BusKeys | undefined;
};

const RETRY_MS = 250;
/** Largest difference between the sender's clock and ours, in both directions. */
const PUSH_AGE_MS_MAX = 60_000;

/** Connects in the background and reconnects for ever: a process starts, serves and stops without its bus. */
export function openBus(options: BusOptions): Bus {
  const { log, engineKeys = [], pushKeys = [] } = options;
  const refused = createRefusedMessages(log);
  const listeners = new Set<Listener>();
  const closing = new AbortController();
  const problems = createProblems(log);
  let connection: NatsConnection | undefined;
  let requester: Requester | undefined;
  const firstUp = keepConnecting(options, problems, closing.signal).then((opened) => {
    connection = opened;
    if (opened === undefined) return; // Closed before it was up.
    problems.up();
    for (const listener of listeners) subscribe(opened, listener, log);
    void watch(opened, problems);
  });
  const counts: BusCounts = { lost: 0, unsent: 0, unanswered: 0 };
  const send = (subject: string, text: string, parts = 1) => {
    const opened = ready();
    if (opened === undefined) counts.lost += parts;
    else opened.publish(subject, text);
  };
  const attempt = (subject: string, work: () => void) => {
    try {
      work();
    } catch (error) {
      log.warn({ subject, err: error }, 'bus.message_failed');
    }
  };
  const countFailed = (error: unknown): never => {
    if (error instanceof RequestFailed) counts[error.isDelivered ? 'unanswered' : 'unsent']++;
    throw error;
  };
  const ready = () => (problems.isUp() && connection?.isClosed() === false ? connection : undefined);
  const join = (subject: string, receiver: Listener['receiver']) => {
    const listener: Listener = { subject, receiver };
    listeners.add(listener);
    if (connection !== undefined) subscribe(connection, listener, log);
    return () => {
      listeners.delete(listener);
      if (connection?.isClosed() === false) listener.subscription?.unsubscribe();
    };
  };
  return {
    publish: (subject, message) => send(subject, JSON.stringify(message)),
    listen: (subject, onMessage) =>
      join(subject, () => (message) => onMessage(JSON.parse(message.string()), message.subject)),
    publishSigned: (subject, message) => {
      const trace = currentTraceparent();
      const head = trace === undefined ? `${Date.now()}` : `${Date.now()},${trace}`;
      const text = `${head} ${JSON.stringify(message)}`;
      send(subject, signMessage(pushKeys, ['push', subject], text).text);
    },
    publishAllSigned: (subject, messages) => {
      const texts = messages.map((it) => JSON.stringify([it.subject, it.message, it.trace]));
      for (const together of splitBySize(texts, (text) => text.length)) {
        const { text } = signMessage(pushKeys, ['push', subject], `${Date.now()},${MANY} [${together.join(',')}]`);
        attempt(subject, () => send(subject, text, together.length));
      }
    },
    listenSigned: (subject, onMessage) =>
      join(subject, () => (message) => {
        for (const push of readPushes(pushKeys, message, refused))
          attempt(push.subject, () => onMessage(push.message, push.subject, push.trace));
      }),
    request: (subject, question, withinMs) => {
      // A request sent while the connection is down might be delivered once it is up again.
      const opened = ready();
      if (opened === undefined) return Promise.reject(new RequestFailed(false)).catch(countFailed);
      // Not before the first request: only the api may have an inbox.
      requester ??= createRequester(opened, {
        keys: engineKeys,
        inbox: inboxOf(options.name),
        refused,
        isUp: () => ready() !== undefined,
      });
      return requester.request(subject, question, withinMs).catch(countFailed);
    },
    respond: (subject, onQuestion) =>
      join(subject, (opened) => createResponder(opened, { keys: engineKeys, refused, attempt }, onQuestion)),
    opened: () => firstUp,
    isUp: problems.isUp,
    check: problems.list,
    counts: () => counts,
    refused: refused.counts,
    close: async () => {
      closing.abort();
      requester?.close();
      await connection?.close();
    },
  };
}

const inboxOf = (name: string) => `_INBOX_${name}`;

/** Tries until the server accepts us: a wrong password may be corrected while the process runs. */
async function keepConnecting(
  { name, ...address }: BusOptions,
  problems: Problems,
  signal: AbortSignal,
): Promise<NatsConnection | undefined> {
  while (!signal.aborted) {
    try {
      const opened = await connect({
        ...connectionOptions(address),
        name,
        inboxPrefix: inboxOf(name),
        maxReconnectAttempts: -1,
        reconnectTimeWait: RETRY_MS,
        ignoreAuthErrorAbort: true,
      });
      if (!signal.aborted) return opened;
      await opened.close();
    } catch (error) {
      problems.down(error);
      await pause(RETRY_MS, undefined, { signal }).catch(() => {}); // Aborted by close.
    }
  }
  return undefined;
}

/** Stands in place of a trace where a message has several pushes, each with its own trace. */
const MANY = 'many';

/**
 * Returns the pushes of a message, `<time>[,<traceparent>] <text>` or `<time>,many <list>`, if it is signed for its
 * subject and recent.
 */
function readPushes(keys: BusKeys, { subject, data }: Msg, refused: RefusedMessages): readonly SignedPush[] {
  const text = openMessage(keys, ['push', subject], data)?.text;
  if (text === undefined) {
    refused.note('push', 'forged', subject);
    return [];
  }
  const end = text.indexOf(' ');
  const [atMs, trace] = text.slice(0, end).split(',', 2);
  const message: unknown = JSON.parse(text.slice(end + 1));
  const isRecent = Math.abs(Date.now() - Number(atMs)) <= PUSH_AGE_MS_MAX;
  if (!isRecent) {
    refused.note('push', 'stale', subject);
    return [];
  }
  if (trace !== MANY) return [{ subject, message, trace }];
  const many = message as readonly (readonly [subject: string, message: unknown, trace?: string])[]; // As it was signed.
  return many.map(([own, push, ownTrace]) => ({ subject: own, message: push, trace: ownTrace ?? undefined }));
}

type Listener = {
  readonly subject: string;
  readonly receiver: (connection: NatsConnection) => (message: Msg) => void;
  /** Set once the bus is up. */
  subscription?: Subscription;
};

/** Subscribes a listener. One that fails does not affect the next message. */
function subscribe(connection: NatsConnection, listener: Listener, log: Log): void {
  const receive = listener.receiver(connection);
  listener.subscription = connection.subscribe(listener.subject, {
    callback: (error, message) => {
      if (error !== null) return; // A denied subscription; `watch` reports it.
      try {
        receive(message);
      } catch (failure) {
        log.warn({ subject: message.subject, err: failure }, 'bus.listener_failed');
      }
    },
  });
}

const DENIALS_MAX = 20;

/** State of the connection, for health and the log. */
type Problems = {
  up(): void;
  down(error?: unknown): void;
  denied(operation: string, subject: string): void;
  isUp(): boolean;
  list(): readonly string[];
};

function createProblems(log: Log): Problems {
  let isUp = false;
  let reason = '';
  const denials = new Set<string>();
  return {
    up: () => {
      isUp = true;
      reason = '';
      denials.clear(); // The server may have got other permissions.
      log.info({ up: true }, 'bus.connection_changed');
    },
    down: (error) => {
      const now = error instanceof Error ? error.message : '';
      if (error instanceof errors.AuthorizationError) {
        if (now !== reason) log.error({ reason: now }, 'bus.credentials_refused');
      } else if (isUp || now !== reason) log.info({ up: false, reason: now }, 'bus.connection_changed');
      isUp = false;
      reason = now;
    },
    denied: (operation, subject) => {
      const denial = `bus: may not ${operation === 'publish' ? 'publish' : 'subscribe'} to ${subject}`;
      if (denials.has(denial) || denials.size >= DENIALS_MAX) return; // One subject per user would flood the log.
      denials.add(denial);
      log.error({ operation, subject }, 'bus.permission_denied');
    },
    isUp: () => isUp,
    list: () => (isUp ? [...denials] : [reason === '' ? 'bus: away' : `bus: away (${reason})`]),
  };
}

async function watch(connection: NatsConnection, problems: Problems): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') problems.down();
    if (status.type === 'reconnect') problems.up();
    if (status.type !== 'error') continue;
    const { error } = status;
    if (error instanceof errors.PermissionViolationError) problems.denied(error.operation, error.subject);
    else if (error instanceof errors.AuthorizationError) problems.down(error);
  }
}
