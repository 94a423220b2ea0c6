import type { AccountName } from '@app/domain/ledger';
import { nameOf } from './decide.ts';
import type { ProductTypes, RequiredAccounts } from './product.ts';
import type { PendingCommand } from './queue.ts';

/** Time of trying without waiting after which a command waits for its locks. */
const STARVED_AFTER_MS = 50;
/** Most commands that wait in one batch. */
const WAITERS_MAX = 2;
/** Rest of an account after a wait in vain; it doubles with every further one. */
const ACCOUNT_RESTS_MS = 200;
const ACCOUNT_RESTS_MS_MAX = 5_000;
/** Rest of the shard after a wait, as a multiple of the time it took: what all others lose stays a tenth. */
const SHARD_RESTS_TIMES = 10;

type Rest = { readonly ms: number; readonly untilMs: number };
type Locks = { readonly locked: readonly AccountName[]; readonly busy: readonly AccountName[] };

/**
 * Decides when a batch waits for locks. Without any wait an account that others lock without a gap would be out of
 * reach for good; but everybody else's commands wait meanwhile, so a lock that is held for long is waited for ever
 * more rarely, however many commands want it.
 */
export class LockWaits {
  readonly #rests = new Map<string, Rest>();
  #shardRestsUntilMs = 0;

  /** Returns the accounts that this batch waits for: those of the first starved commands. */
  choose<P extends ProductTypes>(
    batch: readonly PendingCommand<P>[],
    { each }: RequiredAccounts,
    nowMs: number,
  ): readonly AccountName[] {
    if (nowMs < this.#shardRestsUntilMs) return [];
    const isStarved = ({ deferredAtMs }: PendingCommand<P>) =>
      deferredAtMs !== undefined && nowMs - deferredAtMs >= STARVED_AFTER_MS;
    const rests = (account: AccountName) => nowMs < (this.#rests.get(nameOf(account))?.untilMs ?? 0);
    const wanted = batch.flatMap((pending, index) => {
      const accounts = isStarved(pending) ? [...(each[index] ?? []), ...pending.missingAccounts] : [];
      return accounts.length > 0 && !accounts.some(rests) ? [accounts] : [];
    });
    return wanted.slice(0, WAITERS_MAX).flat();
  }

  /** Notes what a batch has locked after it waited, if it did. */
  note(
    waited: { readonly accounts: readonly AccountName[]; readonly tookMs: number },
    locks: Locks,
    nowMs: number,
  ): void {
    for (const name of this.#rests.size > 0 ? locks.locked.map(nameOf) : []) this.#rests.delete(name);
    if (waited.accounts.length === 0) return;
    this.#shardRestsUntilMs = nowMs + waited.tookMs * SHARD_RESTS_TIMES;
    const busy = new Set(locks.busy.map(nameOf));
    const inVain = new Set(waited.accounts.map(nameOf).filter((name) => busy.has(name)));
    this.#forgetUnwanted(nowMs);
    for (const name of inVain) {
      const ms = Math.min((this.#rests.get(name)?.ms ?? ACCOUNT_RESTS_MS / 2) * 2, ACCOUNT_RESTS_MS_MAX);
      this.#rests.set(name, { ms, untilMs: nowMs + ms });
    }
  }

  /** Forgets accounts that nobody has wanted for a while. */
  #forgetUnwanted(nowMs: number): void {
    for (const [name, { untilMs }] of this.#rests) if (nowMs - untilMs > ACCOUNT_RESTS_MS_MAX) this.#rests.delete(name);
  }
}
