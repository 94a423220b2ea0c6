import type { AccountName } from '@app/domain/ledger';
import { LANES, type Lane } from './product.ts';
import type { Reply } from './wire.ts';

/** What makes two commands the same, and where its effect is recorded. */
export type IdempotencyRecord = {
  readonly key: string;
  readonly route: string;
  readonly hash: string;
};

/** A command that nobody has decided yet. */
export type PendingCommand<Command> = {
  readonly command: Command;
  readonly lane: Lane;
  /** None where the product made it itself: then nobody waits for an answer, and one that cannot be done now is dropped. */
  readonly userId: bigint | undefined;
  readonly record: IdempotencyRecord | undefined;
  readonly notAfterMs: number;
  readonly inboxId: bigint | undefined;
  /** Of the request that asked, where one did. */
  readonly trace?: string | undefined;
  /** As it was said, for whoever must look at it should it fail. */
  readonly rawPayload: unknown;
  /** Everybody who sent the same command while it waited. */
  readonly responders: ((reply: Reply) => void)[];
  /** Accounts it turned out to need. */
  missingAccounts: readonly AccountName[];
  /** Since when it cannot be done, by `performance.now()`. */
  deferredAtMs: number | undefined;
};

/** How many may wait for one shard; more are refused, because a queue without end answers nobody in time. */
const PENDING_MAX = 5_000;
const LAST_LANE_MAX = 400;
/** Whoever is beyond these is not answered: it is unknown to them, and they ask again. */
const REFUSED_MAX = 20_000;
const RESPONDERS_MAX = 50;

/** Commands in their lanes. Deferred ones stand before all others. */
export class Queue<Command> {
  readonly #lanes = new Map<Lane, PendingCommand<Command>[]>(LANES.map((lane) => [lane, []]));
  readonly #pending = new Map<string, PendingCommand<Command>>();
  #refused: (() => void)[] = [];
  #front: PendingCommand<Command>[] = [];

  get size(): number {
    return this.#front.length + LANES.reduce((sum, lane) => sum + this.#lane(lane).length, 0);
  }

  /** Of those ready at once: deferred ones wait for somebody else. */
  get hasNew(): boolean {
    return LANES.some((lane) => this.#lane(lane).length > 0);
  }

  /** Takes a command in. The same one again waits for the same answer; another one under its key is refused. */
  add(pending: PendingCommand<Command>): void {
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

  take(limit: number): PendingCommand<Command>[] {
    const taken = this.#front.splice(0, limit);
    for (const lane of LANES) {
      const most = lane === 'last' ? Math.min(LAST_LANE_MAX, limit - taken.length) : limit - taken.length;
      taken.push(...this.#lane(lane).splice(0, most));
    }
    return taken;
  }

  /** Not decided after all: they come before everybody else. */
  putBack(pending: readonly PendingCommand<Command>[]): void {
    this.#front = [...pending, ...this.#front];
  }

  /** Decided: the next one under its key is another matter. */
  settle(pending: PendingCommand<Command>, reply: Reply | undefined): void {
    const name = nameOf(pending);
    if (name !== undefined) this.#pending.delete(name);
    if (reply !== undefined) answer(pending, reply);
  }

  /** Refused without being decided. Whether that was ours to say is only known once the lease was held after it came. */
  refuse(pending: Pick<PendingCommand<Command>, 'responders'>, reply: Reply): void {
    if (this.#refused.length < REFUSED_MAX) this.#refused.push(() => answer(pending, reply));
  }

  /** Those so far: to be called when a transaction that began now has held the lease, and otherwise never. */
  takeRefused(): () => void {
    const refused = this.#refused.splice(0);
    return () => {
      for (const respond of refused) respond();
    };
  }

  /** Somebody else owns the shard by now, and answers. */
  forget(): void {
    this.#refused = [];
    this.#front = [];
    for (const lane of LANES) this.#lane(lane).length = 0;
    this.#pending.clear();
  }

  #lane(lane: Lane): PendingCommand<Command>[] {
    return this.#lanes.get(lane) ?? [];
  }
}

const nameOf = <Command>({ userId, record, inboxId }: PendingCommand<Command>): string | undefined => {
  if (inboxId !== undefined) return `inbox:${inboxId}`;
  return record && `${userId}:${record.key}`;
};

const answer = <Command>({ responders }: Pick<PendingCommand<Command>, 'responders'>, reply: Reply) => {
  for (const respond of responders) respond(reply);
};
