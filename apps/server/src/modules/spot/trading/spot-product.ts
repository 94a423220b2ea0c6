import { expectDefined } from '@app/base';
import { type Market, marketSettings, SOURCES, type Tick } from '@app/domain/market';
import { marketKillSwitch } from '@app/domain/reference';
import { spotRulesOf, spotSettings } from '@app/domain/spot';
import { fillsSettled, toOutbox } from '@app/protocol/events';
import type { EngineProduct, Input, Outcome, Ticks, Triggered } from '../../../engine/product.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';
import { pipelined } from '../../../platform/db/transact.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readMarkets } from '../../market/index.ts';
import { issueReceipts } from '../../proof/index.ts';
import { MalformedSetting, type Settings } from '../../reference/index.ts';
import type { NamedMarket } from '../spot-markets.ts';
import { toWireOrder } from '../wire-order.ts';
import { bookUpdates, noteTrades, orderUpdates } from './book-updates.ts';
import { cancelAllOrders, cancelOrder } from './cancel-orders.ts';
import { type Attempts, continueOrder } from './continue-order.ts';
import type { PlaceInput } from './execute-plan.ts';
import { fundLadder, needsFunding } from './fund-ladder.ts';
import { makeLadder } from './ladder.ts';
import { createListings } from './listings.ts';
import { loadState, openHouse, readNamedMarkets } from './load-state.ts';
import { placeOrder } from './place-order.ts';
import { readInventory } from './read-inventory.ts';
import { needsOf } from './required-accounts.ts';
import * as store from './spot.store.ts';
import { readFacts, type SpotFacts, type SpotSettings } from './spot-facts.ts';
import type { DecisionContext } from './spot-locks.ts';
import {
  type ContinueCommand,
  type FundCommand,
  type IndexTick,
  isTraded,
  type Ladder,
  laneOf,
  type ReadInventoryCommand,
  readCommand,
  type SpotCommand,
  type SpotMarketState,
  type SpotRows,
  type SpotState,
  type SweepCommand,
} from './spot-state.ts';
import { sweepOrders } from './sweep-orders.ts';

/** Types of the spot product. */
type SpotTypes = {
  readonly State: SpotState;
  readonly Command: SpotCommand;
  readonly Facts: SpotFacts;
  readonly Rows: SpotRows;
};

export type SpotProduct = EngineProduct<SpotTypes>;

/**
 * Creates the spot product of the engine: it decides everything in memory, between the engine's lock and its commit.
 */
export async function createSpotProduct(deps: {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** Whether real money may trade at the scripted prices of a local venue: in development only. */
  readonly allowsLocalPrices: boolean;
  /** Ids are queue positions: ids issued by a new leader must come after those of resting orders. */
  readonly makeIdsAfter: (id: bigint) => void;
}): Promise<SpotProduct> {
  const { db, ledger } = deps;
  let settings = await readSpotSettings(deps, await readMarkets(db));
  const attempts: Attempts = new Map();
  const listings = createListings(deps);
  return {
    refresh: async () => {
      try {
        const markets = await readMarkets(db);
        settings = await readSpotSettings(deps, markets);
        await listings.refresh(markets);
      } catch (error) {
        // Rules that cannot be read might say stop. A database that cannot be reached says nothing new.
        if (error instanceof MalformedSetting) settings = { ...settings, rules: { ...settings.rules, isOn: false } };
        throw error;
      }
    },
    prepare: (shard) => openHouse(db, ledger, shard),
    load: async (reader, shard) => {
      const state = await loadState(reader, ledger, { shard, freshMs: settings.freshness.value });
      const last = [...state.orders.keys()].reduce((highest, id) => (id > highest ? id : highest), 0n);
      if (last > 0n) deps.makeIdsAfter(last);
      listings.begin(state);
      return state;
    },
    applyRefresh: listings.applyTo,
    readCommand,
    laneOf,
    // The house quotes at the newest price, and resting orders meet only that.
    needsEveryTick: () => false,
    onTicks: (state, ticks) => onTicks(state, ticks, settings).map(toTriggered),
    dueCommands: (state) => ({
      commands: [...continuations(state), ...unfinishedSweeps(state), ...listings.inventoriesToRead(state)].map(
        toTriggered,
      ),
      nextMs: undefined,
    }),
    mustWait,
    requiredAccounts: needsOf,
    readFacts: (tx, state, inputs) => readFacts(tx, { state, settings }, inputs),
    decide: (state, input, context) => decide(state, { ...input, attempts }, context),
    weightOf: ({ placed, changed, fills }) => placed.length + changed.length + fills.length,
    write: writeRows,
    events: eventsOf,
    replayAnswers,
    privateUpdates: (state, rows) => {
      noteTrades(
        state,
        rows.flatMap(({ fills }) => fills),
      );
      return orderUpdates(state, rows);
    },
    marketDataUpdates: (state, nowMs) => bookUpdates(state, nowMs, settings),
  };
}

