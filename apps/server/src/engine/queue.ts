import type { AccountName } from '@app/domain/ledger';
import type { EngineReply } from '@app/protocol/engine';
import { LANES, type Lane, type ProductTypes } from './product.ts';

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
  /**
   * Undefined where the product created it itself: then no caller waits, and a command that cannot execute now is
   * dropped.
   */
  readonly userId: bigint | undefined;
  readonly record: IdempotencyRecord | undefined;
  readonly notAfterMs: number;
  readonly inboxId: bigint | undefined;
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

  get size(): number {
    return this.#front.length + this.#waiting.length + LANES.reduce((sum, lane) => sum + this.#lane(lane).length, 0);
  }

  /** Whether a command is ready now; deferred ones wait for locks held elsewhere. */
  get hasNew(): boolean {
    return LANES.some((lane) => this.#lane(lane).length > 0);
  }

  /** Adds a command. A duplicate shares the answer of the first; a different command under the same key is refused. */
  add(pending: PendingCommand<P>): void {
    const name = nameOf(pending);
    const known = name === undefined ? undefined : this.#pending.get(name);
    if (known !== undefined) {
      if (known.record?.hash === pending.record?.hash && known.record?.route === pending.record?.route) {
        if (known.responders.length < RESPONDERS_MAX) known.responders.push(...pending.responders);
      } else this.refuse(pending, { refused: 'idempotency_key_reused' });
      return;
    }
    if (pending.record !== undefined && this.size >= PENDING_MAX) {
      this.refuse(pending, { refused: 'engine_unavailable' });
      return;
    }
    if (name !== undefined) this.#pending.set(name, pending);
    this.#lane(pending.lane).push(pending);
  }

  /** Takes the next commands. Those that must wait are set aside; they take no place in the batch. */
  take(limit: number, mustWait: (command: P['Command']) => boolean = () => false): PendingCommand<P>[] {
    const taken = this.#lane('next').splice(0, limit);
    const waited = this.#waiting;
    this.#waiting = [];
    const takeFrom = (commands: PendingCommand<P>[], most: number) => {
      let count = 0;
      while (count < most && commands.length > 0) {
        const ready = commands.splice(0, most - count).filter((pending) => {
          const isWaiting = mustWait(pending.command);
          if (isWaiting) this.#waiting.push(pending);
          return !isWaiting;
        });
        taken.push(...ready);
        count += ready.length;
      }
    };
    takeFrom(waited, limit - taken.length);
    this.#waiting.push(...waited);
    takeFrom(this.#front, limit - taken.length);
    for (const lane of LANES) {
      const room = limit - taken.length;
      takeFrom(this.#lane(lane), lane === 'last' ? Math.min(LAST_LANE_MAX, room) : room);
    }
    return taken;
  }

  /** Puts undecided commands back ahead of all others. */
  putBack(pending: readonly PendingCommand<P>[]): void {
    this.#front = [...pending, ...this.#front];
  }

  /** Removes a decided command and answers its callers; the next command under its key is treated as new. */
  settle(pending: PendingCommand<P>, reply: EngineReply | undefined): void {
    const name = nameOf(pending);
    if (name !== undefined) this.#pending.delete(name);
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
    for (const lane of LANES) this.#lane(lane).length = 0;
    this.#pending.clear();
  }

  #lane(lane: Lane): PendingCommand<P>[] {
    return this.#lanes.get(lane) ?? [];
  }
}

const nameOf = <P extends ProductTypes>({ userId, record, inboxId }: PendingCommand<P>): string | undefined => {
  if (inboxId !== undefined) return `inbox:${inboxId}`;
  return record && `${userId}:${record.key}`;
};

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
