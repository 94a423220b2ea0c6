import { expectDefined } from '@app/base';
import type { AccountName, Transfer } from '@app/domain/ledger';
import { add } from '@app/money';
import type { RefusalCode } from '@app/protocol';
import type { EngineReply } from '@app/protocol/engine';
import type { EngineLedger, Leadership } from './leadership.ts';
import type { Balances, Input, Money, Outcome, ProductTypes, RequiredAccounts } from './product.ts';
import type { PendingCommand } from './queue.ts';

/** Longest time a command is deferred for accounts locked elsewhere. */
const DEFERRED_MS_MAX = 250;
/** Write weight at which a batch is cut off; the remaining commands come first in the next batch. */
const WEIGHT_MAX = 2_000;

/** A command that takes effect, and what it writes. */
export type DoneCommand<P extends ProductTypes> = {
  readonly pending: PendingCommand<P>;
  readonly record: unknown;
  readonly transfers: readonly Transfer[];
  readonly rows: P['Rows'];
};

/** Outcome of a batch's commands, before anything is written. */
export type Decided<P extends ProductTypes> = {
  readonly done: DoneCommand<P>[];
  readonly settled: { readonly pending: PendingCommand<P>; readonly reply: EngineReply }[];
  readonly deferred: PendingCommand<P>[];
};

export type ToDecide<P extends ProductTypes> = {
  readonly batch: readonly PendingCommand<P>[];
  readonly inputs: readonly Input<P['Command']>[];
  readonly requiredAccounts: RequiredAccounts;
  readonly locks: Awaited<ReturnType<EngineLedger['lockAvailable']>>;
  readonly facts: P['Facts'];
  /** `user:key` of the commands that no other process is executing now. */
  readonly claimed: ReadonlySet<string>;
  readonly nowMs: number;
};

/** Decides commands in memory, one after the other; each sees the effects of the earlier ones. */
export function decideBatch<P extends ProductTypes>(
  { product, state, nextId, quarantine }: Leadership<P>,
  { batch, inputs, requiredAccounts, locks, facts, claimed, nowMs }: ToDecide<P>,
): Decided<P> {
  const decided: Decided<P> = { done: [], settled: [], deferred: [] };
  const balances = new LockedBalances(locks.locked);
  const busy = namesOf(locks.busy);
  const missing = namesOf(locks.missing);
  let weight = 0;
  const held = new Set<bigint>(); // Users with a deferred command; their later ones wait behind it.
  const defer = (pending: PendingCommand<P>) => {
    if (pending.userId !== undefined) held.add(pending.userId);
    settleOrDefer(decided, pending);
  };
  for (const [index, pending] of batch.entries()) {
    const own = requiredAccounts.each[index] ?? [];
    const input = expectDefined(inputs[index], 'the input of a command');
    const isMissing = own.some((account) => missing.has(nameOf(account)));
    const isQuarantined = pending.userId !== undefined && quarantine.hasUser(pending.userId);
    const whyLate = () => product.refusalOfLate?.(state, input, facts) ?? 'too_late';
    const refusal = refusalOf(pending, { nowMs, isMissing, isQuarantined, whyLate });
    const isBusy = own.some((account) => busy.has(nameOf(account))) || isExecutedElsewhere(pending, claimed);
    const mustWait = isHeld(pending, held) || isBusy;
    if (weight >= WEIGHT_MAX) decided.deferred.push(pending);
    else if (refusal !== undefined) decided.settled.push({ pending, reply: refusal });
    else if (mustWait) defer(pending);
    else {
      const outcome = attempt(pending, () => product.decide(state, input, { balances, facts, nextId }));
      if (outcome.kind === 'deferred') {
        pending.missingAccounts = outcome.missingAccounts;
        pending.isContinued = false;
        defer(pending);
      } else if (outcome.kind === 'waiting') decided.deferred.push(pending);
      else note(decided, pending, outcome);
      if (outcome.kind === 'done') {
        balances.apply(outcome.transfers);
        weight += product.weightOf(outcome.rows);
      }
    }
  }
  return decided;
}

