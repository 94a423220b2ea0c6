import { makeIds } from '@app/base';
import { chargeFee, NO_FEES, type Side } from '@app/domain/spot';
import {
  type Amount,
  add,
  formatDecimal,
  multiply,
  negate,
  type Price,
  parseDecimal,
  type Rate,
  subtract,
} from '@app/money';
import { type BenchMarket, BODY_HASH, newKey, opposite, type Pair, priceOfRest, ROUTE } from './mix.ts';

/** Parameters of one statement, one array as text each, encoded before the clock starts. */
type Columns = readonly string[];

/** Rows of a batch: some orders rest, and as many take earlier resting ones. */
export type BareBatch = {
  readonly size: number;
  readonly orders: Columns;
  readonly makers: Columns;
  readonly fills: Columns;
  readonly transfers: Columns;
  readonly entries: Columns;
  readonly records: Columns;
  readonly event: Columns;
};

type Cell = string | number | bigint | null;
type Rows = { -readonly [Part in Exclude<keyof BareBatch, 'size' | 'event'>]: Cell[][] } & { event: unknown[] };

/** Account row by `owner|currency`. */
export type AccountRows = ReadonlyMap<string, string>;

const nextId = makeIds(1_023, Date.now);
const DIGEST = '5a'.repeat(16);
const COLUMNS = { orders: 21, makers: 9, fills: 12, transfers: 5, entries: 5, records: 5 } as const;

/**
 * Makes batches like those of the shard under `makePairs`: half of a batch takes the orders the previous one left
 * resting.
 */
export function makeBareBatches(accounts: AccountRows, nextPair: () => Pair): (size: number) => BareBatch {
  const resting: { readonly id: bigint; readonly pair: Pair }[] = [];
  const accountOf = (user: number, currency: string) => accounts.get(`user:${user}|${currency}`) ?? '0';
  const feeAccount = accounts.get('house:spot-demo|USDT') ?? '0';
  return (size) => {
    const rows: Rows = { orders: [], makers: [], fills: [], transfers: [], entries: [], records: [], event: [] };
    const taken = resting.splice(0, Math.floor(size / 2));
    const parts = { rows, atMs: Date.now(), accountOf, feeAccount };
    for (const { id, pair } of taken) take(parts, id, pair);
    while (rows.orders.length < size) {
      const pair = nextPair();
      resting.push({ id: rest(parts, pair), pair });
    }
    return { ...textsOf(rows), size, event: [String(nextId()), JSON.stringify({ book: 'demo', fills: rows.event })] };
  };
}

type Parts = {
  readonly rows: Rows;
  readonly atMs: number;
  readonly accountOf: (user: number, currency: string) => string;
  readonly feeAccount: string;
};

function rest({ rows, atMs, accountOf }: Parts, { market, side, maker }: Pair): bigint {
  const figures = figuresOf(market, side);
  const id = placed({ rows, atMs }, { user: maker, market: market.id, side, figures }, [
    '0',
    '0',
    `0.${'0'.repeat(36)}`,
    '0',
    figures.held,
    'open',
  ]);
  const transfer = nextId();
  rows.transfers.push([transfer, 'spot.hold', id, 'demo', DIGEST]);
  const currency = side === 'buy' ? 'USDT' : market.base;
  rows.entries.push([transfer, accountOf(maker, currency), currency, figures.heldBack, figures.held]);
  return id;
}

function take({ rows, atMs, accountOf, feeAccount }: Parts, makerOrder: bigint, pair: Pair): void {
  const { market, side, maker, taker } = pair;
  const figures = figuresOf(market, side);
  const { price, quantity, cost } = figures;
  const done = (who: 'maker' | 'taker') => [quantity, cost, figures[who].exactFee, figures[who].fee, '0', 'filled'];
  const order = { user: taker, market: market.id, side: opposite(side), figures };
  const id = placed({ rows, atMs }, order, done('taker'));
  rows.makers.push([makerOrder, ...done('maker'), null, atMs]);
  const fill = nextId();
  const transfer = nextId();
  const fees = [figures.taker.fee, figures.maker.fee] as const;
  rows.fills.push([fill, market.id, order.side, price, quantity, id, makerOrder, taker, maker, ...fees, atMs]);
  rows.transfers.push([transfer, 'spot.fill', fill, 'demo', DIGEST]);
  const [buyer, seller] = side === 'buy' ? [maker, taker] : [taker, maker];
  const bought = accountOf(buyer, market.base);
  const sold = accountOf(seller, market.base);
  const pays = side === 'buy' ? ['0', figures.buyerPays] : [figures.buyerPays, '0'];
  const gives = side === 'buy' ? [figures.sellerGives, '0'] : ['0', figures.sellerGives];
  rows.entries.push(
    [transfer, accountOf(buyer, 'USDT'), 'USDT', ...pays],
    [transfer, bought, market.base, quantity, '0'],
    [transfer, sold, market.base, ...gives],
    [transfer, accountOf(seller, 'USDT'), 'USDT', figures.sellerGets, '0'],
    [transfer, feeAccount, 'USDT', figures.fees, '0'],
  );
  const parties = { taker: String(taker), maker: String(maker), taker_fee: fees[0], maker_fee: fees[1] };
  rows.event.push({ id: String(fill), market: market.id, ...parties, cost, quote: 'USDT' });
}

