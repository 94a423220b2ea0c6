import { type Market, medianOf } from '@app/domain/market';
import { type Amount, countOf, type Price, parseDecimal } from '@app/money';
import { createSimulator } from '@app/server/modules/market';
import { seeded } from '../../trial/random.ts';

/** Time between two index ticks, as the feed makes them. */
export const TICK_MS = 200;

/** Index prices of one market by number of the tick, in whole price steps. The reader goes forward and looks back a little. */
export type PriceSeries = { readonly at: (tick: number) => number };

/** How many of the newest prices a series remembers; more than the ticks of one bet. */
const REMEMBERED = 1 << 12;

/** Far above zero, so that no walk reaches it. */
const WALK_START = 1_000_000_000;
const WALK_DEVIATION = 40;

/** How many different numbers are drawn. */
const DRAWS = 2 ** 30;

/** Jumps of a walk: how likely each tick has one, and its size in deviations of the other ticks. */
type Jumps = { readonly chance: number; readonly smallest: number; readonly largest: number };
export const NO_JUMPS: Jumps = { chance: 0, smallest: 0, largest: 0 };
/** One in about a hundred seconds. */
export const SOME_JUMPS: Jumps = { chance: 0.002, smallest: 5, largest: 20 };

/** Creates a random walk: no move says anything about the next one. */
export function createWalk(seed: number, { chance, smallest, largest }: Jumps): PriceSeries {
  const random = seeded(seed);
  const share = () => (random(DRAWS) + 0.5) / DRAWS;
  const prices = new Float64Array(REMEMBERED).fill(WALK_START);
  let last = 0;
  let price = WALK_START;
  const step = () => {
    let move = Math.sqrt(-2 * Math.log(share())) * Math.cos(2 * Math.PI * share());
    if (chance > 0 && share() < chance) move += (share() < 0.5 ? 1 : -1) * (smallest + (largest - smallest) * share());
    price += Math.round(move * WALK_DEVIATION);
    last += 1;
    prices[last % REMEMBERED] = price;
  };
  return {
    at: (tick) => {
      while (last < tick) step();
      if (tick <= last - REMEMBERED) throw new Error('the price is forgotten');
      return prices[tick % REMEMBERED] ?? 0;
    },
  };
}

const MARKET: Market = {
  id: 1,
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  name: 'Bitcoin',
  category: 'crypto',
  priceTick: parseDecimal<Price>('0.01'),
  lot: parseDecimal<Amount>('0.00001'),
  hours: 'always',
  products: ['seconds'],
};
const FIRST_MS = Date.UTC(2026, 0, 1);

/** Creates the index price of the simulated venues: the median of what each said last. */
export function createSimulated(seed: number): PriceSeries {
  const simulator = createSimulator({ markets: [MARKET], seed: `bots ${seed}` });
  const quotes = new Map<number, Price>();
  const known = new Float64Array(REMEMBERED).fill(-1);
  const prices = new Float64Array(REMEMBERED);
  return {
    at: (tick) => {
      const slot = tick % REMEMBERED;
      if (known[slot] !== tick) {
        for (const { source, price } of simulator.take(FIRST_MS + tick * TICK_MS)) quotes.set(source, price);
        prices[slot] = Number(countOf(medianOf([...quotes.values()], MARKET.priceTick), MARKET.priceTick));
        known[slot] = tick;
      }
      return prices[slot] ?? 0;
    },
  };
}

/** Returns the standard deviation of a series' ticks, from its first ones. */
export function tickDeviation(series: PriceSeries, ticks = 20_000): number {
  let squares = 0;
  for (let tick = 1; tick <= ticks; tick += 1) squares += (series.at(tick) - series.at(tick - 1)) ** 2;
  return Math.sqrt(squares / ticks);
}
