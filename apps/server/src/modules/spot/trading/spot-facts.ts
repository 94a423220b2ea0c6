import { firstIdAt } from '@app/base';
import { type PersonalLimits, startOfDay } from '@app/domain/limits';
import { FRESHNESS, isFreshFor } from '@app/domain/market';
import { type FeeRates, feesAt, type IndexNow, type LadderRules, lossOfDay, type SpotRules } from '@app/domain/spot';
import type { Amount } from '@app/money';
import type { Input } from '../../../engine/product.ts';
import type { Tx } from '../../../platform/database.ts';
import { findLimited, limitsOf } from '../../limits/index.ts';
import type { Versioned } from '../../reference/index.ts';
import * as store from './spot.store.ts';
import type { SpotCommand } from './spot-commands.ts';
import type { SpotMarketState, SpotState } from './spot-state.ts';

/** The settings in force, read beside the loop. */
export type SpotSettings = {
  readonly rules: SpotRules;
  readonly ladder: Versioned<LadderRules>;
  readonly demoFunding: Amount;
  /** Markets we stopped ourselves. */
  readonly halted: ReadonlySet<number>;
};

type Limited = { readonly limits: PersonalLimits; readonly lossToday: Amount };

export type SpotFacts = SpotSettings & {
  feesOf(userId: bigint): FeeRates;
  /** Undefined for whoever set themselves no limit. */
  limitedOf(userId: bigint): Limited | undefined;
  /** Orders that are asked for and were this user's; whoever does not find them resting knows that they are closed. */
  isClosedOrderOf(userId: bigint, order: bigint): boolean;
};

/** What is not in memory and concerns the people of this batch. */
export async function readFacts(
  tx: Tx,
  { state, settings }: { readonly state: SpotState; readonly settings: SpotSettings },
  inputs: readonly Input<SpotCommand>[],
): Promise<SpotFacts> {
  const placing = [...new Set(inputs.flatMap(({ command, userId }) => (isPlacing(command) ? (userId ?? []) : [])))];
  const levels = await store.findFeeLevels(tx, placing);
  const limited = await readLimited(tx, state, { placing, nowMs: inputs[0]?.atMs ?? 0 });
  const owners = await readOwners(tx, state, inputs);
  return {
    ...settings,
    feesOf: (userId) => feesAt(levels.get(userId) ?? 0, settings.rules),
    limitedOf: (userId) => limited.get(userId),
    isClosedOrderOf: (userId, order) => owners.get(order) === userId,
  };
}

/** Of every order that is to be cancelled: one that rests now may be gone by the time it is its turn. */
async function readOwners(tx: Tx, state: SpotState, inputs: readonly Input<SpotCommand>[]) {
  const asked = inputs.flatMap(({ command }) => (command.name === 'spot.cancel' ? [command.order] : []));
  const gone = asked.filter((id) => !state.orders.has(id));
  const owners = new Map(await store.findOwners(tx, gone, state.book));
  for (const id of asked) {
    const order = state.orders.get(id);
    if (order !== undefined) owners.set(id, order.owner);
  }
  return owners;
}

const isPlacing = ({ name }: SpotCommand) => name === 'spot.place';

async function readLimited(
  tx: Tx,
  state: SpotState,
  { placing, nowMs }: { readonly placing: readonly bigint[]; readonly nowMs: number },
): Promise<ReadonlyMap<bigint, Limited>> {
  const limited = new Map<bigint, Limited>();
  for (const userId of await findLimited(tx, placing)) {
    const limits = await limitsOf(tx, userId);
    const since = firstIdAt(startOfDay(nowMs));
    const trades = limits.dailyLoss === null ? [] : await store.sumTrades(tx, { userId, book: state.book, since });
    const valued = trades.map(({ market, ...trade }) => ({
      ...trade,
      indexPrice: state.markets.get(market)?.tick?.price,
    }));
    limited.set(userId, { limits, lossToday: lossOfDay(valued) });
  }
  return limited;
}

/** The last index price and how old it is. */
export const indexNow = ({ tick }: SpotMarketState, nowMs: number): IndexNow | undefined =>
  tick && { price: tick.price, ageMs: nowMs - tick.atMs, isSimulated: tick.isSimulated };

/** The ladder while its price is young; it disappears with a stale one. */
export const freshLadder = ({ ladder }: SpotMarketState, nowMs: number, { freshMs }: SpotRules) =>
  ladder !== undefined && isFreshFor('spot', nowMs - ladder.tick.atMs, { ...FRESHNESS, spot: freshMs })
    ? ladder
    : undefined;