/** A command whose decision threw: the batch must be discarded, and this command is the cause. */
export class DecisionFailed<P extends ProductTypes> extends Error {
  readonly pending: PendingCommand<P>;

  constructor(pending: PendingCommand<P>, cause: unknown) {
    super('a decision failed', { cause });
    this.name = 'DecisionFailed';
    this.pending = pending;
  }
}

function attempt<P extends ProductTypes, Result>(pending: PendingCommand<P>, decide: () => Result): Result {
  try {
    return decide();
  } catch (error) {
    throw new DecisionFailed(pending, error);
  }
}

const isHeld = <P extends ProductTypes>({ userId }: PendingCommand<P>, held: ReadonlySet<bigint>) =>
  userId !== undefined && held.has(userId);

/** Returns whether another transaction is executing the same key; once it ends, its record supplies the answer. */
const isExecutedElsewhere = <P extends ProductTypes>(
  { userId, record }: PendingCommand<P>,
  claimed: ReadonlySet<string>,
) => userId !== undefined && record !== undefined && !claimed.has(`${userId}:${record.key}`);

const namesOf = (accounts: readonly AccountName[]) => new Set(accounts.map(nameOf));

function note<P extends ProductTypes>(
  decided: Decided<P>,
  pending: PendingCommand<P>,
  outcome: Exclude<Outcome<P['Rows']>, { kind: 'deferred' | 'waiting' }>,
): void {
  if (outcome.kind === 'refused') {
    const { code: refused, params } = outcome;
    decided.settled.push({ pending, reply: params === undefined ? { refused } : { refused, params } });
    return;
  }
  pending.isContinued = outcome.continues === true;
  pending.isLong = outcome.isLong === true;
  if (pending.isContinued) {
    pending.missingAccounts = [];
    pending.deferredAtMs = undefined;
    decided.deferred.push(pending);
  } else decided.settled.push({ pending, reply: { ok: outcome.answer } });
  const { record, transfers, rows } = outcome;
  decided.done.push({ pending, record, transfers, rows });
}

type Circumstances = {
  readonly nowMs: number;
  readonly isMissing: boolean;
  readonly isQuarantined: boolean;
  readonly whyLate: () => RefusalCode;
};

function refusalOf<P extends ProductTypes>(
  { record, notAfterMs }: PendingCommand<P>,
  { nowMs, isMissing, isQuarantined, whyLate }: Circumstances,
): EngineReply | undefined {
  if (record !== undefined && nowMs > notAfterMs) return { refused: whyLate() };
  if (record !== undefined && isQuarantined) return { refused: 'account_busy' };
  return isMissing ? { refused: 'insufficient_balance' } : undefined; // A user without an account has no balance.
}

/** Defers a command a little longer, or refuses it as `account_busy`. A command without a caller stays. */
function settleOrDefer<P extends ProductTypes>(decided: Decided<P>, pending: PendingCommand<P>): void {
  pending.deferredAtMs ??= performance.now();
  const hasWaited = performance.now() - pending.deferredAtMs > DEFERRED_MS_MAX;
  if (hasWaited && pending.record !== undefined) decided.settled.push({ pending, reply: { refused: 'account_busy' } });
  else decided.deferred.push(pending);
}

/** Identity of an account within a shard's mode. */
export const nameOf = ({ owner, kind, currency }: AccountName): string => `${owner}|${kind}|${currency}`;

/** Balances a batch has locked, updated with every decision. The database checks them again at commit. */
class LockedBalances implements Balances {
  readonly #money = new Map<string, Money>();

  constructor(locked: readonly (AccountName & Money)[]) {
    for (const account of locked) this.#money.set(nameOf(account), account);
  }

  of(account: AccountName): Money | undefined {
    return this.#money.get(nameOf(account));
  }

  apply(transfers: readonly Transfer[]): void {
    for (const { entries } of transfers) {
      for (const { account, available, frozen } of entries) {
        const name = nameOf(account);
        const money = expectDefined(this.#money.get(name), `the locked account ${name}`);
        this.#money.set(name, { available: add(money.available, available), frozen: add(money.frozen, frozen) });
      }
    }
  }
}
