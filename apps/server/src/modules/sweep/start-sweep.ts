import { depositSettings } from '@app/domain/deposit';
import { holdLease } from '../../platform/db/lease.ts';
import { createdAddress, feesOf } from '../custody/index.ts';
import type { ChainAsset } from '../deposit/index.ts';
import { buildTransaction, findSweeper, NotSound } from './build-transaction.ts';
import { halt } from './halt.ts';
import { send, signReserved } from './sign-next.ts';
import * as store from './sweep.store.ts';
import type { SweepDeps } from './sweep-plan.ts';

/** Addresses looked at in one round, and those of one transaction. */
const LOOKED_AT = 50;
const ADDRESSES_MAX = 20;

/**
 * Begins the next sweep when none is open: creates the sweeper at first, then moves what is worth it of up to twenty
 * addresses, with a second transaction right behind that ends their delegations. Nothing is reserved while gas costs more
 * than the highest price or the gas account cannot pay.
 */
export async function startSweep(deps: SweepDeps, nonce: number): Promise<void> {
  const { db, plan, transact, lease } = deps;
  if ((await store.readOpenSweeps(db, plan.chain)).length > 0) return;
  if (await store.hasNewCredits(db, plan.chain))
    await transact(async (tx) => {
      await holdLease(tx, lease);
      await store.noteDue(tx, plan.chain);
    });
  const due = await store.readDue(db, plan.chain, LOOKED_AT);
  const notCleared = await store.readNotCleared(db, plan.chain);
  if (due.length + notCleared.length === 0) return;
  const planned = await planNext(deps, nonce, { due, notCleared });
  if (planned.length === 0 || !(await canPay(deps, planned))) return;
  await deps.onStep?.('checked');
  await transact(async (tx) => {
    await holdLease(tx, lease);
    for (const sweep of planned) await store.reserve(tx, plan.chain, { ...sweep, payer: deps.gas.address });
    const swept = planned.filter(({ kind }) => kind === 'sweep').flatMap(({ addresses }) => addresses);
    await store.deleteDue(
      tx,
      plan.chain,
      swept.map(({ address }) => address),
    );
  });
  await deps.onStep?.('reserved');
  const reserved = planned.map((sweep) => ({ ...sweep, isSigned: false, tx_hash: undefined, block: undefined }));
  for (const signed of (await signReserved(deps, reserved)) ?? []) await send(deps, signed);
}

type Planned = Omit<store.NewSweep, 'payer'>;

type Waiting = { readonly due: readonly store.DueAddress[]; readonly notCleared: readonly store.DueAddress[] };

/** What to send next. */
async function planNext(deps: SweepDeps, nonce: number, { due, notCleared }: Waiting): Promise<readonly Planned[]> {
  const { plan, gas } = deps;
  const common = { nonce, destination: plan.code.destination, codeHash: plan.code.hash };
  const contract = await sweeperOrHalt(deps);
  if (contract === 'halted') return [];
  if (contract === undefined)
    return [{ ...common, kind: 'deploy', contract: createdAddress(gas.address, nonce), addresses: [] }];
  const head = await deps.chain.head();
  if (notCleared.length > 0) {
    const addresses = await Promise.all(notCleared.map((it) => withNonce(deps, { ...it, coins: [] }, head)));
    return [{ ...common, kind: 'clear', contract, addresses }];
  }
  const worth = await findWorth(deps, due, head);
  const addresses = await Promise.all(worth.map((it) => withNonce(deps, it, head)));
  if (addresses.length === 0) return [];
  const cleared = addresses.map((it) => ({ ...it, delegationNonce: it.delegationNonce + 1, coins: [] }));
  return [
    { ...common, kind: 'sweep', contract, addresses },
    { ...common, nonce: nonce + 1, kind: 'clear', contract, addresses: cleared },
  ];
}

async function sweeperOrHalt(deps: SweepDeps): Promise<string | undefined> {
  try {
    return await findSweeper(deps);
  } catch (error) {
    if (!(error instanceof NotSound)) throw error;
    await halt(deps, error.message);
    return 'halted';
  }
}

