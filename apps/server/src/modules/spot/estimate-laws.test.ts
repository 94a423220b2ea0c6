import {
  averagePrice,
  type CheckedOrder,
  chargeFee,
  checkOrder,
  costOf,
  estimateOrder,
  NO_FEES,
  type OrderContext,
  type OrderRequest,
  priceOf,
  quantityOf,
  restHold,
  SPOT_RULES,
} from '@app/domain/spot';
import { type BookOrder, createBook, type Side } from '@app/matching';
import { type Amount, add, type Price, parseDecimal, type Rate, subtract, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

const MARKET = {
  id: 1,
  symbol: 'BTC/USDT',
  base: 'BTC',
  quote: 'USDT',
  priceTick: parseDecimal<Price>('0.01'),
  lot: parseDecimal<Amount>('0.00001'),
};
const ME = 1n;
const OTHERS = 2n;
const INDEX_TICKS = 1_000;

type Resting = { readonly side: Side; readonly price: number; readonly open: number };

const rates = fc.bigInt({ min: 0n, max: 5n * 10n ** 16n }).map((value) => value as Rate);
const orderContexts = fc.record({ maker: rates, taker: rates }).map(
  (fees): OrderContext => ({
    market: MARKET,
    mode: 'demo',
    isHalted: false,
    openOrders: 0,
    fees,
    rules: { ...SPOT_RULES, orderMin: 1n as Amount, bandRate: parseDecimal<Rate>('0.02') },
    index: { price: priceOf(MARKET, INDEX_TICKS), ageMs: 0, isSimulated: true },
    available: { base: parseDecimal<Amount>('1'), quote: parseDecimal<Amount>('50') },
  }),
);
const restingOn = (side: Side, [min, max]: readonly [number, number]) =>
  fc.record({ side: fc.constant(side), price: fc.integer({ min, max }), open: fc.integer({ min: 1, max: 900 }) });
const books = fc
  .tuple(
    fc.array(restingOn('buy', [970, 999]), { maxLength: 8 }),
    fc.array(restingOn('sell', [1_001, 1_030]), { maxLength: 8 }),
  )
  .map(([bids, asks]): Resting[] => [...bids, ...asks]);
const sides = fc.constantFrom('buy', 'sell');
const limits = fc
  .record({ side: sides, force: fc.constantFrom('gtc', 'ioc', 'post'), ticks: fc.integer({ min: 965, max: 1_035 }) })
  .chain(({ ticks, ...rest }) =>
    fc.integer({ min: 1, max: 3_000 }).map((lots) => ({ kind: 'limit', ...rest, ...sizeOf(ticks, lots) }) as const),
  );
const sizeOf = (ticks: number, lots: number) => ({ price: priceOf(MARKET, ticks), quantity: quantityOf(MARKET, lots) });
const sales = fc
  .integer({ min: 1, max: 3_000 })
  .map((lots) => ({ kind: 'market', side: 'sell', quantity: quantityOf(MARKET, lots) }) as const);
const purchases = fc
  .bigInt({ min: 1n, max: 3n * 10n ** 17n })
  .map((budget) => ({ kind: 'market', side: 'buy', budget: budget as Amount }) as const);

/** Creates an order book with these resting orders, all owned by another user. */
function bookOf(resting: readonly Resting[]) {
  const book = createBook<BookOrder>();
  resting.forEach((order, n) => {
    book.restore({ ...order, id: BigInt(n + 1), owner: OTHERS });
  });
  return book;
}

const depthOf = (book: ReturnType<typeof bookOf>, shown: number) => {
  const levels = (side: Side) =>
    book.levels(side, shown).map(({ price, lots }) => [priceOf(MARKET, price), quantityOf(MARKET, lots)] as const);
  return { bids: levels('buy'), asks: levels('sell') };
};

const REMAINDERS = { gtc: 'rest', ioc: 'cancel', post: 'post' } as const;

/**
 * Runs the engine's steps: plans, charges each fill and holds the resting part; then fills the resting part at its
 * price.
 */
function place(book: ReturnType<typeof bookOf>, request: OrderRequest, { fees }: OrderContext, checked: CheckedOrder) {
  const { side } = request;
  const order = { id: 10_000n, owner: ME, side, price: checked.limitTicks, open: checked.lots };
  const budget = checked.budgetUnits === undefined ? {} : { budget: checked.budgetUnits };
  const remainder = request.kind === 'limit' ? REMAINDERS[request.force] : 'cancel';
  const { fills, rests } = book.plan(order, { remainder, ...budget });
  let quantity = ZERO;
  let cost = ZERO;
  let feeState = NO_FEES;
  for (const { price, lots } of fills) {
    const part = costOf(MARKET, price, lots);
    feeState = chargeFee(feeState, part, fees.taker).next;
    quantity = add(quantity, quantityOf(MARKET, lots));
    cost = add(cost, part);
  }
  const rest = { quantity: quantityOf(MARKET, rests), cost: costOf(MARKET, rests > 0 ? order.price : 0, rests) };
  const held = restHold({ side, feeState, makerRate: fees.maker }, rest);
  const { fee } = chargeFee(feeState, rest.cost, fees.maker).next;
  const pays = side === 'buy' ? add(add(cost, feeState.fee), held) : add(quantity, held);
  const gets = side === 'buy' ? add(quantity, rest.quantity) : subtract(add(cost, rest.cost), fee);
  return { taken: { quantity, cost }, rests: rest.quantity, fee, pays, gets };
}

/** Compares the order book's outcome with the estimate from that many levels; only for orders that pass the rules. */
function compare(resting: readonly Resting[], request: OrderRequest, orderContext: OrderContext, shown: number) {
  const checked = checkOrder(request, orderContext);
  fc.pre(checked.ok);
  const book = bookOf(resting);
  const estimated = estimateOrder(request, orderContext, depthOf(book, shown));
  return { estimated, done: place(book, request, orderContext, checked.value) };
}

const ALL = 100;

describe.each([
  ['a limit order', limits],
  ['a sale at the market', sales],
  ['a purchase at the market', purchases],
] as const)('%s', (_, requests) => {
  it('matches the estimate from the whole order book', () => {
    fc.assert(
      fc.property(books, requests as fc.Arbitrary<OrderRequest>, orderContexts, (resting, request, orderContext) => {
        const { estimated, done } = compare(resting, request, orderContext, ALL);
        const { taken, rests, pays, gets, fee, beyond, average, leftAfter } = estimated;
        const isBuying = request.side === 'buy';
        expect({ taken, rests }).toEqual({ taken: done.taken, rests: done.rests });
        expect([pays.currency, gets.currency]).toEqual(isBuying ? ['USDT', 'BTC'] : ['BTC', 'USDT']);
        expect(average).toBe(taken.quantity > ZERO ? averagePrice(taken.cost, taken.quantity) : undefined);
        expect(pays.amount >= done.pays).toBe(true);
        const own = isBuying ? orderContext.available.quote : orderContext.available.base;
        expect(leftAfter).toBe(subtract(own, pays.amount));
        if (!beyond) expect({ fee, pays: pays.amount, gets: gets.amount }).toEqual(figuresOf(done));
      }),
      { numRuns: 1_000 },
    );
  });

  it('never takes more than estimated, however few levels are shown', () => {
    fc.assert(
      fc.property(books, requests as fc.Arbitrary<OrderRequest>, orderContexts, (resting, request, orderContext) => {
        const { estimated, done } = compare(resting, request, orderContext, 2);
        expect(estimated.pays.amount >= done.pays).toBe(true);
        expect(estimated.gets.amount <= done.gets).toBe(true);
        const isShort = done.taken.quantity > estimated.taken.quantity;
        if (isShort) expect(estimated.beyond).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });
});

const figuresOf = ({ fee, pays, gets }: ReturnType<typeof place>) => ({ fee, pays, gets });
