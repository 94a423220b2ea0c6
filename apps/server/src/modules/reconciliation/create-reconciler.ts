import type { Chain } from '@app/domain/payee';
import { compareHolding, type Holding } from '@app/domain/reconciliation';
import { type Amount, add, formatDecimal, min, subtract, ZERO } from '@app/money';
import type { Db } from '../../platform/db/database.ts';
import { holdLease, type Lease } from '../../platform/db/lease.ts';
import type { Transact } from '../../platform/db/transact.ts';
import type { NextId } from '../../platform/db/writer.ts';
import type { Log } from '../../platform/process/log.ts';
import type { AgreedChain } from '../custody/index.ts';
import { amountOf, type ChainAsset } from '../deposit/index.ts';
import { haltSending, readLeaving } from '../withdrawal/index.ts';
import * as store from './reconciliation.store.ts';

export type ReconcilePlan = {
  readonly chain: Chain;
  readonly assets: readonly ChainAsset[];
  /** The address that custody sends from, if it sends. */
  readonly hot: string | undefined;
  /** Other addresses of the exchange. */
  readonly cold: readonly string[];
};

export type ReconcileDeps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly nextId: NextId;
  readonly chain: AgreedChain;
  readonly plan: ReconcilePlan;
  readonly log: Log;
  /** Time of this process, which only measures durations. */
  readonly nowMs: () => number;
};

export type Reconciler = {
  /** Compares, if it is time to. */
  readonly round: (lease: Lease) => Promise<void>;
  /** Returns why nothing new may be sent; undefined while everything was found lately. */
  readonly problemOf: () => string | undefined;
};

/** Twice in this time, and once more, fits into the half minute after which a difference has stopped withdrawals. */
const EVERY_MS = 8_000;
/** A comparison is good for so long. */
const VALID_MS = 45_000;
/** A shortage is believed when it is seen so often in a row. */
const SHORT_ROUNDS = 2;

/** Coins by currency that the last comparison saw and nothing explains yet. */
type Surplus = ReadonlyMap<string, Amount>;

/** Creates rounds that compare a chain with the books and stop sending when coins are missing. */
export function createReconciler(deps: ReconcileDeps): Reconciler {
  let triedMs = Number.NEGATIVE_INFINITY;
  let soundMs = Number.NEGATIVE_INFINITY;
  let shortRounds = 0;
  let surplus: Surplus = new Map();
  return {
    problemOf: () => {
      if (shortRounds > 0) return 'coins are missing';
      return deps.nowMs() - soundMs > VALID_MS ? 'the chain was not compared with the books lately' : undefined;
    },
    round: async (lease) => {
      if (deps.nowMs() - triedMs < EVERY_MS) return;
      triedMs = deps.nowMs();
      const compared = await compareAll(deps, lease, surplus);
      if (compared === undefined) return;
      const { shortages } = compared;
      surplus = compared.surplus;
      shortRounds = shortages.length === 0 ? 0 : shortRounds + 1;
      if (shortages.length === 0) soundMs = deps.nowMs();
      if (shortRounds < SHORT_ROUNDS) return;
      const reason = `the chain holds less than the books say: ${shortages.join(', ')}`;
      await haltSending({ ...deps, lease }, reason);
      throw new Error(reason);
    },
  };
}

type Compared = { readonly shortages: readonly string[]; readonly surplus: Surplus };

/**
 * Compares every coin at one block; undefined if the chain changed meanwhile. A surplus is written down when two
 * comparisons in a row see it: a node may count what it is just putting into the next block.
 */
async function compareAll(deps: ReconcileDeps, lease: Lease, before: Surplus): Promise<Compared | undefined> {
  const { db, chain, plan, transact, nextId, log } = deps;
  const block = await store.readNotedBlock(db, plan.chain);
  if (block === undefined || (await chain.hashAt(block.number)) !== block.hash) return undefined;
  const held = await readHeld(deps, block.number);
  const leaving = await readLeaving({ db, chain }, { name: plan.chain, block: block.number });
  if (leaving === undefined || (await chain.hashAt(block.number)) !== block.hash) return undefined;
  const shortages: string[] = [];
  const left = new Map<string, Amount>();
  for (const asset of plan.assets) {
    const { currency, contract } = asset;
    const places = held.get(currency) ?? { hot: ZERO, cold: ZERO, deposits: ZERO };
    const holding: Holding = {
      onChain: add(add(places.hot, places.cold), places.deposits),
      ...(await store.readBooks(db, plan.chain, currency)),
      leaving: amountOf(leaving.units.get(currency) ?? 0n, asset),
      gas: contract === undefined ? amountOf(leaving.gas, asset) : ZERO,
    };
    const { surplus, shortage } = compareHolding(holding);
    const noted = min(surplus, before.get(currency) ?? ZERO);
    left.set(currency, subtract(surplus, noted));
    const { onChain: _, ...books } = { ...holding, unexplained: add(holding.unexplained, noted) };
    const at = { chain: plan.chain, currency, block: block.number };
    await transact(async (tx) => {
      await holdLease(tx, lease);
      if (noted > 0n) await store.insertUnexplained(tx, { ...at, id: nextId() }, noted);
      await store.writeBalance(tx, at, { ...places, ...books });
    });
    if (noted > 0n) log.warn({ ...at, amount: formatDecimal(noted) }, 'reconciliation.unexplained');
    if (shortage > 0n) shortages.push(`${formatDecimal(shortage)} ${currency} at block ${block.number}`);
  }
  return { shortages, surplus: left };
}

/** Reads what lies at every address of the exchange, by coin. */
async function readHeld({ db, chain, plan }: ReconcileDeps, block: number): Promise<ReadonlyMap<string, store.Places>> {
  const receivers = await store.readReceivers(db, plan.chain);
  const addresses = [
    ...(plan.hot === undefined ? [] : [{ place: 'hot', address: plan.hot } as const]),
    ...plan.cold.map((address) => ({ place: 'cold', address }) as const),
    ...receivers.map((address) => ({ place: 'deposits', address }) as const),
  ];
  const questions = plan.assets.flatMap((asset) => addresses.map(({ place, address }) => ({ asset, place, address })));
  const answers = await chain.balancesAt(
    block,
    questions.map(({ asset, address }) => ({ address, contract: asset.contract })),
  );
  const held = new Map<string, Record<'hot' | 'cold' | 'deposits', Amount>>();
  for (const [index, { asset, place }] of questions.entries()) {
    const places = held.get(asset.currency) ?? { hot: ZERO, cold: ZERO, deposits: ZERO };
    places[place] = add(places[place], amountOf(answers[index] ?? 0n, asset));
    held.set(asset.currency, places);
  }
  return held;
}
