import { expectDefined } from '@app/base';
import { createStressSums, createTriggerIndex, type Position } from '@app/domain/contract';
import { externalAccount } from '@app/domain/ledger';
import type { Market } from '@app/domain/market';
import { type Price, ZERO } from '@app/money';
import type { LoadedFrom, Shard } from '../../../engine/product.ts';
import { PushNumbers } from '../../../engine/push-numbers.ts';
import type { Db, Reader } from '../../../platform/db/database.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readBlocksAfter, readMarkets, type SealedBlock } from '../../market/index.ts';
import { readCurrencyIds } from '../../reference/index.ts';
import type { DealMarket } from '../wire-deal.ts';
import { applyTicks } from './apply-tick.ts';
import type { ContractCommand, RunCommand } from './commands.ts';
import type { ContractConfig } from './contract-facts.ts';
import * as store from './contract-load.store.ts';
import type { ContractMarketState, ContractState, Deal, IndexTick } from './contract-state.ts';
import { addDeal, CURRENCY, platformAccounts } from './deals.ts';
import { type DealRow, fromRow } from './stored-deal.ts';
import { toIndexTick } from './take-ticks.ts';

/**
 * A chunk delays everybody whose orders this process decides: with 25 by about 5 ms at a time, with 100 by 20. Smaller ones
 * cost more statements.
 */
const CHUNK = 25;

/** Opens the platform's accounts, so that no batch names an account that does not exist. */
export async function openPlatform(db: Db, ledger: Ledger, { mode }: Shard): Promise<void> {
  const demo = mode === 'demo' ? [externalAccount('demo-house', CURRENCY)] : [];
  await ledger.open(db, mode, [...Object.values(platformAccounts({ mode })), ...demo]);
}

/** Rebuilds the state from rows alone, and begins again what was interrupted. */
export async function loadState(
  reader: Db,
  shard: Shard,
  { block, stored }: LoadedFrom<ContractCommand>,
  config: ContractConfig,
): Promise<ContractState> {
  const { mode } = shard;
  const state: ContractState = {
    shard,
    mode,
    chunk: CHUNK,
    markets: await loadMarkets(reader, mode),
    deals: new Map(),
    byUser: new Map(),
    terms: await store.readTerms(reader, mode),
    pushNumbers: new PushNumbers(),
    newestBlockMs: 0,
    fundedMs: 0,
  };
  for (const at of state.markets.values()) countStressFrom(at, config);
  let firstDay = NEVER;
  await store.readLiveDeals(reader, mode, (deals) => {
    for (const row of deals) {
      const day = restoreDeal(state, row);
      if (day < firstDay) firstDay = day;
    }
  });
  for (const night of await store.readNights(reader, mode, firstDay)) restoreNight(state, night);
  const runs = stored.filter((command): command is RunCommand => command.name === 'contract.run');
  await resumeRuns(reader, state, { runs, block, config });
  return state;
}

/** Makes the sums of a market known before its deals are added, so that its exposure is never taken for nothing. */
function countStressFrom({ stress, runPrice }: ContractMarketState, { stressRate }: ContractConfig): void {
  if (runPrice > 0n && stress.follow(runPrice, stressRate)) stress.rebuildSlice(1); // There is no deal yet.
}

/** A day after all others. */
const NEVER = '9999-12-31';

/** Adds a live deal to the state. Returns the last day for which it owes nothing more. */
export function restoreDeal(state: ContractState, row: DealRow): string {
  const deal = fromRow(state, expectDefined(state.markets.get(row.market), 'the market of a live deal'), row);
  addDeal(state, deal);
  const { status, overnightDay, openedAtMs } = deal;
  if (status === 'pending' || openedAtMs === undefined) return NEVER;
  return overnightDay ?? new Date(openedAtMs).toISOString().slice(0, 10);
}

/** Restores the chain of nights, and what is to be charged for one. */
export function restoreNight({ markets }: ContractState, { market, day, index, chain }: store.StoredNight): void {
  const at = markets.get(market);
  if (at === undefined) return;
  at.overnightChain = chain;
  at.chargeDays = [...at.chargeDays, { day, index }];
}

