import { given } from '@app/base';
import type { AccountName, Transfer } from '@app/domain/ledger';
import { LockedBalances, nameOf } from './balances.ts';
import type { EngineProduct, Input, Needs } from './product.ts';
import type { Waiting } from './queue.ts';
import type { EngineLedger, Term } from './shard-parts.ts';
import type { Reply } from './wire.ts';

/** How long a command waits for accounts that somebody else holds. */
const DEFERRED_MS_MAX = 250;
/** What a batch may have to write; the rest of it comes first in the next. */
const WEIGHT_MAX = 2_000;

/** What became of a batch's commands, before anything of it is written. */
export type Decided<Command, Rows> = {
  readonly done: { readonly waiting: Waiting<Command>; readonly record: unknown }[];
  readonly settled: { readonly waiting: Waiting<Command>; readonly reply: Reply }[];
  readonly deferred: Waiting<Command>[];
  readonly transfers: Transfer[];
  readonly rows: Rows[];
};

export type ToDecide<Command, Facts> = {
  readonly batch: readonly Waiting<Command>[];
  readonly inputs: readonly Input<Command>[];
  readonly needs: Needs;
  readonly locks: Awaited<ReturnType<EngineLedger['lockFree']>>;
  readonly facts: Facts;
  readonly nowMs: number;
};

/** In memory, one command after the other; each sees what the ones before it did. */
export function decideBatch<State, Command, Facts, Rows>(
  { product, state, nextId }: Term<State, Command, Facts, Rows>,
  { batch, inputs, needs, locks, facts, nowMs }: ToDecide<Command, Facts>,
): Decided<Command, Rows> {
  const decided: Decided<Command, Rows> = { done: [], settled: [], deferred: [], transfers: [], rows: [] };
  const balances = new LockedBalances(locks.locked);
  const [busy, missing] = [namesOf(locks.busy), namesOf(locks.missing)];
  let weight = 0;
  const held = new Set<bigint>(); // Whose earlier command waits: their later ones wait behind it.
  const defer = (waiting: Waiting<Command>) => {
    if (waiting.userId !== undefined) held.add(waiting.userId);
    sortOutDeferred(decided, waiting);
  };
  for (const [at, waiting] of batch.entries()) {
    const [own, input] = [needs.each[at] ?? [], given(inputs[at], 'the input of a command')];
    const refusal = refusalOf(waiting, { nowMs, isMissing: own.some((account) => missing.has(nameOf(account))) });
    const mustWait = isHeld(waiting, held) || own.some((account) => busy.has(nameOf(account)));
    if (weight >= WEIGHT_MAX) decided.deferred.push(waiting);
    else if (refusal !== undefined) decided.settled.push({ waiting, reply: refusal });
    else if (mustWait) defer(waiting);
    else {
      const outcome = product.decide(state, input, { balances, facts, nextId });
      if (outcome.kind === 'deferred') {
        waiting.wants = outcome.wants;
        defer(waiting);
      } else note(decided, waiting, outcome);
      if (outcome.kind === 'done') {
        balances.apply(outcome.transfers);
        weight += product.weightOf(outcome.rows);
      }
    }
  }
  return decided;
}

const isHeld = <Command>({ userId }: Waiting<Command>, held: ReadonlySet<bigint>) =>
  userId !== undefined && held.has(userId);

const namesOf = (accounts: readonly AccountName[]) => new Set(accounts.map(nameOf));

type Outcome<Rows> = ReturnType<EngineProduct<unknown, unknown, unknown, Rows>['decide']>;

function note<Command, Rows>(
  decided: Decided<Command, Rows>,
  waiting: Waiting<Command>,
  outcome: Exclude<Outcome<Rows>, { kind: 'deferred' }>,
): void {
  if (outcome.kind === 'refused') {
    const { code: refused, params } = outcome;
    decided.settled.push({ waiting, reply: params === undefined ? { refused } : { refused, params } });
    return;
  }
  decided.settled.push({ waiting, reply: { ok: outcome.answer } });
  decided.done.push({ waiting, record: outcome.record });
  for (const transfer of outcome.transfers) decided.transfers.push(transfer);
  decided.rows.push(outcome.rows);
}

function refusalOf<Command>(
  { record, notAfterMs }: Waiting<Command>,
  { nowMs, isMissing }: { readonly nowMs: number; readonly isMissing: boolean },
): Reply | undefined {
  if (record !== undefined && nowMs > notAfterMs) return { refused: 'too_late' };
  return isMissing ? { refused: 'insufficient_balance' } : undefined; // Who never opened an account has nothing in it.
}

/** Waits a little longer, or is told that the account is busy. What nobody waits for is set off again by the next tick. */
function sortOutDeferred<Command, Rows>(decided: Decided<Command, Rows>, waiting: Waiting<Command>): void {
  if (waiting.record === undefined && waiting.inboxId === undefined) return;
  waiting.deferredAtMs ??= performance.now();
  const hasWaited = performance.now() - waiting.deferredAtMs > DEFERRED_MS_MAX;
  if (hasWaited && waiting.inboxId === undefined) decided.settled.push({ waiting, reply: { refused: 'account_busy' } });
  else decided.deferred.push(waiting);
}
