import { setTimeout as pause } from 'node:timers/promises';
import { expectDefined } from '@app/base';
import { goSteadily, quantile, type Sent } from './load.ts';
import { type BenchMarket, MARKETS, type Order, type Pair } from './mix.ts';
import type { Arena } from './testbed.ts';

/** Small orders that a large one has to meet; five times as many as one batch fills. */
export const DUST = 2_000;
const ORDERS_EACH = 100;
const WINDOW_MS = 2_000;
const WAITER_EVERY_MS = 20;

/** The last market; the load of all others leaves it alone. */
const MARKET: BenchMarket = expectDefined(MARKETS.at(-1), 'a market');
const SMALL: BenchMarket = { ...MARKET, quantity: '0.5' };
const LARGE: BenchMarket = { ...MARKET, quantity: String(DUST * 0.5) };

export type Dust = {
  /** Time until the large order was answered, of each round, in milliseconds. */
  readonly largeMs: readonly number[];
  /** p99 of other markets' users before and meanwhile. */
  readonly freeP99: number;
  readonly dustP99: number;
  /** Slowest of the users of the same market, who wait until the large order has stopped matching. */
  readonly sameMarketMs: number;
};

type Scene = {
  readonly arena: Arena;
  readonly nextPair: () => Pair;
  readonly perSecond: number;
  readonly rounds: number;
};

/** Sends a GTC order against two thousand small ones while others trade, and asserts that it fills whole. */
export async function meetDust({ arena, nextPair, perSecond, rounds }: Scene): Promise<Dust> {
  const elsewhere = () => {
    for (let pair = nextPair(); ; pair = nextPair()) if (pair.market !== MARKET) return pair;
  };
  const steady = () => goSteadily(arena.client, elsewhere, { perSecond, ms: WINDOW_MS });
  const free: Sent[] = [];
  const during: Sent[] = [];
  const largeMs: number[] = [];
  const waited: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await placeDust(arena);
    free.push(...(await steady()));
    const load = steady();
    const large = timed(arena, orderOf(takerOf(round), LARGE, 'buy'));
    const waiting = placeMeanwhile(arena, large);
    largeMs.push(await large);
    waited.push(...(await waiting));
    during.push(...(await load));
    await assertFilled(arena);
  }
  const p99 = (sent: readonly Sent[]) =>
    quantile(
      sent.map(({ tookMs }) => tookMs),
      0.99,
    );
  return { largeMs, freeP99: p99(free), dustP99: p99(during), sameMarketMs: Math.max(0, ...waited) };
}

/** Users of a market are those whose number ends like its own; makers and takers here are far apart. */
const makerOf = (index: number) => MARKETS.length * (index + 1);
const takerOf = (round: number) => MARKETS.length * (500 + round);
const waiterOf = (index: number) => MARKETS.length * (600 + (index % 100));

/** One tick better than the resting orders of the load. */
const orderOf = (user: number, market: BenchMarket, side: Order['side']): Order => ({
  user,
  market,
  side,
  price: '15.14',
});

async function placeDust(arena: Arena): Promise<void> {
  for (let maker = 0; maker < DUST / ORDERS_EACH; maker++)
    await Promise.all(
      Array.from({ length: ORDERS_EACH }, () => arena.client.place(orderOf(makerOf(maker), SMALL, 'sell'))),
    );
}

async function timed(arena: Arena, order: Order): Promise<number> {
  const sentMs = performance.now();
  const answer = await arena.client.place(order);
  if (answer !== 'ok') throw new Error(`the large order was refused: ${answer}`);
  return performance.now() - sentMs;
}

/** Places resting orders in the same market until the large one is answered; returns how long each took. */
async function placeMeanwhile(arena: Arena, large: Promise<number>): Promise<readonly number[]> {
  let isOver = false;
  void large.finally(() => {
    isOver = true;
  });
  const sent: Promise<number>[] = [];
  for (let count = 0; !isOver; count++) {
    sent.push(timed(arena, { user: waiterOf(count), market: MARKET, side: 'buy', price: MARKET.bid }));
    await pause(WAITER_EVERY_MS);
  }
  return await Promise.all(sent);
}

async function assertFilled({ root }: Arena): Promise<void> {
  const { rows } = await root.query<{ status: string; fills: number }>(
    `select o.status, (select count(*)::int from spot_fill where taker_order = o.id) as fills
       from spot_order o where market = $1 and quantity = $2 order by id desc limit 1`,
    [MARKET.id, LARGE.quantity],
  );
  if (rows[0]?.status !== 'filled' || rows[0].fills !== DUST)
    throw new Error(`the large order is ${rows[0]?.status} with ${rows[0]?.fills} fills`);
}
