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
  quoteFee,
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
/** Books with offers on both sides, so that most orders find some. */
const deepBooks = fc
  .tuple(
    fc.array(restingOn('buy', [985, 999]), { minLength: 3, maxLength: 8 }),
    fc.array(restingOn('sell', [1_001, 1_015]), { minLength: 3, maxLength: 8 }),
  )
  .map(([bids, asks]): Resting[] => [...bids, ...asks]);
const sides = fc.constantFrom('buy', 'sell');
const limits = fc
  .record({ side: sides, force: fc.constantFrom('gtc', 'ioc', 'post'), ticks: fc.integer({ min: 965, max: 1_035 }) })
  .chain(({ ticks, ...rest }) =>
    fc.integer({ min: 1, max: 3_000 }).map((lots) => ({ kind: 'limit', ...rest, ...sizeOf(ticks, lots) }) as const),
  );
/** Limits that wait, take all at once, or take a part: the books below end at 970 and 1,030. */
const limitsAt = (force: 'gtc' | 'ioc' | 'post', ranges: Record<Side, readonly [number, number]>, lots: number) =>
  sides.chain((side) =>
    fc
      .record({
        ticks: fc.integer({ min: ranges[side][0], max: ranges[side][1] }),
        count: fc.integer({ min: 1, max: lots }),
      })
      .map(({ ticks, count }) => ({ kind: 'limit', side, force, ...sizeOf(ticks, count) }) as const),
  );
const WAITING = { buy: [965, 1_000], sell: [1_000, 1_035] } as const;
const TAKING = { buy: [1_001, 1_035], sell: [965, 999] } as const;
/** Inside a deep book, so that offers beyond the limit are left. */
const INSIDE = { buy: [1_001, 1_014], sell: [986, 999] } as const;
const sizeOf = (ticks: number, lots: number) => ({ price: priceOf(MARKET, ticks), quantity: quantityOf(MARKET, lots) });
const sales = fc
  .integer({ min: 1, max: 3_000 })
  .map((lots) => ({ kind: 'market', side: 'sell', quantity: quantityOf(MARKET, lots) }) as const);
const purchases = fc
  .bigInt({ min: 1n, max: 3n * 10n ** 17n })
  .map((budget) => ({ kind: 'market', side: 'buy', budget: budget as Amount }) as const);

const salesFor = fc
  .bigInt({ min: 1n, max: 3n * 10n ** 17n })
  .map((proceeds) => ({ kind: 'market', side: 'sell', proceeds: proceeds as Amount }) as const);

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
  const units = checked.quoteUnits;
  const quoted = units === undefined ? {} : side === 'buy' ? { budget: units } : { proceeds: units };
  const remainder = request.kind === 'limit' ? REMAINDERS[request.force] : 'cancel';
  const { fills, rests } = book.plan(order, { remainder, ...quoted });
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

type Placed = ReturnType<typeof place>;

/** Compares the order book's outcome with the estimate from that many levels; only for orders that pass the rules. */
function compare(resting: readonly Resting[], request: OrderRequest, orderContext: OrderContext, shown: number) {
  const checked = checkOrder(request, orderContext);
  fc.pre(checked.ok);
  const book = bookOf(resting);
  const depth = depthOf(book, shown);
  const estimated = estimateOrder(request, orderContext, depth);
  const quoted = quoteFee(request, orderContext, { estimate: estimated, depth });
  return { estimated, quoted, done: place(book, request, orderContext, checked.value) };
}

const ALL = 100;

describe.each([
  ['a limit order', limits],
  ['a sale at the market', sales],
  ['a sale at the market for proceeds', salesFor],
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

const figuresOf = ({ fee, pays, gets }: Placed) => ({ fee, pays, gets });

const roleOf = ({ taken, rests }: Placed) => {
  if (taken.quantity > ZERO && rests > ZERO) return 'both';
  if (rests > ZERO) return 'maker';
  return taken.quantity > ZERO ? 'taker' : undefined;
};

describe('the fee that the form, the review and the receipt show', () => {
  it.each([
    ['a limit that waits', limitsAt('gtc', WAITING, 3_000), 'maker'],
    ['a limit that takes', limitsAt('gtc', TAKING, 40), 'taker'],
    ['a limit that takes a part', limitsAt('gtc', INSIDE, 3_000), 'both'],
    ['a post-only limit', limitsAt('post', WAITING, 3_000), 'maker'],
    ['an immediate-or-cancel limit', limitsAt('ioc', TAKING, 3_000), 'taker'],
    ['a market buy for a budget', purchases, 'taker'],
    ['a market sale of coins', sales, 'taker'],
    ['a market sale for proceeds', salesFor, 'taker'],
  ] as const)('is what the engine charges 1,000 random orders: %s', (_, requests, role) => {
    let inRole = 0;
    let whole = 0;
    fc.assert(
      fc.property(
        deepBooks,
        requests as fc.Arbitrary<OrderRequest>,
        orderContexts,
        fc.constantFrom(2, ALL),
        (resting, request, orderContext, shown) => {
          const { quoted, done } = compare(resting, request, orderContext, shown);
          if (quoted.isAtMost) {
            expect(done.fee <= quoted.amount).toBe(true);
            return;
          }
          expect({ fee: quoted.amount, role: quoted.role }).toEqual({ fee: done.fee, role: roleOf(done) });
          whole += 1;
          if (quoted.role === role) inRole += 1;
        },
      ),
      { numRuns: 1_000 },
    );
    expect(whole).toBeGreaterThan(300);
    expect(inRole).toBeGreaterThan(100);
  });
});

describe('a market sale for proceeds', () => {
  it('brings them after the fee with the fewest lots, never sells more than there is, and is filled only if it did', () => {
    let reached = 0;
    fc.assert(
      fc.property(deepBooks, salesFor, orderContexts, (resting, request, orderContext) => {
        const { done, estimated } = compare(resting, request, orderContext, ALL);
        const isEnough = done.gets >= request.proceeds;
        expect(done.taken.quantity <= orderContext.available.base).toBe(true);
        expect(estimated.gets.amount >= request.proceeds).toBe(isEnough);
        if (!isEnough) return;
        reached += 1;
        const cheapest = resting.filter(({ side, price }) => side === 'buy' && price >= 980).map(({ price }) => price);
        const lot = costOf(MARKET, Math.max(...cheapest), 1);
        expect(done.gets < add(request.proceeds, lot)).toBe(true);
      }),
      { numRuns: 1_000 },
    );
    expect(reached).toBeGreaterThan(300);
  });
});
