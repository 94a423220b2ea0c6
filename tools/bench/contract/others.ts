import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from '../spot/load.ts';
import { makePairs, makerOf, type Pair, takerOf } from '../spot/mix.ts';
import type { Arena } from '../spot/testbed.ts';
import { sendSteadily, type Timed } from './load.ts';
import { SPOT_USERS } from './testbed.ts';

/** Spot orders are in markets without a price, so that the house does not quote between them. */
const FIRST_SPOT_MARKET = 3;
const SPOT_PER_SECOND = 200;
const OWN_PER_SECOND = 100;

/** p50 and p99 of others, in milliseconds. */
export type OthersTimes = {
  readonly spot: { readonly p50: number; readonly p99: number; readonly count: number };
  /** Orders of the product that is disturbed, in another market. */
  readonly own: { readonly p50: number; readonly p99: number; readonly count: number };
  readonly refused: ReadonlyMap<string, number>;
  /** When spot orders were slow. */
  readonly spells: string;
};

/** Sends an order of the product in another market; they are numbered from one. */
export type SendOwn = (number: number) => Promise<{ readonly refused?: string | undefined }>;

/** Sends spot orders, and orders of a product in another market, at a fixed rate until something is done. */
export function createOthers(
  { client }: Pick<Arena, 'client'>,
  sendOwn: SendOwn,
): (until: Promise<unknown>) => Promise<OthersTimes> {
  const nextPair = makePairs(SPOT_USERS);
  let pair: Pair | undefined;
  const spotOrder = (count: number) => {
    if (count % 2 === 1 && pair !== undefined) return takerOf(pair);
    do pair = nextPair();
    while (pair.market.id < FIRST_SPOT_MARKET);
    return makerOf(pair);
  };
  let sent = 0;
  return async (until) => {
    const [spot, own] = await Promise.all([
      sendSteadily(
        async (count) => {
          const answer = await client.place(spotOrder(count));
          return answer === 'ok' ? {} : { refused: answer };
        },
        SPOT_PER_SECOND,
        until,
      ),
      sendSteadily(
        () => {
          sent += 1;
          return sendOwn(sent);
        },
        OWN_PER_SECOND,
        until,
      ),
    ]);
    return {
      spot: timesOf(spot),
      own: timesOf(own),
      refused: refusedOf([...spot, ...own]),
      spells: describeSpells(spot),
    };
  };
}

/** Measures others for a while with nothing else going on. */
export const meanwhile = (ms: number): Promise<void> => pause(ms);

function timesOf(sent: readonly Timed[]) {
  const times = sent.map(({ tookMs }) => tookMs);
  return { p50: quantile(times, 0.5), p99: quantile(times, 0.99), count: times.length };
}

export const SLOW_MS = 200;
const SPELLS_MAX = 12;

/** Describes the seconds in which requests were slow: one stall and a general slowness have the same p99. */
function describeSpells(sent: readonly Timed[]): string {
  const slow = sent.filter(({ tookMs }) => tookMs > SLOW_MS);
  const bySecond = Map.groupBy(slow, ({ dueMs }) => Math.floor(dueMs / 1_000));
  const spells = [...bySecond].map(
    ([second, its]) => `${second} s: ${its.length} up to ${Math.max(...its.map(({ tookMs }) => tookMs)).toFixed(0)} ms`,
  );
  return `${slow.length} slow in ${spells.length} seconds${spells.length > 0 ? ` (${spells.slice(0, SPELLS_MAX).join(', ')})` : ''}`;
}

function refusedOf(sent: readonly Timed[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { refused } of sent) if (refused !== undefined) counts.set(refused, (counts.get(refused) ?? 0) + 1);
  return counts;
}

export function describeOthers(times: OthersTimes): string {
  const each = ({ p50, p99, count }: OthersTimes['spot']) =>
    `p50 ${p50.toFixed(0)} p99 ${p99.toFixed(0)} ms of ${count}`;
  return `spot ${each(times.spot)}; own ${each(times.own)}; refused ${JSON.stringify(Object.fromEntries(times.refused))}`;
}
