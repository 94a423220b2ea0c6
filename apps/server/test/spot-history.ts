import { Refusal } from '@app/base';
import type { Market } from '@app/domain/market';
import { formatDecimal, multiplyByCount } from '@app/money';
import fc from 'fast-check';
import { newKey } from './new-key.ts';
import { aVenueTick, type PlaceOrderBody, type SpotTestbed, type Trader } from './spot-testbed.ts';

/** One step of a market history. Offsets are in hundredths of a percent of the initial price. */
export type Step =
  | {
      readonly name: 'limit';
      readonly who: number;
      readonly side: Side;
      readonly offset: number;
      readonly worth: number;
    }
  | {
      readonly name: 'ioc' | 'post';
      readonly who: number;
      readonly side: Side;
      readonly offset: number;
      readonly worth: number;
    }
  | { readonly name: 'market'; readonly who: number; readonly side: Side; readonly worth: number }
  | { readonly name: 'quote'; readonly who: number; readonly side: Side; readonly worth: number }
  | { readonly name: 'cancel'; readonly who: number; readonly nth: number }
  | { readonly name: 'cancelAll'; readonly who: number; readonly isEverywhere: boolean }
  | { readonly name: 'tick'; readonly offset: number };
type Side = 'buy' | 'sell';

export const TRADERS = 8;
const who = fc.nat({ max: TRADERS - 1 });
const side = fc.constantFrom<Side>('buy', 'sell');
/** Offsets around the ladder, whose ten levels are about five apart on each side. */
const offset = fc.integer({ min: -60, max: 60 });
const worth = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 4, max: 900 }) },
  fc.integer({ min: 5_000, max: 50_000 }),
);

/** Order close to the price and larger than a level: its remainder is cancelled. */
const greedy = fc.record({
  name: fc.constant('ioc' as const),
  who,
  side,
  offset: fc.integer({ min: -12, max: 12 }),
  worth: fc.integer({ min: 21_000, max: 40_000 }),
});

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ name: fc.constant('limit' as const), who, side, offset, worth }) },
  {
    weight: 5,
    arbitrary: fc.record({ name: fc.constantFrom('ioc' as const, 'post' as const), who, side, offset, worth }),
  },
  { weight: 2, arbitrary: greedy },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('market' as const), who, side, worth }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('quote' as const), who, side, worth }) },
  { weight: 3, arbitrary: fc.record({ name: fc.constant('cancel' as const), who, nth: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ name: fc.constant('cancelAll' as const), who, isEverywhere: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ name: fc.constant('tick' as const), offset }) },
);
export const histories = (length: number) => fc.array(step, { minLength: length, maxLength: length });

/** Expected refusals; any other is a bug. */
const REFUSALS = new Set([
  ...[
    'no_live_price',
    'price_stale',
    'below_minimum',
    'above_maximum',
    'insufficient_balance',
    'would_take',
    'own_order_crossed',
  ],
  ...['nothing_offered', 'order_state_changed'],
]);

export type HistoryRun = {
  readonly testbed: SpotTestbed;
  readonly market: Market;
  /** Initial price, in ticks. */
  readonly ticks: number;
  readonly traders: readonly Trader[];
  /** Number of occurrences of each outcome. */
  readonly tally: Map<string, number>;
  /** Orders acknowledged as resting, by trader. */
  readonly known: Map<Trader, string[]>;
};

/**
 * Steps sent concurrently, so that batches have several commands; every fourth one is sent twice, with the same key.
 */
const AT_ONCE = 5;
const TWICE_EVERY = 4;

/** Age at which the price is sealed again: real money trades at live prices only. */
const TICK_EVERY_MS = 1_500;

export async function runHistory(run: HistoryRun, steps: readonly Step[]): Promise<void> {
  let tickedAtMs = Number.NEGATIVE_INFINITY;
  for (let at = 0; at < steps.length; at += AT_ONCE) {
    if (performance.now() - tickedAtMs > TICK_EVERY_MS) {
      await tickAt(run, 0);
      tickedAtMs = performance.now();
    }
    const some = steps.slice(at, at + AT_ONCE);
    await Promise.all(some.map((it, n) => tried(run, () => take(run, it, (at + n) % TWICE_EVERY === 0))));
  }
}

async function tried({ tally }: HistoryRun, act: () => Promise<string>): Promise<void> {
  const outcome = await act().catch((error: unknown) => {
    if (error instanceof Refusal && REFUSALS.has(error.code)) return error.code;
    throw error;
  });
  tally.set(outcome, (tally.get(outcome) ?? 0) + 1);
}

async function take(run: HistoryRun, step: Step, isTwice: boolean): Promise<string> {
  const { testbed, market, traders, known } = run;
  if (step.name === 'tick') return await tickAt(run, step.offset);
  const trader = traders[step.who];
  if (trader === undefined) throw new Error('nobody has that number');
  const own = known.get(trader) ?? [];
  if (step.name === 'cancel') {
    const order = own[step.nth % Math.max(1, own.length)];
    return order === undefined ? 'nothing to cancel' : (await testbed.cancel(trader, order)).status;
  }
  if (step.name === 'cancelAll') {
    const { cancelled } = await testbed.cancelAll(trader, step.isEverywhere ? undefined : market.id);
    return cancelled > 0 ? 'cancelled some' : 'cancelled none';
  }
  const key = newKey();
  const request = requestOf(run, step);
  const sent = Array.from({ length: isTwice ? 2 : 1 }, () => testbed.place(trader, market.id, request, key));
  const [order, again] = await Promise.all(sent);
  if (again !== undefined && again.id !== order?.id)
    throw new Error(`one key made two orders: ${order?.id}, ${again.id}`);
  if (order?.status === 'open') known.set(trader, [order.id, ...own]);
  return `${step.name} ${order?.reason ?? order?.status}`;
}

async function tickAt({ testbed, market, ticks }: HistoryRun, offset: number): Promise<string> {
  await testbed.seal([aVenueTick(market.id, priceText(market, ticks, offset))]);
  return 'tick';
}

const priceText = ({ priceTick }: Market, ticks: number, offset: number) =>
  formatDecimal(multiplyByCount(priceTick, Math.max(1, ticks + Math.round((ticks * offset) / 10_000))));

type Placing = Extract<Step, { side: Side }>;

function requestOf({ market, ticks }: HistoryRun, step: Placing): PlaceOrderBody {
  const { side, worth } = step;
  const perLot = Number(formatDecimal(market.priceTick)) * Number(formatDecimal(market.lot)) * ticks; // tidy: not money
  const quantity = formatDecimal(multiplyByCount(market.lot, Math.max(1, Math.round(worth / perLot))));
  if (step.name === 'market' || step.name === 'quote') {
    if (side === 'buy') return { kind: 'market', side, budget: String(worth) };
    return step.name === 'quote'
      ? { kind: 'market', side, proceeds: String(worth) }
      : { kind: 'market', side, quantity };
  }
  const force = step.name === 'limit' ? 'gtc' : step.name;
  return { kind: 'limit', side, price: priceText(market, ticks, step.offset), quantity, force };
}
