import type { AccountName } from '@app/domain/ledger';
import type { EngineReply } from '@app/protocol/engine';
import { isBackground } from './pace.ts';
import { LANES, type Lane, type ProductTypes, type Triggered } from './product.ts';

/** Identity of a command, and the key under which its effect is recorded. */
export type IdempotencyRecord = {
  readonly key: string;
  readonly route: string;
  readonly hash: string;
};

/** Command that is not decided yet. */
export type PendingCommand<P extends ProductTypes> = {
  readonly command: P['Command'];
  readonly lane: Lane;
  /** User it is executed for; undefined where the product created it for nobody in particular. */
  readonly userId: bigint | undefined;
  /** Undefined where no caller waits: the command stays until it is decided. */
  readonly record: IdempotencyRecord | undefined;
  readonly notAfterMs: number;
  /** When it arrived, by the database's clock as far as known; undefined for a command of the product's own. */
  readonly arrivedMs?: number | undefined;
  /** Identity and stored form of a command that a tick or a due time has triggered. */
  readonly trigger?: Pick<Triggered<P['Command']>, 'key' | 'stored'> | undefined;
  /** Its row in the inbox, if it has one. */
  inboxId: bigint | undefined;
  /** Trace id of the request, if there was one. */
  readonly trace?: string | undefined;
  /** Payload as received, for inspection if it fails. */
  readonly rawPayload: unknown;
  /** Callers that sent the same command while it was pending. */
  readonly responders: ((reply: EngineReply) => void)[];
  /** Further accounts it needs, found while deciding. */
  missingAccounts: readonly AccountName[];
  /** Time since which it is deferred, by `performance.now()`. */
  deferredAtMs: number | undefined;
  /** Whether its effect continues: it is not held up by anything. */
  isContinued?: boolean | undefined;
  /** Whether many more parts of it follow. */
  isLong?: boolean | undefined;
};

/** Most pending commands of one shard; more are refused, because an unbounded queue answers no caller in time. */
const PENDING_MAX = 5_000;
const LAST_LANE_MAX = 400;
/** Limits beyond which a caller receives no answer: the result is unknown to it, and it retries. */
const REFUSED_MAX = 20_000;
const RESPONDERS_MAX = 50;

/** Pending commands in their lanes. Deferred ones come before all others, except work that they wait for. */
export class Queue<P extends ProductTypes> {
  readonly #lanes = new Map<Lane, PendingCommand<P>[]>(LANES.map((lane) => [lane, []]));
  readonly #pending = new Map<string, PendingCommand<P>>();
  #refused: (() => void)[] = [];
  #front: PendingCommand<P>[] = [];
  /** Commands that wait for the effect of an earlier one, oldest first. */
  #waiting: PendingCommand<P>[] = [];
  /** Number of pending commands whose caller waits. */
  #requests = 0;
  /** Inbox rows that were settled since the last look at the table, which may still have read them. */
  readonly #settledInbox = new Set<bigint>();
  /** Triggered commands that must be stored before the shard's block cursor passes their block. */
  readonly #unstored = new Set<PendingCommand<P>>();

  get size(): number {
    return this.#front.length + this.#waiting.length + LANES.reduce((sum, lane) => sum + this.#lane(lane).length, 0);
  }