type Interrupted = {
  readonly runs: readonly RunCommand[];
  /** Last block whose ticks were taken. */
  readonly block: number;
  readonly config: ContractConfig;
};

/** Begins again the runs that the inbox has, and takes the ticks that waited for them: those up to the last block. */
async function resumeRuns(reader: Db, state: ContractState, { runs, block, config }: Interrupted): Promise<void> {
  if (runs.length === 0) return;
  const markets = restoreRuns(state, runs);
  let last = Math.min(...runs.map((run) => run.block)) - 1;
  while (last < block) {
    const blocks = await readBlocksAfter(reader, last);
    if (blocks === undefined) throw new Error(`the ticks of block ${last + 1} are not stored`);
    if (blocks.length === 0) break;
    for (const it of blocks) if (it.number <= block) for (const at of markets) takeAgain(at, state, it, config);
    last = blocks.at(-1)?.number ?? block;
  }
  for (const at of markets) applyTicks(at, config);
}

/** Puts back the ticks of stored runs, and returns their markets. Runs before the last that began are done. */
export function restoreRuns(state: ContractState, runs: readonly RunCommand[]): readonly ContractMarketState[] {
  return runs.flatMap(({ market, ...tick }) => {
    const at = state.markets.get(market);
    if (at !== undefined && tick.seq >= at.runSeq) at.waiting.push(tick);
    return at ?? [];
  });
}

/** Puts the ticks of a block behind those that wait already. */
export function takeAgain(
  at: ContractMarketState,
  state: ContractState,
  block: Pick<SealedBlock, 'number' | 'atMs' | 'ticks'>,
  config: ContractConfig,
): void {
  for (const tick of block.ticks) {
    const known = at.waiting.at(-1)?.seq ?? at.runSeq - 1;
    if (tick.market !== at.market.id || tick.seq <= known) continue;
    const taken: IndexTick | undefined = toIndexTick(state, { ...block, block: block.number }, tick, config);
    if (taken !== undefined) at.waiting.push(taken);
  }
}

async function loadMarkets(reader: Reader, mode: ContractState['mode']): Promise<Map<number, ContractMarketState>> {
  const markets = await readMarkets(reader);
  const ids = await readCurrencyIds(reader);
  const multipliers = await store.readMultipliers(reader);
  const stored = await store.readMarketRows(reader, mode);
  const listed = markets.flatMap((market) => {
    const multiplier = multipliers.get(market.id);
    if (multiplier === undefined) return []; // Contracts of it were never listed.
    return [
      newMarketState(
        { ...market, multiplier, baseId: ids.get(market.base) ?? null, quoteId: ids.get(market.quote) ?? null },
        stored,
      ),
    ];
  });
  return new Map(listed.map((at) => [at.market.id, at]));
}

export type ListedMarket = Market & DealMarket;

const positionOf = ({ position }: Deal): Position => position;

/** Creates a market without deals, as far as it has come. */
export function newMarketState(
  market: ListedMarket,
  stored: ReadonlyMap<number, store.StoredMarket>,
): ContractMarketState {
  const row = stored.get(market.id);
  const deals = new Set<Deal>();
  return {
    market,
    contract: { priceTick: market.priceTick, multiplier: market.multiplier },
    tick: undefined,
    isOpen: false,
    session: row?.session,
    overnight: row?.overnight ?? { day: undefined, index: 0n as Price },
    overnightChain: { place: 0, hash: null },
    runSeq: row?.runSeq ?? 0,
    runPrice: row?.runPrice ?? (0n as Price),
    run: undefined,
    waiting: [],
    closing: new Set(),
    deals,
    series: new Map(),
    triggers: createTriggerIndex<Deal>(positionOf),
    stress: createStressSums<Deal>({ positionOf, items: () => deals }),
    open: { long: ZERO, short: ZERO },
    chargeDays: [],
    charging: undefined,
  };
}