type SettingsDeps = { readonly settings: Settings; readonly allowsLocalPrices: boolean };

async function readSpotSettings(
  { settings, allowsLocalPrices }: SettingsDeps,
  markets: readonly Market[],
): Promise<SpotSettings> {
  const halted = new Set<number>();
  for (const { id, symbol } of markets) {
    if (!(await settings.read(marketKillSwitch(symbol))).value) halted.add(id);
  }
  return {
    rules: await spotRulesOf(settings.read),
    ladder: await settings.read(spotSettings.ladderClasses),
    freshness: await settings.read(marketSettings.spotFreshMs),
    demoFunding: (await settings.read(spotSettings.ladderDemoFunding)).value,
    halted,
    unreal: allowsLocalPrices ? SIMULATED : SIMULATED_OR_LOCAL,
  };
}

function decide(
  state: SpotState,
  input: Input<SpotCommand> & { readonly attempts: Attempts },
  context: DecisionContext,
): Outcome<SpotRows> {
  const { command } = input;
  switch (command.name) {
    case 'spot.place':
      return placeOrder(
        state,
        { ...input, ...byUser(input), key: expectDefined(input.key, 'the key of an order'), command },
        context,
      );
    case 'spot.cancel':
      return cancelOrder(state, { ...input, ...byUser(input), command }, context);
    case 'spot.cancelAll':
      return cancelAllOrders(state, { ...input, ...byUser(input), command }, context);
    case 'spot.readInventory':
      return readInventory(state, { ...input, command }, context);
    case 'sweep':
      return sweepOrders(state, { ...input, command }, context);
    case 'continue':
      return continueOrder(state, { ...input, command }, context);
    case 'fund':
      return fundLadder(state, { ...input, command }, context);
  }
}

const byUser = ({ userId }: Input<SpotCommand>): Pick<PlaceInput, 'userId'> => ({
  userId: expectDefined(userId, 'who asks'),
});

async function writeRows(tx: Tx, { mode }: SpotState, rows: readonly SpotRows[]): Promise<void> {
  const placed = new Set(rows.flatMap((it) => it.placed));
  const changed = new Set(rows.flatMap((it) => it.changed).filter((order) => !placed.has(order)));
  const fills = rows.flatMap((it) => it.fills);
  const receipts = rows.flatMap((it) => it.receipts);
  await pipelined([
    store.insertOrders(tx, mode, [...placed]),
    store.updateOrders(tx, [...changed]),
    store.insertFills(tx, mode, fills),
    issueReceipts(tx, receipts),
    store.insertMatching(
      tx,
      mode,
      rows.flatMap((it) => it.matching),
    ),
    store.deleteMatching(
      tx,
      rows.flatMap((it) => it.matched),
    ),
  ]);
}

/** Returns one event for the fills of a whole batch. */
const eventsOf: SpotProduct['events'] = ({ mode }, rows) => {
  const fills = rows.flatMap((it) => it.fills);
  if (fills.length === 0) return [];
  const parts = fills.map(({ id, market, taker, maker, takerFee, makerFee, cost }) => ({
    id,
    market: market.id,
    taker: taker?.owner ?? null,
    maker: maker?.owner ?? null,
    taker_fee: takerFee,
    maker_fee: makerFee,
    cost,
    quote: market.quote,
  }));
  return [toOutbox(fillsSettled, { book: mode, fills: parts })];
};

/** Resolves records to their orders: a replay returns the order's current state, once it has stopped matching. */
const replayAnswers: SpotProduct['replayAnswers'] = async (tx, { markets }, records) => {
  const matching = new Set([...markets.values()].flatMap((it) => it.matching?.order.id ?? []));
  const ids = records.flatMap((record) => orderIn(record) ?? []);
  const orders = new Map((await store.readOrders(tx, ids)).map((order) => [order.id, order]));
  const delisted = new Set([...orders.values()].map(({ market }) => market).filter((market) => !markets.has(market)));
  const others: ReadonlyMap<number, NamedMarket> =
    delisted.size === 0 ? new Map() : await readNamedMarkets(tx, ({ id }) => delisted.has(id));
  return records.map((record) => {
    const id = orderIn(record);
    if (id === undefined) return record;
    if (matching.has(id)) return undefined;
    const order = expectDefined(orders.get(id), 'the order of a record');
    const market = markets.get(order.market)?.market ?? others.get(order.market);
    return toWireOrder(order, expectDefined(market, 'its market'));
  });
};