  /** Time since which the most recently deferred command is deferred. */
  get deferredForMs(): number {
    const sinceMs = Math.max(0, ...this.#front.map(({ deferredAtMs }) => deferredAtMs ?? 0));
    return sinceMs === 0 ? 0 : performance.now() - sinceMs;
  }

  /** Inbox rows of pending commands. */
  get inboxIds(): readonly bigint[] {
    return [...new Set(this.#pending.values())].flatMap(({ inboxId }) => inboxId ?? []);
  }

  /** Triggered commands that are neither decided nor stored. */
  get unstored(): ReadonlySet<PendingCommand<P>> {
    return this.#unstored;
  }

  /** Whether a caller waits for an answer. */
  get hasRequests(): boolean {
    return this.#requests > 0;
  }

  /** Whether a command is ready now; deferred ones wait for locks held elsewhere, and background work may rest. */
  hasNew(isResting = false): boolean {
    return LANES.some((lane) => this.#lane(lane).some((pending) => !(isResting && isBackground(pending))));
  }

  /** Adds a command. A duplicate shares the answer of the first; a different command under the same key is refused. */
  add(pending: PendingCommand<P>): void {
    const names = namesOf(pending);
    const known = names.map((name) => this.#pending.get(name)).find((it) => it !== undefined);
    if (known !== undefined) {
      if (pending.record === undefined) {
        if (pending.inboxId !== undefined && known.inboxId === undefined) this.noteStored(known, pending.inboxId);
        return;
      }
      if (known.record?.hash === pending.record?.hash && known.record?.route === pending.record?.route) {
        if (known.responders.length < RESPONDERS_MAX) known.responders.push(...pending.responders);
      } else this.refuse(pending, { refused: 'idempotency_key_reused' });
      return;
    }
    if (pending.record !== undefined && this.#requests >= PENDING_MAX) {
      this.refuse(pending, { refused: 'engine_unavailable' });
      return;
    }
    if (pending.record !== undefined) this.#requests += 1;
    for (const name of names) this.#pending.set(name, pending);
    if (pending.trigger?.stored !== undefined && pending.inboxId === undefined) this.#unstored.add(pending);
    this.#lane(pending.lane).push(pending);
  }

  /**
   * Takes the next commands. Those that must wait are set aside; they take no place in the batch. Deferred commands
   * without a caller take at most half of it, so that they cannot keep out all others. Background work that rests stays.
   */
  take(
    limit: number,
    mustWait: (pending: PendingCommand<P>) => boolean = () => false,
    isResting = false,
  ): PendingCommand<P>[] {
    const resting = isResting ? this.#takeBackground() : [];
    const taken = this.#lane('next').splice(0, limit);
    const waited = this.#waiting;
    this.#waiting = [];
    const takeFrom = (commands: PendingCommand<P>[], most: number) => {
      let count = 0;
      while (count < most && commands.length > 0) {
        const ready = commands.splice(0, most - count).filter((pending) => {
          const isWaiting = mustWait(pending);
          if (isWaiting) this.#waiting.push(pending);
          return !isWaiting;
        });
        taken.push(...ready);
        count += ready.length;
      }
    };
    takeFrom(waited, limit - taken.length);
    this.#waiting.push(...waited);
    const { ready, kept } = splitFront(this.#front, Math.max(1, Math.floor(limit / 2)));
    takeFrom(ready, limit - taken.length);
    this.#front = [...ready, ...kept];
    for (const lane of LANES) {
      const room = limit - taken.length;
      takeFrom(this.#lane(lane), lane === 'last' ? Math.min(LAST_LANE_MAX, room) : room);
    }
    for (const pending of resting) this.#lane(pending.lane).push(pending);
    return taken;
  }

  /** Takes background work out of its lanes. */
  #takeBackground(): readonly PendingCommand<P>[] {
    return LANES.flatMap((lane) => {
      const pending = this.#lane(lane);
      const resting = pending.filter(isBackground);
      if (resting.length > 0)
        this.#lanes.set(
          lane,
          pending.filter((it) => !isBackground(it)),
        );
      return resting;
    });
  }

  /** Puts undecided commands back ahead of all others. One that continues in the lane `next` stays first of all. */
  putBack(pending: readonly PendingCommand<P>[]): void {
    const isNext = ({ lane, isContinued }: PendingCommand<P>) => lane === 'next' && isContinued === true;
    this.#lane('next').unshift(...pending.filter(isNext));
    this.#front = [...pending.filter((it) => !isNext(it)), ...this.#front];
  }

  /** Starts a look at the table of the inbox. */
  beginInboxLook(): void {
    this.#settledInbox.clear();
  }

  /** Whether a row was settled since the look began that has read it. */
  hasSettledInbox(id: bigint): boolean {
    return this.#settledInbox.has(id);
  }

  /** Notes the row under which a triggered command is now stored. */
  noteStored(pending: PendingCommand<P>, inboxId: bigint): void {
    pending.inboxId = inboxId;
    this.#unstored.delete(pending);
    for (const name of namesOf(pending)) this.#pending.set(name, pending);
  }

  /** Removes commands without a caller: after a load the inbox is read again, and the state triggers the rest again. */
  dropOwn(): void {
    const isKept = ({ record }: PendingCommand<P>) => record !== undefined;
    for (const lane of LANES) this.#lanes.set(lane, this.#lane(lane).filter(isKept));
    this.#front = this.#front.filter(isKept);
    this.#waiting = this.#waiting.filter(isKept);
    for (const [name, pending] of this.#pending) if (!isKept(pending)) this.#pending.delete(name);
    this.#unstored.clear();
  }

  /** Removes a decided command and answers its callers; the next command under its key is treated as new. */
  settle(pending: PendingCommand<P>, reply: EngineReply | undefined): void {
    const isPending = namesOf(pending).some((name) => this.#pending.get(name) === pending);
    if (isPending && pending.record !== undefined) this.#requests -= 1;
    for (const name of namesOf(pending)) this.#pending.delete(name);
    this.#unstored.delete(pending);
    if (pending.inboxId !== undefined) this.#settledInbox.add(pending.inboxId);
    if (reply !== undefined) answer(pending, reply);
  }

  /**
   * Queues a refusal without deciding. Whether this process was entitled to refuse is certain only once it has held the
   * lease after the command arrived.
   */
  refuse(pending: Pick<PendingCommand<P>, 'responders'>, reply: EngineReply): void {
    if (this.#refused.length < REFUSED_MAX) this.#refused.push(() => answer(pending, reply));
  }

  /**
   * Takes the queued refusals. Call the returned function only after a transaction that starts now has held the lease.
   */
  takeRefused(): () => void {
    const refused = this.#refused.splice(0);
    return () => {
      for (const respond of refused) respond();
    };
  }

  /** Clears the queue, because another process owns the shard and answers. */
  forget(): void {
    this.#refused = [];
    this.#front = [];
    this.#waiting = [];
    this.#requests = 0;
    for (const lane of LANES) this.#lane(lane).length = 0;
    this.#pending.clear();
    this.#unstored.clear();
  }

  #lane(lane: Lane): PendingCommand<P>[] {
    return this.#lanes.get(lane) ?? [];
  }
}

/**
 * Separates deferred commands that have to stay: those without a caller beyond a limit, and whatever the same users sent
 * after them.
 */
function splitFront<P extends ProductTypes>(front: readonly PendingCommand<P>[], ownMax: number) {
  const ready: PendingCommand<P>[] = [];
  const kept: PendingCommand<P>[] = [];
  const users = new Set<bigint>();
  let own = 0;
  for (const pending of front) {
    const { record, userId } = pending;
    const isKept = (userId !== undefined && users.has(userId)) || (record === undefined && own >= ownMax);
    if (isKept && userId !== undefined) users.add(userId);
    if (!isKept && record === undefined) own += 1;
    (isKept ? kept : ready).push(pending);
  }
  return { ready, kept };
}

const namesOf = <P extends ProductTypes>({
  userId,
  record,
  trigger,
  inboxId,
}: PendingCommand<P>): readonly string[] => [
  ...(inboxId === undefined ? [] : [`inbox:${inboxId}`]),
  ...(trigger === undefined ? [] : [`trigger:${trigger.key}`]),
  ...(record === undefined ? [] : [`${userId}:${record.key}`]),
];

const answer = <P extends ProductTypes>({ responders }: Pick<PendingCommand<P>, 'responders'>, reply: EngineReply) => {
  for (const respond of responders) respond(reply);
};

export type BatchSize = {
  /** Returns how many commands the next batch may take. */
  now(): number;
  note(batch: { readonly size: number; readonly tookMs: number }): void;
};

const SMALLEST = 50;
const LARGEST = 500;
/** Longest acceptable batch; a slower one delays the commands behind it too much. */
const TOOK_MS_MAX = 100;

/** Adapts the batch size to the load: a full and fast batch doubles the next limit, a slow one halves it. */
export function createBatchSize(): BatchSize {
  let limit = SMALLEST;
  return {
    now: () => limit,
    note: ({ size, tookMs }) => {
      if (tookMs > TOOK_MS_MAX) limit = Math.max(SMALLEST, Math.floor(limit / 2));
      else if (size >= limit) limit = Math.min(LARGEST, limit * 2);
    },
  };
}
