import { expectDefined } from '@app/base';
import type { Market, Tick } from '@app/domain/market';
import { ZERO } from '@app/money';
import { sql } from 'kysely';
import type { LoadedFrom, Shard } from '../../../engine/product.ts';
import { PushNumbers } from '../../../engine/push-numbers.ts';
import { arrayText } from '../../../platform/db/array-text.ts';
import type { Db, Reader } from '../../../platform/db/database.ts';
import { readSlices } from '../../../platform/db/read-slices.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readBlocks, readBlocksAfter, readMarkets } from '../../market/index.ts';
import { readCurrencyIds } from '../../reference/index.ts';
import { BET_COLUMNS, type BetRow, OPEN_BET_COLUMNS, type StoredBet, toBet } from '../bet-row.ts';
import type { ReceiptChain } from '../receipts.ts';
import { addBet, CURRENCY, dueOf, expiryOf, fromStored, platformAccounts } from './bets.ts';
import type { RunCommand, SecondsCommand } from './commands.ts';
import { DueTimes } from './due-times.ts';
import { collectExpired } from './expire-bets.ts';
import { demoSource } from './fund-demo.ts';
import type { SecondsConfig } from './seconds-facts.ts';
import type { SecondsMarketState, SecondsState } from './seconds-state.ts';
import { applyTicks, noteBlock, takeBackwards, takeTick } from './take-ticks.ts';

/** A chunk delays everybody whose orders this process decides. Smaller ones cost more statements. */
const CHUNK = 40;

/** Opens the platform's accounts, so that no batch names an account that does not exist. */
export async function openPlatform(db: Db, ledger: Ledger, { mode }: Shard): Promise<void> {
  await ledger.open(db, mode, [...Object.values(platformAccounts({ mode })), ...(mode === 'demo' ? [demoSource] : [])]);
}

/** Rebuilds the state from rows alone, and begins again what was interrupted. */
export async function loadState(
  reader: Db,
  shard: Shard,
  { block, stored }: LoadedFrom<SecondsCommand>,
  config: Pick<SecondsConfig, 'unreal'>,
): Promise<SecondsState> {
  const { mode } = shard;
  const currencies = await readCurrencyIds(reader);
  const state: SecondsState = {
    shard,
    mode,
    chunk: CHUNK,
    markets: await loadMarkets(reader, mode),
    bets: new Map(),
    gains: ZERO,
    currencyId: expectDefined(currencies.get(CURRENCY), 'the currency of stakes'),
    pushNumbers: new PushNumbers(),
    newest: { block: 0, atMs: 0 },
    fundedMs: 0,
  };
  await readOpenBets(reader, mode, (bets) => {
    for (const bet of bets) restoreBet(state, bet);
  });
  const runs = stored.filter((command): command is RunCommand => command.name === 'seconds.run');
  await resumeRuns(reader, state, { runs, block, config });
  return state;
}

/** Adds an open bet to the state. */
export function restoreBet(state: SecondsState, bet: StoredBet): void {
  addBet(state, fromStored(expectDefined(state.markets.get(bet.bet.market), 'the market of an open bet'), bet));
}

type Interrupted = {
  readonly runs: readonly RunCommand[];
  /** Last block whose ticks were taken. */
  readonly block: number;
  readonly config: Pick<SecondsConfig, 'unreal'>;
};

/**
 * Begins again the runs that the inbox has, and takes the ticks that waited for them: those up to the last block. A tick
 * that has acted on a bet does nothing more to it.
 */
async function resumeRuns(reader: Db, state: SecondsState, { runs, block, config }: Interrupted): Promise<void> {
  const first = Math.min(block + 1, ...runs.map((run) => run.block));
  await restoreLastTicks(reader, state, { block: first - 1, config });
  const resume = createResume(state, runs, config);
  for (let last = first - 1; last < block; ) {
    const blocks = await readBlocksAfter(reader, last);
    if (blocks === undefined) throw new Error(`the ticks of block ${last + 1} are not stored`);
    if (blocks.length === 0) break;
    for (const each of blocks) if (each.number <= block) resume({ ...each, block: each.number });
    last = blocks.at(-1)?.number ?? block;
  }
  beginAgain(state);
}

type TakenBlock = { readonly block: number; readonly atMs: number; readonly ticks: readonly Tick[] };