function orderIn(record: unknown): bigint | undefined {
  const isOne = typeof record === 'object' && record !== null && 'order' in record;
  return isOne ? BigInt(String(record.order)) : undefined;
}

/** Nothing is stored: a reloaded state triggers the same again, by its next tick or by its rows. */
const toTriggered = (
  command: SweepCommand | FundCommand | ContinueCommand | ReadInventoryCommand,
): Triggered<SpotCommand> => ({
  command,
  key: `${command.name}:${command.market}`,
});

const SIMULATED = new Set<number>(SOURCES.flatMap(({ id, isSimulated }) => (isSimulated ? [id] : [])));
const SIMULATED_OR_LOCAL = new Set<number>([
  ...SIMULATED,
  ...SOURCES.flatMap(({ id, isLocal }) => (isLocal ? [id] : [])),
]);

/**
 * Applies new index prices, the newest of each market. Rebuilds the market's ladder and returns a sweep if it crosses
 * resting orders.
 */
function onTicks(
  state: SpotState,
  batches: readonly Ticks[],
  settings: SpotSettings,
): readonly (SweepCommand | FundCommand)[] {
  state.newestBlockMs = Math.max(state.newestBlockMs, ...batches.map(({ atMs }) => atMs));
  return [...newestOf(batches).values()].flatMap(({ tick, batch }): (SweepCommand | FundCommand)[] => {
    const marketState = state.markets.get(tick.market);
    if (marketState === undefined || !isTraded(marketState) || tick.seq <= (marketState.tick?.seq ?? 0)) return [];
    marketState.tick = toIndex(tick, batch.block, settings);
    marketState.ladder = mayQuote(state, marketState, settings)
      ? makeLadder(marketState, marketState.tick, {
          rules: settings.ladder,
          mode: state.mode,
          sealed: batch.inventories.find(({ book, market }) => book === state.mode && market === tick.market),
        })
      : undefined;
    marketState.isChanged = true;
    const market = marketState.market.id;
    if (state.mode === 'demo' && needsFunding(marketState, marketState.tick, settings.demoFunding))
      return [{ name: 'fund', market }];
    return crosses(marketState, marketState.ladder) ? [{ name: 'sweep', market }] : [];
  });
}

type NewestTick = { readonly tick: Tick; readonly batch: Ticks };

function newestOf(batches: readonly Ticks[]): ReadonlyMap<number, NewestTick> {
  const newest = new Map<number, NewestTick>();
  for (const batch of batches) for (const tick of batch.ticks) newest.set(tick.market, { tick, batch });
  return newest;
}

/** Returns the sweeps that reached their limit and must continue. */
function unfinishedSweeps({ markets }: SpotState): readonly SweepCommand[] {
  const unfinished = [...markets.values()].filter(({ sweepPending }) => sweepPending);
  return unfinished.map((marketState) => {
    marketState.sweepPending = false;
    return { name: 'sweep', market: marketState.market.id };
  });
}

/** Returns the orders that met more makers than one batch carries; each is in the queue at most once, by its key. */
const continuations = ({ markets }: SpotState): readonly ContinueCommand[] =>
  [...markets.values()].flatMap(({ market, matching }) =>
    matching === undefined ? [] : [{ name: 'continue' as const, market: market.id }],
  );

/** A new order waits while another of its market continues: it must not take what that is about to meet. */
const mustWait = ({ markets }: SpotState, command: SpotCommand): boolean =>
  command.name === 'spot.place' && markets.get(command.market)?.matching !== undefined;

const toIndex = ({ price, seq, atMs, sources }: Tick, block: number, { unreal }: SpotSettings): IndexTick => ({
  price,
  seq,
  atMs,
  block,
  isSimulated: sources.some(({ source }) => unreal.has(source)),
});

/**
 * Whether the house may quote: never real money at simulated prices, nor in a halted market, nor again at a tick from
 * before a reload.
 */
function mayQuote(
  { mode }: SpotState,
  { tick, market, inventory, tradedSeq }: SpotMarketState,
  { halted, rules }: SpotSettings,
): boolean {
  const isMadeUp = mode === 'real' && tick?.isSimulated !== false;
  const hasSomething = inventory.base > 0n || inventory.quote > 0n;
  const isUntouched = tick !== undefined && tick.seq > tradedSeq;
  return hasSomething && isUntouched && !isMadeUp && rules.isOn && !halted.has(market.id);
}

function crosses({ book }: SpotMarketState, ladder: Ladder | undefined): boolean {
  if (ladder === undefined) return false;
  const bid = book.best('buy') ?? 0;
  const ask = book.best('sell') ?? Number.POSITIVE_INFINITY;
  return (ladder.asks[0]?.price ?? Number.POSITIVE_INFINITY) <= bid || (ladder.bids[0]?.price ?? 0) >= ask;
}
