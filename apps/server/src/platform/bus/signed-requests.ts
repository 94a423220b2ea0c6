import { randomUUID } from 'node:crypto';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { splitBySize } from './message-size.ts';
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
  readonly question: string;
  readonly withinMs: number;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: RequestFailed) => void;
};

/** Requests that travel in one message, by their number in it; answered ones are removed. */
type Bundle = {
  readonly mac: string;
  readonly pending: Map<number, Pending>;
  readonly timeout: NodeJS.Timeout;
  /** Whether our own echo has arrived: from then on "no responders" is a lie. */
  hasEcho: boolean;
};

export type RequestParts = {
  readonly keys: BusKeys;
  readonly inbox: string;
  readonly refused: RefusedMessages;
  /** Runs a part of a message; its failure does not affect the others. */
  readonly attempt: (subject: string, work: () => void) => void;
  /** Whether the server can be reached: what is sent while it cannot might be delivered later. */
  readonly isUp: () => boolean;
};

/**
 * Sends signed requests: those that one turn of the event loop makes travel in one message, under one MAC. The first
 * *valid* answer counts: a stranger's answer is ignored, and the request keeps waiting. The reply subject is random and
 * used once, so it is also the nonce that the MAC covers.
 */
export function createRequester(
  connection: NatsConnection,
  { keys, inbox, refused, isUp }: Omit<RequestParts, 'attempt'>,
): Requester {
  const own = `${inbox}.${randomUUID()}`;
  const forming = new Map<string, Pending[]>();
  const sent = new Map<string, Bundle>();
  connection.subscribe(`${own}.*`, {
    callback: (error, message) => {
      const bundle = error === null ? sent.get(message.subject) : undefined;
      if (bundle !== undefined) receive(bundle, message);
    },
  });
  const receive = (bundle: Bundle, message: Msg) => {
    const { data, subject } = message;
    if (data.length === 0 && message.headers === undefined) bundle.hasEcho = true;
    else if (saysNoResponders(message) && !bundle.hasEcho) fail(subject, bundle, false);
    else {
      const answers = openMessage(keys, ['answers', bundle.mac], data);
      if (answers === undefined) refused.note('answer', 'forged', subject);
      else resolveAnswered(subject, bundle, answers.text);
    }
  };
  const resolveAnswered = (reply: string, bundle: Bundle, text: string) => {
    for (const [index, answer] of JSON.parse(text) as NumberedAnswers) {
      bundle.pending.get(index)?.resolve(answer);
      bundle.pending.delete(index);
    }
    if (bundle.pending.size > 0) return; // The others are decided later.
    clearTimeout(bundle.timeout);
    sent.delete(reply);
  };
  const fail = (reply: string, { pending, timeout }: Bundle, isDelivered: boolean) => {
    clearTimeout(timeout);
    sent.delete(reply);
    for (const { reject } of pending.values()) reject(new RequestFailed(isDelivered));
  };
  const send = (subject: string) => {
    const waiting = forming.get(subject) ?? [];
    forming.delete(subject);
    const rejectAll = (pending: readonly Pending[], error: RequestFailed) => {
      for (const { reject } of pending) reject(error);
    };
    if (!isUp()) return rejectAll(waiting, new RequestFailed(false));
    for (const together of splitBySize(waiting, ({ question }) => question.length)) {
      try {
        sendBundle(subject, together);
      } catch (error) {
        rejectAll(together, new RequestFailed(true, error)); // Closed just now, or larger than this server takes.
      }
    }
  };
  const sendBundle = (subject: string, waiting: readonly Pending[]) => {
    const reply = `${own}.${randomUUID()}`;
    const questions = `[${waiting.map(({ question }) => question).join(',')}]`;
    const { mac, text } = signMessage(keys, ['commands', subject, reply], questions);
    const withinMs = Math.max(...waiting.map((it) => it.withinMs));
    const timeout = setTimeout(() => fail(reply, bundle, true), withinMs);
    const bundle: Bundle = { mac, pending: new Map(waiting.entries()), timeout, hasEcho: false };
    sent.set(reply, bundle);
    connection.publish(subject, text, { reply });
    // The server says "no responders" while it handles the request, so before it handles the next message. A stranger
    // learns the reply subject only then: whatever it sends arrives after this echo.
    connection.publish(reply);
  };
  return {
    request: (subject, question, withinMs) =>
      new Promise((resolve, reject) => {
        const pending = { question: JSON.stringify(question), withinMs, resolve, reject };
        const waiting = forming.get(subject);
        if (waiting !== undefined) return void waiting.push(pending);
        forming.set(subject, [pending]);
        setImmediate(send, subject);
      }),
    close: () => {
      for (const [reply, bundle] of [...sent]) fail(reply, bundle, true);
      for (const waiting of forming.values()) for (const { reject } of waiting) reject(new RequestFailed(false));
      forming.clear();
    },
  };
}

const saysNoResponders = ({ data, headers }: Msg): boolean => data.length === 0 && headers?.code === 503;

/** Longer than the engine accepts a command after it was sent: what is older is refused by its own time limit. */
const REMEMBER_MS = 10_000;

export type OnQuestion = (question: unknown, reply: (answer: unknown) => void) => void;

/** Answers with the number of the question in its message; signed by our own processes, like the questions. */
type NumberedAnswers = readonly (readonly [index: number, answer: unknown])[];

/**
 * Answers signed requests; ignores what is not signed and what arrived before. A repeated command would otherwise run
 * again if it was refused the first time, because a refusal leaves no record. Questions of one message may be answered
 * at different times; answers given in one turn of the event loop travel together.
 */
export function createResponder(
  connection: NatsConnection,
  { keys, refused, attempt }: Pick<RequestParts, 'keys' | 'refused' | 'attempt'>,
  onQuestion: OnQuestion,
): (message: Msg) => void {
  const isNew = createMemory();
  return (message) => {
    const { subject, reply = '', data } = message;
    const commands = openMessage(keys, ['commands', subject, reply], data);
    if (commands === undefined) return refused.note('command', 'forged', subject);
    if (!isNew(commands.mac)) return refused.note('command', 'repeated', subject);
    let ready: string[] = [];
    const send = () => {
      const answers = ready;
      ready = [];
      if (connection.isClosed()) return;
      for (const together of splitBySize(answers, (answer) => answer.length))
        attempt(subject, () =>
          message.respond(signMessage(keys, ['answers', commands.mac], `[${together.join(',')}]`).text),
        );
    };
    const answerTo = (index: number) => (answer: unknown) => {
      if (ready.length === 0) queueMicrotask(send);
      ready.push(`[${index},${JSON.stringify(answer)}]`);
    };
    for (const [index, question] of (JSON.parse(commands.text) as readonly unknown[]).entries())
      attempt(subject, () => onQuestion(question, answerTo(index)));
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
