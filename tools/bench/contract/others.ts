import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../spot/load.ts';
import { makePairs, makerOf, type Pair, takerOf } from '../spot/mix.ts';
import { sendSteadily, type Timed } from './load.ts';
import { toOpen } from './mix.ts';
import { type ContractArena, SPOT_USERS } from './testbed.ts';

/** The market of the others' openings; the only one with a price besides the crowded one. */
export const OTHER_MARKET = 2;
/** Spot orders are in markets without a price, so that the house does not quote between them. */
const FIRST_SPOT_MARKET = 3;
const SPOT_PER_SECOND = 200;
const OPENS_PER_SECOND = 100;

/** p50 and p99 of others, in milliseconds. */
export type OthersTimes = {
  readonly spot: { readonly p50: number; readonly p99: number; readonly count: number };
  readonly opens: { readonly p50: number; readonly p99: number; readonly count: number };
  readonly refused: ReadonlyMap<string, number>;
};

/** Sends spot orders and openings in another market at a fixed rate until something is done. */
export function createOthers(arena: ContractArena, users: number): (until: Promise<unknown>) => Promise<OthersTimes> {
  const nextPair = makePairs(SPOT_USERS);
  let pair: Pair | undefined;
  const spotOrder = (count: number) => {
    if (count % 2 === 1 && pair !== undefined) return takerOf(pair);
    do pair = nextPair();
    while (pair.market.id < FIRST_SPOT_MARKET);
    return makerOf(pair);
  };
  let opened = 0;
  return async (until) => {
    const [spot, opens] = await Promise.all([
      sendSteadily(
        async (count) => {
          const answer = await arena.client.place(spotOrder(count));
          return answer === 'ok' ? {} : { refused: answer };
        },
        SPOT_PER_SECOND,
        until,
      ),
      sendSteadily(
        (count) => {
          opened += 1;
          const user = 1 + (opened % users);
          return arena.contract.send(toOpen({ user, market: OTHER_MARKET, side: count % 2 === 0 ? 'long' : 'short' }));
        },
        OPENS_PER_SECOND,
        until,
      ),
    ]);
    return { spot: timesOf(spot), opens: timesOf(opens), refused: refusedOf([...spot, ...opens]) };
  };
}

/** Measures others for a while with nothing else going on. */
export const meanwhile = (ms: number): Promise<void> => pause(ms);

function timesOf(sent: readonly Timed[]) {
  const times = sent.map(({ tookMs }) => tookMs);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), count: times.length };
}

function refusedOf(sent: readonly Timed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { refused } of sent) if (refused !== undefined) counts.set(refused, (counts.get(refused) ?? 0) + 1);
  return counts;
}

export function describeOthers(times: OthersTimes): string {
  const each = ({ p50, p99, count }: OthersTimes['spot']) =>
    `p50 ${p50.toFixed(0)} p99 ${p99.toFixed(0)} ms of ${count}`;
  return `spot ${each(times.spot)}; opens ${each(times.opens)}; refused ${JSON.stringify(Object.fromEntries(times.refused))}`;
}
