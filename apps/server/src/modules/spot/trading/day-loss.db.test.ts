import { firstIdAt } from '@app/base';
import { startOfDay } from '@app/domain/limits';
import type { Side } from '@app/domain/spot';
import { type Amount, formatDecimal } from '@app/money';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { aTick } from '../../../../test/price-testbed.ts';
import { insertFill, insertOrder, openPast } from '../../../../test/spot-rows.ts';
import { openSpotTestbed, type SpotTestbed, type Trader, until } from '../../../../test/spot-testbed.ts';
import { amount } from '../../../../test/testbed.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import { addDayResults, type ProductResult, sumDayResults } from '../../limits/index.ts';
import { sumTrades } from './spot.store.ts';

const TRX = 8;
const DAY_MS = 86_400_000;
const BUY = { kind: 'limit', side: 'buy', price: '90', quantity: '0.1' } as const;
let testbed: SpotTestbed;

beforeAll(async () => {
  testbed = await openSpotTestbed();
  await openPast(testbed.root, 'spot_order');
  await openPast(testbed.root, 'spot_fill');
  await testbed.seal([aTick(TRX, '100', Date.now())]);
  const anybody = await testbed.newTrader('demo', { USDT: '1000', TRX: '0' });
  await until(
    () => 'a price',
    async () => ((await outcome(anybody)) === 'accepted' ? true : undefined),
  );
});

const outcome = (trader: Trader) =>
  testbed.place(trader, TRX, BUY).then(
    () => 'accepted',
    (error: Error) => error.message,
  );

/** Creates a trader who may lose ten a day. */
async function newLimited(): Promise<Trader> {
  const trader = await testbed.newTrader('demo', { USDT: '1000', TRX: '0' });
  await testbed.root.query('set session_replication_role = replica'); // For a user who never registered.
  await testbed.root.query(`insert into personal_limit (user_id, kind, amount) values ($1, 'daily_loss', 10)`, [
    trader.id,
  ]);
  await testbed.root.query('reset session_replication_role');
  return trader;
}

let made = 0n;
const idAt = (atMs: number) => {
  made += 1n;
  return firstIdAt(atMs) + made;
};

/** Inserts a fill of an order that was placed long before, as the engine would have written it. */
async function fillOldOrder({ id: userId }: Trader, atMs: number, cost = '150') {
  const order = idAt(atMs - 45 * DAY_MS);
  const columns = { book: 'demo', market: TRX, price: cost, quantity: '1' };
  await insertOrder(testbed.root, { ...columns, id: order, user_id: userId, side: 'buy', filled: '1', held: '0' });
  await insertFill(testbed.root, {
    ...columns,
    id: idAt(atMs),
    at: new Date(atMs),
    side: 'sell',
    maker_order: order,
    maker: userId,
  });
}

const record = (results: readonly ProductResult[]) =>
  transactOn(testbed.as('engine').db)((tx) => addDayResults(tx, results));
const won = ({ id: userId, mode }: Trader, text: string, rest: Partial<ProductResult> = {}): ProductResult => ({
  userId,
  mode,
  product: 'seconds',
  atMs: Date.now(),
  result: amount(text),
  ...rest,
});

describe('the daily loss limit', () => {
  it('given an order of 45 days ago that filled at a loss today, when its owner buys, then it is refused', async () => {
    const me = await newLimited();
    await fillOldOrder(me, Date.now());
    expect(await outcome(me)).toBe('personal_limit_reached');
  });

  it('given the same fill yesterday, when its owner buys, then it is accepted', async () => {
    const me = await newLimited();
    await fillOldOrder(me, startOfDay(Date.now()) - 1);
    expect(await outcome(me)).toBe('accepted');
  });

  it('given a loss of another product, when its owner buys, then it is refused; another’s gain offsets it', async () => {
    const me = await newLimited();
    expect(await outcome(me)).toBe('accepted');
    await record([won(me, '-6'), won(me, '-4')]);
    expect(await outcome(me)).toBe('personal_limit_reached');
    await record([won(me, '0.000000000000000001', { product: 'contract' })]);
    expect(await outcome(me)).toBe('accepted');
  });

  it.each([
    ['of the other mode', { mode: 'real' }],
    ['of yesterday', { atMs: startOfDay(Date.now()) - 1 }],
    ['of another user', { userId: 1n }],
    ['that spot itself recorded', { product: 'spot' }],
  ] as const)('given a loss %s, when a user buys, then it does not count', async (_what, rest) => {
    const me = await newLimited();
    await record([won(me, '-100', rest)]);
    expect(await outcome(me)).toBe('accepted');
  });
});

describe('the fills of a day', () => {
  const MIDNIGHT_MS = startOfDay(Date.now());
  type Made = {
    readonly user: bigint;
    readonly market: number;
    readonly side: Side;
    readonly isMaker: boolean;
    readonly ms: number;
  };

  it('are summed for many users at once as one by one, from midnight UTC on, whatever the clock in their ids', async () => {
    const fills = fc.array(
      fc.record<Made>({
        user: fc.constantFrom(901n, 902n),
        market: fc.constantFrom(1, 2, 101),
        side: fc.constantFrom('buy', 'sell'),
        isMaker: fc.boolean(),
        ms: fc.constantFrom(-DAY_MS, -1, 0, 1, 1_000),
      }),
      { maxLength: 8 },
    );
    await testbed.root.query('alter table spot_fill disable trigger user');
    await fc.assert(
      fc.asyncProperty(fills, fc.constantFrom(-900, 0, 900), async (rows, skewMs) => {
        await testbed.root.query('delete from spot_fill where coalesce(taker, maker) in (901, 902)');
        for (const { user, market, side, isMaker, ms } of rows) {
          const other = side === 'buy' ? 'sell' : 'buy';
          const party = isMaker
            ? { maker: user, side: other, maker_fee: '0.5' }
            : { taker: user, side, taker_fee: '0.5' };
          const atMs = MIDNIGHT_MS + ms;
          await insertFill(testbed.root, {
            id: idAt(atMs + skewMs),
            market,
            at: new Date(atMs),
            price: '3',
            quantity: '2',
            ...party,
          });
        }
        const sums = await transactOn(testbed.db)((tx) =>
          sumTrades(tx, { userIds: [901n, 902n, 903n], mode: 'real', dayMs: MIDNIGHT_MS, markets: [1, 2, 101] }),
        );
        const shown = sums.map((it) => [
          it.userId,
          it.market,
          ...[it.signedQuantity, it.signedCost, it.fee].map(formatDecimal),
        ]);
        expect(new Set(shown.map(String))).toEqual(new Set(naive(rows).map(String)));
      }),
      { numRuns: 15 },
    );
  });

  function naive(rows: readonly Made[]) {
    const today = Map.groupBy(
      rows.filter(({ ms }) => ms >= 0),
      ({ user, market }) => `${user},${market}`,
    );
    return [...today].map(([key, own]) => {
      const bought = own.reduce((sum, { side }) => sum + (side === 'buy' ? 1 : -1), 0);
      return [key, bought * 2, bought * 6, own.length * 0.5];
    });
  }
});

describe('results of products', () => {
  it('given concurrent additions, when they are summed, then none is lost', async () => {
    const me = await newLimited();
    await Promise.all(Array.from({ length: 20 }, () => record([won(me, '-1.5'), won(me, '0.5', { product: 'copy' })])));
    const sums = await sumDayResults(testbed.db, {
      userIds: [me.id, 5n],
      mode: 'demo',
      atMs: Date.now(),
      except: 'copy',
    });
    expect([...sums]).toEqual([[me.id, amount('-30') as Amount]]);
  });
});