type Candidate = Omit<store.SweptAddress, 'delegationNonce'>;

async function withNonce({ chain }: SweepDeps, candidate: Candidate, head: number): Promise<store.SweptAddress> {
  return { ...candidate, delegationNonce: await chain.nonceAt(candidate.address, head) };
}

/**
 * Reads what addresses hold, and returns those worth a sweep. What has too little now is forgotten until its next deposit;
 * what is not yet confirmed waits.
 */
async function findWorth(
  deps: SweepDeps,
  due: readonly store.DueAddress[],
  head: number,
): Promise<readonly Candidate[]> {
  const { plan, settings, transact, lease, log } = deps;
  const { value: confirmations } = await settings.read(depositSettings.confirmations);
  const ours = due.filter(({ address, position }) => plan.derive(position) === address);
  for (const { address } of due.filter((it) => !ours.includes(it))) log.error({ address }, 'sweep.address_not_ours');
  const confirmed = Math.max(head - confirmations + 1, 0);
  const looked = await Promise.all(ours.map((it) => look(deps, it, { head, confirmed })));
  const forgotten = looked.filter(({ now }) => !isWorth(deps, now)).map(({ address }) => address);
  if (forgotten.length > 0)
    await transact(async (tx) => {
      await holdLease(tx, lease);
      await store.deleteDue(tx, plan.chain, forgotten);
    });
  return looked
    .filter(({ sure }) => isWorth(deps, sure))
    .slice(0, ADDRESSES_MAX)
    .map(({ address, position, tries, sure }) => ({
      address,
      position,
      tries,
      coins: sure.filter((it) => it.units > 0n && (it.currency === ether(deps) || isEnough(deps, it))),
    }));
}

type Held = { readonly currency: string; readonly units: bigint };

/** The balances of an address: now, and what is confirmed of them. */
async function look(
  { chain, plan }: SweepDeps,
  { address, position, tries }: store.DueAddress,
  { head, confirmed }: { readonly head: number; readonly confirmed: number },
) {
  const sweepable = plan.assets.filter(
    ({ currency, contract }) => contract === undefined || plan.minimum.has(currency),
  );
  const read = (block: number) =>
    Promise.all(
      sweepable.map(
        async ({ currency, contract }: ChainAsset): Promise<Held> => ({
          currency,
          units: await chain.balanceAt(contract, address, block),
        }),
      ),
    );
  const [now, then] = await Promise.all([read(head), read(confirmed)]);
  const sure = now.map(({ currency, units }, index): Held => {
    const before = then[index]?.units ?? 0n;
    return { currency, units: smaller(before, units) };
  });
  return { address, position, tries, now, sure };
}

const smaller = (one: bigint, other: bigint): bigint => (one < other ? one : other);

const ether = ({ plan }: SweepDeps): string | undefined =>
  plan.assets.find(({ contract }) => contract === undefined)?.currency;

function isEnough({ plan }: SweepDeps, { currency, units }: Held): boolean {
  const least = plan.minimum.get(currency);
  return least !== undefined && units > 0n && units >= least;
}

const isWorth = (deps: SweepDeps, held: readonly Held[]): boolean => held.some((it) => isEnough(deps, it));

/** Whether gas is cheap enough now, and the gas account has enough for all of it. */
async function canPay(deps: SweepDeps, planned: readonly Planned[]): Promise<boolean> {
  const { chain, gas, plan, log } = deps;
  const fees = feesOf(await chain.feeNow(), { max: plan.gasPriceMax });
  if (fees === undefined) {
    log.warn({ waiting: planned.length }, 'sweep.gas_price_above_limit');
    return false;
  }
  const built = await Promise.all(planned.map((sweep) => buildTransaction(deps, sweep)));
  const needed = built.reduce((sum, it) => sum + it.gas, 0n) * fees.feeMax;
  const held = await chain.balanceAt(undefined, gas.address, await chain.head());
  if (held >= needed) return true;
  log.error({ account: gas.address, held: String(held), needed: String(needed) }, 'sweep.gas_account_low');
  return false;
}
