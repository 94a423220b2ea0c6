import type { AccountName } from '@app/domain/ledger';
import { LANES, type Lane } from './product.ts';
import type { Reply } from './wire.ts';

/** What makes two commands the same, and where its effect is recorded. */
export type Record = {
  readonly key: string;
  /** The key as the shard keeps it: what one book did under a key is not what the other did. */
  readonly slot: string;
  readonly route: string;
  readonly hash: string;
};

/** A command that nobody has decided yet. */
export type Waiting<Command> = {
  readonly command: Command;
  readonly lane: Lane;
  /** None where the product made it itself: then nobody waits for an answer, and one that cannot be done now is dropped. */
  readonly userId: bigint | undefined;
  readonly record: Record | undefined;
  readonly notAfterMs: number;
  readonly inboxId: bigint | undefined;
  /** As it was said, for whoever must look at it should it fail. */
  readonly said: unknown;
  /** Everybody who sent the same command while it waited. */
  readonly replies: ((reply: Reply) => void)[];
  /** Accounts it turned out to need. */
  wants: readonly AccountName[];
  /** Since when it cannot be done, by `performance.now()`. */
  deferredAtMs: number | undefined;
};

/** How many may wait for one shard; more are refused, because a queue without end answers nobody in time. */
const WAITING_MAX = 5_000;
const LAST_LANE_MAX = 400;
/** Whoever is beyond these is not answered: it is unknown to them, and they ask again. */
const REFUSED_MAX = 20_000;
const REPLIES_MAX = 50;

/** Commands in their lanes. Deferred ones stand before all others. */
export class Queue<Command> {
  readonly #lanes = new Map<Lane, Waiting<Command>[]>(LANES.map((lane) => [lane, []]));
  readonly #pending = new Map<string, Waiting<Command>>();
  #refused: (() => void)[] = [];
  #front: Waiting<Command>[] = [];

  get size(): number {
    return this.#front.length + LANES.reduce((sum, lane) => sum + this.#lane(lane).length, 0);
  }

  /** Of those ready at once: deferred ones wait for somebody else. */
  get hasNew(): boolean {
    return LANES.some((lane) => this.#lane(lane).length > 0);
  }

  /** Takes a command in. The same one again waits for the same answer; another one under its key is refused. */
  add(waiting: Waiting<Command>): void {
    const name = nameOf(waiting);
    const known = name === undefined ? undefined : this.#pending.get(name);
    if (known !== undefined) {
      if (known.record?.hash === waiting.record?.hash) {
        if (known.replies.length < REPLIES_MAX) known.replies.push(...waiting.replies);
      } else this.refuse(waiting, { refused: 'idempotency_key_reused' });
      return;
    }
    if (waiting.record !== undefined && this.size >= WAITING_MAX) {
      this.refuse(waiting, { refused: 'engine_unavailable' });
      return;
    }
    if (name !== undefined) this.#pending.set(name, waiting);
    this.#lane(waiting.lane).push(waiting);
  }

  take(limit: number): Waiting<Command>[] {
    const taken = this.#front.splice(0, limit);
    for (const lane of LANES) {
      const most = lane === 'last' ? Math.min(LAST_LANE_MAX, limit - taken.length) : limit - taken.length;
      taken.push(...this.#lane(lane).splice(0, most));
    }
    return taken;
  }

  /** Not decided after all: they come before everybody else. */
  putBack(waiting: readonly Waiting<Command>[]): void {
    this.#front = [...waiting, ...this.#front];
  }

  /** Decided: the next one under its key is another matter. */
  settle(waiting: Waiting<Command>, reply: Reply | undefined): void {
    const name = nameOf(waiting);
    if (name !== undefined) this.#pending.delete(name);
    if (reply !== undefined) answer(waiting, reply);
  }

  /** Refused without being decided. Whether that was ours to say is only known once the lease was held after it came. */
  refuse(waiting: Pick<Waiting<Command>, 'replies'>, reply: Reply): void {
    if (this.#refused.length < REFUSED_MAX) this.#refused.push(() => answer(waiting, reply));
  }

  /** Those so far: to be called when a transaction that began now has held the lease, and otherwise never. */
  takeRefused(): () => void {
    const refused = this.#refused.splice(0);
    return () => {
      for (const tell of refused) tell();
    };
  }

  /** Somebody else owns the shard by now, and answers. */
  forget(): void {
    this.#refused = [];
    this.#front = [];
    for (const lane of LANES) this.#lane(lane).length = 0;
    this.#pending.clear();
  }

  #lane(lane: Lane): Waiting<Command>[] {
    return this.#lanes.get(lane) ?? [];
  }
}

const nameOf = <Command>({ userId, record, inboxId }: Waiting<Command>): string | undefined => {
  if (inboxId !== undefined) return `inbox:${inboxId}`;
  return record && `${userId}:${record.key}`;
};

const answer = <Command>({ replies }: Pick<Waiting<Command>, 'replies'>, reply: Reply) => {
  for (const tell of replies) tell(reply);
};