type Placed = { readonly user: number; readonly market: number; readonly side: string; readonly figures: PairFigures };

function placed({ rows, atMs }: Pick<Parts, 'rows' | 'atMs'>, order: Placed, became: readonly Cell[]): bigint {
  const { user, market, side, figures } = order;
  const id = nextId();
  const key = newKey();
  const orderColumns = ['limit', 'gtc', figures.price, figures.quantity, null, MAKER_RATE, TAKER_RATE];
  const closedMs = became.at(-1) === 'open' ? null : atMs;
  rows.orders.push([id, user, market, side, ...orderColumns, ...became, null, key, atMs, closedMs]);
  rows.records.push([key, user, `"${ROUTE}"`, BODY_HASH, `"{\\"order\\":\\"${id}\\"}"`]);
  return id;
}

const textsOf = (rows: Rows) => ({
  orders: columnsOf(rows, 'orders'),
  makers: columnsOf(rows, 'makers'),
  fills: columnsOf(rows, 'fills'),
  transfers: columnsOf(rows, 'transfers'),
  entries: columnsOf(rows, 'entries'),
  records: columnsOf(rows, 'records'),
});

const columnsOf = (rows: Rows, part: keyof typeof COLUMNS): Columns =>
  Array.from({ length: COLUMNS[part] }, (_, index) => `{${rows[part].map((row) => row[index] ?? 'NULL').join(',')}}`);

const MAKER_RATE = '0.001';
const TAKER_RATE = '0.0015';

/** All figures in a pair's rows: constant for one market and side, so computed once. */
type PairFigures = {
  readonly price: string;
  readonly quantity: string;
  readonly cost: string;
  readonly held: string;
  readonly heldBack: string;
  readonly maker: Charged;
  readonly taker: Charged;
  readonly buyerPays: string;
  readonly sellerGives: string;
  readonly sellerGets: string;
  readonly fees: string;
};
type Charged = { readonly fee: string; readonly exactFee: string };

const EXACT_PLACES = 36;
const known = new Map<string, PairFigures>();

function figuresOf(market: BenchMarket, side: Side): PairFigures {
  const name = `${market.id}:${side}`;
  const figures = known.get(name) ?? compute(market, side);
  known.set(name, figures);
  return figures;
}

function compute(market: BenchMarket, side: Side): PairFigures {
  const price = priceOfRest(market, side);
  const quantity = parseDecimal<Amount>(market.quantity);
  const cost = multiply(quantity, parseDecimal<Price>(price), 'down');
  const feeAt = (rate: string) => chargeFee(NO_FEES, cost, parseDecimal<Rate>(rate)).due;
  const makerFee = feeAt(MAKER_RATE);
  const takerFee = feeAt(TAKER_RATE);
  const [buyerFee, sellerFee] = side === 'buy' ? [makerFee, takerFee] : [takerFee, makerFee];
  const held = side === 'buy' ? add(cost, makerFee) : quantity;
  return {
    price,
    quantity: market.quantity,
    cost: formatDecimal(cost),
    held: formatDecimal(held),
    heldBack: formatDecimal(negate(held)),
    maker: chargedOf(makerFee),
    taker: chargedOf(takerFee),
    buyerPays: formatDecimal(negate(add(cost, buyerFee))),
    sellerGives: formatDecimal(negate(quantity)),
    sellerGets: formatDecimal(subtract(cost, sellerFee)),
    fees: formatDecimal(add(makerFee, takerFee)),
  };
}

/** Formats a fee; these fees are exact at eighteen decimals, so their exact form only has more zeros. */
function chargedOf(fee: Amount): Charged {
  const [whole = '0', part = ''] = formatDecimal(fee).split('.');
  return { fee: formatDecimal(fee), exactFee: `${whole}.${part.padEnd(EXACT_PLACES, '0')}` };
}
