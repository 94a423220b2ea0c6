import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import type { RefusedMessages } from './refused-messages.ts';
import { type BusKeys, openMessage, signMessage } from './signed-message.ts';

/** No response arrived. `isDelivered` is false if the request certainly reached no responder. */
export class RequestFailed extends Error {
  readonly isDelivered: boolean;

  constructor(isDelivered: boolean, cause?: unknown) {
    super(isDelivered ? 'the request got no response in time' : 'the request has no responder', { cause });
    this.name = 'RequestFailed';
    this.isDelivered = isDelivered;
  }
}

export type Requester = {
  request(subject: string, question: unknown, withinMs: number): Promise<unknown>;
  /** Gives up all requests: their outcome is unknown. */
  close(): void;
};

type Pending = {
  readonly mac: string;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: RequestFailed) => void;
  /** Whether our own echo has arrived: from then on "no responders" is a lie. */
  hasEcho: boolean;
};

export type RequestParts = { readonly keys: BusKeys; readonly inbox: string; readonly refused: RefusedMessages };

/**
 * Sends signed requests. The first *valid* answer counts: a stranger's answer is ignored, and the request keeps
 * waiting. The reply subject is random and used once, so it is also the nonce that the MAC covers.
 */
export function createRequester(connection: NatsConnection, { keys, inbox, refused }: RequestParts): Requester {
  const own = `${inbox}.${randomUUID()}`;
  const waiting = new Map<string, Pending>();
  connection.subscribe(`${own}.*`, {
    callback: (error, message) => {
      const pending = error === null ? waiting.get(message.subject) : undefined;
      if (pending !== undefined) receive(pending, message);
    },
  });
  const receive = (pending: Pending, message: Msg) => {
    if (message.data.length === 0 && message.headers === undefined) pending.hasEcho = true;
    else if (saysNoResponders(message) && !pending.hasEcho) pending.reject(new RequestFailed(false));
    else {
      const answer = openMessage(keys, ['answer', pending.mac], message.data);
      if (answer === undefined) refused.note('answer', 'forged', message.subject);
      else pending.resolve(JSON.parse(answer.text));
    }
  };
  return {
    request: async (subject, question, withinMs) => {
      const reply = `${own}.${randomUUID()}`;
      const { mac, text } = signMessage(keys, ['command', subject, reply], JSON.stringify(question));
      let timeout: NodeJS.Timeout | undefined;
      try {
        return await new Promise((resolve, reject) => {
          waiting.set(reply, { mac, resolve, reject, hasEcho: false });
          timeout = setTimeout(() => reject(new RequestFailed(true)), withinMs);
          connection.publish(subject, text, { reply });
          // The server says "no responders" while it handles the request, so before it handles the next message. A
          // stranger learns the reply subject only then: whatever it sends arrives after this echo.
          connection.publish(reply);
        });
      } finally {
        clearTimeout(timeout);
        waiting.delete(reply);
      }
    },
    close: () => {
      for (const { reject } of waiting.values()) reject(new RequestFailed(true));
    },
  };
}

const saysNoResponders = ({ data, headers }: Msg): boolean => data.length === 0 && headers?.code === 503;

/** Longer than the engine accepts a command after it was sent: what is older is refused by its own time limit. */
const REMEMBER_MS = 10_000;

export type OnQuestion = (question: unknown, reply: (answer: unknown) => void) => void;

/**
 * Answers signed requests; ignores what is not signed and what arrived before. A repeated command would otherwise run
 * again if it was refused the first time, because a refusal leaves no record.
 */
export function createResponder(
  connection: NatsConnection,
  { keys, refused }: Pick<RequestParts, 'keys' | 'refused'>,
  onQuestion: OnQuestion,
): (message: Msg) => void {
  const isNew = createMemory();
  return (message) => {
    const { subject, reply = '', data } = message;
    const command = openMessage(keys, ['command', subject, reply], data);
    if (command === undefined) return refused.note('command', 'forged', subject);
    if (!isNew(command.mac)) return refused.note('command', 'repeated', subject);
    onQuestion(JSON.parse(command.text), (answer) => {
      if (connection.isClosed()) return;
      message.respond(signMessage(keys, ['answer', command.mac], JSON.stringify(answer)).text);
    });
  };
}

/** Remembers names for at least `REMEMBER_MS`, in two generations, so that forgetting costs nothing per name. */
function createMemory(): (name: string) => boolean {
  let recent = new Set<string>();
  let older = new Set<string>();
  let turnAtMs = performance.now() + REMEMBER_MS;
  return (name) => {
    const nowMs = performance.now();
    if (nowMs >= turnAtMs) {
      older = recent;
      recent = new Set();
      turnAtMs = nowMs + REMEMBER_MS;
    }
    if (recent.has(name) || older.has(name)) return false;
    recent.add(name);
    return true;
  };
}
