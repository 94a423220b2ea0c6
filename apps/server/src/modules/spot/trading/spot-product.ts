import { expectDefined } from '@app/base';
import { marketKillSwitch } from '@app/domain/reference';
import { spotRulesOf, spotSettings } from '@app/domain/spot';
import { fillsSettled, toOutbox } from '@app/protocol/events';
import { pipelined } from '../../../engine/pipelined.ts';
import type { EngineProduct, Input } from '../../../engine/product.ts';
import type { Db, Tx } from '../../../platform/database.ts';
import type { Ledger } from '../../ledger/index.ts';
import { readMarkets } from '../../market/index.ts';
import { issueReceipts } from '../../proof/index.ts';
import type { Settings } from '../../reference/index.ts';
import { toWireOrder } from '../wire-order.ts';
import { bookUpdates, noteTrades, orderUpdates } from './book-updates.ts';
import { cancelAllOrders, cancelOrder } from './cancel-orders.ts';
import type { PlaceInput } from './execute-plan.ts';
import { fundLadder } from './fund-ladder.ts';
import { loadState, openHouse } from './load-state.ts';
import { onTicks, unfinishedSweeps } from './on-ticks.ts';
import { placeOrder } from './place-order.ts';
import { needsOf } from './required-accounts.ts';
import * as store from './spot.store.ts';
import { laneOf, readCommand, type SpotCommand } from './spot-commands.ts';
import { readFacts, type SpotFacts, type SpotSettings } from './spot-facts.ts';
import type { SpotRows } from './spot-rows.ts';
import type { SpotState } from './spot-state.ts';
import { sweepOrders } from './sweep-orders.ts';

export type SpotProduct = EngineProduct<SpotState, SpotCommand, SpotFacts, SpotRows> & {
  /** Reads the settings in force; called outside the engine loop, so that no batch waits for it. */
  refresh(): Promise<void>;
};

/**
 * Creates the spot product of the engine: it decides everything in memory, between the engine's lock and its commit.
 */
export async function createSpotProduct(deps: {
  readonly db: Db;
  readonly ledger: Ledger;
  readonly settings: Settings;
  /** Ids are queue positions: ids issued by a new leader must come after those of resting orders. */
  readonly makeIdsAfter: (id: bigint) => void;
}): Promise<SpotProduct> {
  const { db, ledger } = deps;
  let settings = await readSpotSettings(deps);
  return {
    refresh: async () => {
      settings = await readSpotSettings(deps);
    },
    prepare: (shard) => openHouse(db, ledger, shard),
    load: async (reader, shard) => {
      const state = await loadState(reader, ledger, shard);
      for (const id of state.orders.keys()) deps.makeIdsAfter(id);
      return state;
    },
    readCommand,
    laneOf,
    onTicks: (state, ticks) => onTicks(state, ticks, settings),
    dueCommands: (state) => ({ commands: unfinishedSweeps(state), nextMs: undefined }),
    requiredAccounts: needsOf,
    readFacts: (tx, state, inputs) => readFacts(tx, { state, settings }, inputs),
    decide,
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

async function readSpotSettings({ db, settings }: { db: Db; settings: Settings }): Promise<SpotSettings> {
  const halted = new Set<number>();
  for (const { id, symbol } of await readMarkets(db)) {
    if (!(await settings.read(marketKillSwitch(symbol))).value) halted.add(id);
  }
  return {
    rules: await spotRulesOf(settings.read),
    ladder: await settings.read(spotSettings.ladder),
    demoFunding: (await settings.read(spotSettings.ladderDemoFunding)).value,
    halted,
  };
}

const decide: SpotProduct['decide'] = (state, input, context) => {
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
    case 'sweep':
      return sweepOrders(state, { ...input, command }, context);
    case 'fund':
      return fundLadder(state, { ...input, command }, context);
  }
};

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

/** Resolves records to their orders: a replay returns the order's current state. */
const replayAnswers: SpotProduct['replayAnswers'] = async (tx, { markets }, records) => {
  const ids = records.flatMap((record) => orderIn(record) ?? []);
  const orders = new Map((await store.readOrders(tx, ids)).map((order) => [order.id, order]));
  return records.map((record) => {
    const id = orderIn(record);
    if (id === undefined) return record;
    const order = expectDefined(orders.get(id), 'the order of a record');
    return toWireOrder(order, expectDefined(markets.get(order.market), 'its market').market);
  });
};

function orderIn(record: unknown): bigint | undefined {
  const isOne = typeof record === 'object' && record !== null && 'order' in record;
  return isOne ? BigInt(String(record.order)) : undefined;
}