/** Returns what takes blocks again, oldest first: those from the first of some runs up to the last that was taken. */
export function createResume(
  state: SecondsState,
  runs: readonly RunCommand[],
  config: Pick<SecondsConfig, 'unreal'>,
): (block: TakenBlock) => void {
  const firstSeq = new Map(runs.map(({ market, seq }) => [market, seq]));
  return ({ block, atMs, ticks }) => {
    for (const tick of ticks) {
      const at = state.markets.get(tick.market);
      const taken = at && takeTick(state, at, { tick, block, config });
      if (taken !== undefined && tick.seq >= (firstSeq.get(tick.market) ?? Number.POSITIVE_INFINITY))
        at?.waiting.push(taken);
    }
    noteBlock(state, { block, atMs });
  };
}

/** Applies what was taken again. */
export function beginAgain(state: SecondsState): void {
  for (const at of state.markets.values()) {
    applyTicks(at);
    collectExpired(at, state.newest.atMs);
  }
}

const BLOCKS_A_READ = 50;

/** Finds the last two ticks of each market with open bets, up to a block: its next tick, or a void bet, names them. */
async function restoreLastTicks(
  reader: Db,
  state: SecondsState,
  { block, config }: Pick<Interrupted, 'block' | 'config'>,
): Promise<void> {
  const wanted = new Set([...state.bets.values()].map(({ at }) => at));
  for (let to = block; to > 0 && (wanted.size > 0 || to === block); to -= BLOCKS_A_READ) {
    const blocks = await readBlocks(reader, { from: Math.max(1, to - BLOCKS_A_READ + 1), to });
    const newest = blocks.at(-1);
    if (newest !== undefined && to === block) noteBlock(state, { block: newest.number, atMs: newest.atMs });
    for (const { number, ticks } of blocks.toReversed()) restoreFrom(state, wanted, { number, ticks, config });
    if (blocks.length === 0) return; // Older ticks are not kept.
  }
}

type KeptBlock = { readonly number: number; readonly ticks: readonly Tick[]; readonly config: Interrupted['config'] };

/** Takes what a block says about markets whose last ticks are not known yet. */
export function restoreFrom(
  state: SecondsState,
  wanted: Set<SecondsMarketState>,
  { number, ticks, config }: KeptBlock,
): void {
  for (const tick of ticks) {
    const at = state.markets.get(tick.market);
    if (at === undefined || !wanted.has(at)) continue;
    if (takeBackwards(state, at, { tick, block: number, config })) wanted.delete(at);
  }
}

async function loadMarkets(reader: Reader, mode: SecondsState['mode']): Promise<Map<number, SecondsMarketState>> {
  const chains = await readChains(reader, mode);
  const markets = await readMarkets(reader);
  return new Map(markets.map((market) => [market.id, newMarketState(market, chains.get(market.id))]));
}

/** Creates a market without bets. */
export const newMarketState = (market: Market, chain: ReceiptChain | undefined): SecondsMarketState => ({
  market,
  last: undefined,
  newest: undefined,
  run: undefined,
  waiting: [],
  late: [],
  overdue: [],
  ticksDue: new DueTimes(dueOf),
  expiries: new DueTimes(expiryOf),
  stakes: { up: ZERO, down: ZERO },
  acceptedSincePart: 0,
  chain: chain ?? { place: 0, hash: null },
});

async function readChains(reader: Reader, mode: SecondsState['mode']): Promise<ReadonlyMap<number, ReceiptChain>> {
  const { rows } = await sql<{ market: number; place: bigint; hash: string }>`
    select market, chain_place as place, chain_hash as hash from seconds_market where book = ${mode}`.execute(reader);
  return new Map(rows.map(({ market, place, hash }) => [market, { place: Number(place), hash }]));
}

/** Reads all open bets of a mode, in slices. */
async function readOpenBets(
  db: Db,
  mode: SecondsState['mode'],
  onSlice: (bets: readonly StoredBet[]) => void,
): Promise<void> {
  const query = sql<BetRow>`
    select ${OPEN_BET_COLUMNS} from seconds_bet b where status in ('waiting', 'running') and book = ${mode}`;
  await readSlices(db, query, (rows) => onSlice(rows.map(toBet)));
}

/** Reads bets by id, open or ended. Lateral, so that the kept plan finds each settlement by its key. */
export async function readBets(reader: Reader, ids: readonly bigint[]): Promise<readonly StoredBet[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<BetRow>`
    select ${BET_COLUMNS} from seconds_bet b
      left join lateral (select * from seconds_settlement own where own.bet = b.id offset 0) s on true
     where b.id = any(${arrayText(ids)}::bigint[])`.execute(reader);
  return rows.map(toBet);
}
