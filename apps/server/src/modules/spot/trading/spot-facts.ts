import { firstIdAt } from '@app/base';
import { type PersonalLimits, startOfDay } from '@app/domain/limits';
import { FRESHNESS, isFreshFor } from '@app/domain/market';
import { type FeeRates, feesAt, type IndexNow, type LadderRules, type SpotRules } from '@app/domain/spot';
import type { Amount } from '@app/money';
import type { Input } from '../../../engine/product.ts';
import type { Tx } from '../../../platform/database.ts';
import { findLimitsOf } from '../../limits/index.ts';
import type { Versioned } from '../../reference/index.ts';
import { dayOf, hasDayLoaded } from './day-trades.ts';
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

export type SpotFacts = SpotSettings & {
  feesOf(userId: bigint): FeeRates;
  /** Undefined for whoever set themselves no limit. */
  limitsOf(userId: bigint): PersonalLimits | undefined;
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
  const limits = await findLimitsOf(tx, placing, inputs[0]?.atMs ?? 0);
  await loadDays(tx, state, { limits, nowMs: inputs[0]?.atMs ?? 0 });
  const owners = await readOwners(tx, state, inputs);
  return {
    ...settings,
    feesOf: (userId) => feesAt(levels.get(userId) ?? 0, settings.rules),
    limitsOf: (userId) => limits.get(userId),
    isClosedOrderOf: (userId, order) => owners.get(order) === userId,
  };
}

/** Of every order that is to be cancelled: one that rests now may be gone by the time it is its turn. */
async function readOwners(tx: Tx, state: SpotState, inputs: readonly Input<SpotCommand>[]) {
  const requested = inputs.flatMap(({ command }) => (command.name === 'spot.cancel' ? [command.order] : []));
  const gone = requested.filter((id) => !state.orders.has(id));
  const owners = new Map(await store.findOwners(tx, gone, state.book));
  for (const id of requested) {
    const order = state.orders.get(id);
    if (order !== undefined) owners.set(id, order.owner);
  }
  return owners;
}

const isPlacing = ({ name }: SpotCommand) => name === 'spot.place';

type Limits = ReadonlyMap<bigint, PersonalLimits>;

/** What somebody with a loss limit traded today: read once a day, then counted along with every fill. */
async function loadDays(
  tx: Tx,
  state: SpotState,
  { limits, nowMs }: { readonly limits: Limits; readonly nowMs: number },
): Promise<void> {
  if (limits.size === 0) return;
  const since = firstIdAt(startOfDay(nowMs));
  for (const [userId, { dailyLoss }] of limits) {
    if (dailyLoss === null || hasDayLoaded(state, userId, since)) continue;
    state.days.set(userId, dayOf(since, await store.sumTrades(tx, { userId, book: state.book, since })));
  }
}

/** The last index price and how old it is. */
export const indexNow = ({ tick }: SpotMarketState, nowMs: number): IndexNow | undefined =>
  tick && { price: tick.price, ageMs: nowMs - tick.atMs, isSimulated: tick.isSimulated };

/** The ladder while its price is young; it disappears with a stale one. */
export const freshLadder = ({ ladder }: SpotMarketState, nowMs: number, { freshMs }: SpotRules) =>
  ladder !== undefined && isFreshFor('spot', nowMs - ladder.tick.atMs, { ...FRESHNESS, spot: freshMs })
    ? ladder
    : undefined;
