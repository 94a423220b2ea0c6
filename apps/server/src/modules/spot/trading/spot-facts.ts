import { firstIdAt, type TimeOrderedId, timeOfId } from '@app/base';
import { type PersonalLimits, startOfDay } from '@app/domain/limits';
import { FRESHNESS, isFreshFor } from '@app/domain/market';
import { type FeeRates, feesAt, type IndexNow, type LadderClasses, type SpotRules } from '@app/domain/spot';
import { type Amount, ZERO } from '@app/money';
import { LATENCY_MS } from '@app/verifier';
import type { Input } from '../../../engine/product.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { pipelined } from '../../../platform/db/transact.ts';
import { findLimitsOf, sumDayResults } from '../../limits/index.ts';
import { readMarkets } from '../../market/index.ts';
import type { Versioned } from '../../reference/index.ts';
import { dayOf, hasDayLoaded } from './day-trades.ts';
import * as store from './spot.store.ts';
import type { Ladder, SpotCommand, SpotMarketState, SpotState } from './spot-state.ts';

/** Settings in force, read outside the engine loop. */
export type SpotSettings = {
  readonly rules: SpotRules;
  readonly ladder: Versioned<LadderClasses>;
  /** Oldest price at which the house trades. */
  readonly freshness: Versioned<number>;
  readonly demoFunding: Amount;
  /** Markets halted by us. */
  readonly halted: ReadonlySet<number>;
  /** Price sources that are no market: real money never trades at their prices. */
  readonly unreal: ReadonlySet<number>;
};

export type SpotFacts = SpotSettings & {
  feesOf(userId: bigint): FeeRates;
  /** Undefined for a user without limits. */
  limitsOf(userId: bigint): PersonalLimits | undefined;
  /** What other products won or lost today for a user with a loss limit. */
  otherResultOf(userId: bigint): Amount;
  /** Whether the batch waited so long for the database that its time is no longer that of its trades. */
  readonly isLate: boolean;
  /** Whether an order to be cancelled belonged to this user; one that is not resting is closed. */
  isClosedOrderOf(userId: bigint, order: bigint): boolean;
};

/** Reads the facts about the users of this batch that are not in memory. */
export async function readFacts(
  tx: Tx,
  { state, settings }: { readonly state: SpotState; readonly settings: SpotSettings },
  inputs: readonly Input<SpotCommand>[],
): Promise<SpotFacts> {
  const placing = [...new Set(inputs.flatMap(({ command, userId }) => (isPlacing(command) ? (userId ?? []) : [])))];
  const nowMs = inputs[0]?.atMs ?? 0;
  const [levels, limits, owners] = await pipelined([
    store.findFeeLevels(tx, placing),
    findLimitsOf(tx, placing, nowMs),
    readOwners(tx, state, inputs),
  ]);
  const others = await readDays(tx, state, { limits, nowMs });
  return {
    ...settings,
    feesOf: (userId) => feesAt(levels.get(userId) ?? 0, settings.rules),
    limitsOf: (userId) => limits.get(userId),
    otherResultOf: (userId) => others.get(userId) ?? ZERO,
    isLate: isLate(inputs),
    isClosedOrderOf: (userId, order) => owners.get(order) === userId,
  };
}

/** Half of what readers allow between the time of a trade and that in its id. */
const LATE_MS = 1_000;

/** Ids of commands are made when the batch's time is read, those of trades after this. */
const isLate = ([first]: readonly Input<SpotCommand>[]): boolean =>
  first !== undefined && Date.now() - timeOfId(first.id as TimeOrderedId) > LATE_MS; // Made by the loop.

/** Reads the owner of every order to be cancelled: an order that rests now may be gone when its cancel is decided. */
async function readOwners(tx: Tx, state: SpotState, inputs: readonly Input<SpotCommand>[]) {
  const requested = inputs.flatMap(({ command }) => (command.name === 'spot.cancel' ? [command.order] : []));
  const gone = requested.filter((id) => !state.orders.has(id));
  const owners = new Map(await store.findOwners(tx, gone, state.mode));
  for (const id of requested) {
    const order = state.orders.get(id);
    if (order !== undefined) owners.set(id, order.owner);
  }
  return owners;
}

const isPlacing = ({ name }: SpotCommand) => name === 'spot.place';

type Limits = ReadonlyMap<bigint, PersonalLimits>;

/**
 * Loads today's trades of users with a loss limit: read once a day for all of them together, then updated with every
 * fill. Returns what other products won or lost for them, which is read in every batch.
 */
async function readDays(
  tx: Tx,
  state: SpotState,
  { limits, nowMs }: { readonly limits: Limits; readonly nowMs: number },
): Promise<ReadonlyMap<bigint, Amount>> {
  const { mode } = state;
  const limited = [...limits].flatMap(([userId, { dailyLoss }]) => (dailyLoss === null ? [] : [userId]));
  if (limited.length === 0) return new Map();
  const dayMs = startOfDay(nowMs);
  const since = firstIdAt(dayMs);
  const missing = limited.filter((userId) => !hasDayLoaded(state, userId, since));
  if (missing.length > 0) {
    const markets = (await readMarkets(tx)).map(({ id }) => id);
    const sums = Map.groupBy(
      await store.sumTrades(tx, { userIds: missing, mode, dayMs, markets }),
      ({ userId }) => userId,
    );
    for (const userId of missing) state.days.set(userId, dayOf(since, sums.get(userId) ?? []));
  }
  return await sumDayResults(tx, { userIds: limited, mode, atMs: nowMs, except: 'spot' });
}

/** Returns the last index price and its age. */
export const indexNow = ({ tick }: SpotMarketState, nowMs: number): IndexNow | undefined =>
  tick && { price: tick.price, ageMs: nowMs - tick.atMs, isSimulated: tick.isSimulated };

type Moment = { readonly nowMs: number } & Pick<SpotFacts, 'freshness'> & Partial<Pick<SpotFacts, 'isLate'>>;

/**
 * Returns the ladder while its price is fresh and no newer price may have been sealed long before, undefined otherwise.
 * A receipt shows every block that was sealed so long before its trade; all of them are known here, because a later one
 * would be younger.
 */
export function freshLadder(
  { newestBlockMs }: Pick<SpotState, 'newestBlockMs'>,
  { ladder }: SpotMarketState,
  { nowMs, freshness, isLate = false }: Moment,
): Ladder | undefined {
  if (ladder === undefined || isLate || nowMs - newestBlockMs >= LATENCY_MS) return undefined;
  return isFreshFor('spot', nowMs - ladder.tick.atMs, { ...FRESHNESS, spot: freshness.value }) ? ladder : undefined;
}
