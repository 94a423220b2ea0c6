import { expectDefined } from '@app/base';
import { spotShard } from '@app/domain/spot';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../../../test/new-key.ts';
import { aTick } from '../../../../test/price-testbed.ts';
import { findBroken } from '../../../../test/spot-laws.ts';
import {
  openSpotTestbed,
  type PlaceOrderBody,
  type RunningTestEngine,
  type SpotTestbed,
  type Trader,
  until,
} from '../../../../test/spot-testbed.ts';

const ETH = 2;
const SOL = 3;
/** More than the 400 fills of one batch. */
const DUST = 450;
const ORDERS_EACH = 150;
/** Each worth six USDT at a price of 150. */
const DUST_QUANTITY = '0.04';

let testbed: SpotTestbed;
let engine: RunningTestEngine;

/** Holds the engine between two batches of one order: it has committed the first and sent no answer. */
type Pause = { readonly reached: () => void; readonly resumed: Promise<'continue' | 'fail'> };
let pause: Pause | undefined;

beforeAll(async () => {
  testbed = await openSpotTestbed({ onCheckpoint });
  engine = testbed.engine;
});

async function onCheckpoint(point: string): Promise<void> {
  const own = pause;
  if (point !== 'committed' || own === undefined || (await matchingNow()) === undefined) return;
  pause = undefined;
  own.reached();
  if ((await own.resumed) === 'fail') throw new Error('killed');
}

/** Pauses the engine in the next order that continues. */
function pauseEngine() {
  const reached = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<'continue' | 'fail'>();
  pause = { reached: reached.resolve, resumed: resumed.promise };
  return { reached: reached.promise, resume: resumed.resolve };
}

const matchingNow = async () =>
  (await testbed.root.query<{ order_id: string }>('select order_id from spot_matching')).rows[0]?.order_id;

/** Places small sell orders of three users at one price, in order of time: together 18 SOL. */
async function placeDust(): Promise<Trader[]> {
  const makers = await Promise.all(
    Array.from({ length: DUST / ORDERS_EACH }, () => testbed.newTrader('demo', { USDT: '0', SOL: '100' })),
  );
  const dust = { kind: 'limit', side: 'sell', price: '150', quantity: DUST_QUANTITY } as const;
  for (const maker of makers)
    await Promise.all(Array.from({ length: ORDERS_EACH }, () => testbed.place(maker, SOL, dust)));
  return makers;
}

/** How often the engine has put a command off because something that it needs is held elsewhere. */
async function deferrals(): Promise<number> {
  const { values = [] } = (await engine.metrics.getSingleMetric('engine_commands_total')?.get()) ?? {};
  const isOwn = ({ labels }: (typeof values)[number]) =>
    labels.shard === spotShard('demo') && labels.outcome === 'deferred';
  return values.find(isOwn)?.value ?? 0;
}

const newBuyer = () => testbed.newTrader('demo', { USDT: '100000', SOL: '0' });
const limit = (price: string, quantity: string, force: 'gtc' | 'ioc' = 'gtc'): PlaceOrderBody => ({
  kind: 'limit',
  side: 'buy',
  price,
  quantity,
  force,
});
const fillsOf = async (order: string) =>
  (
    await testbed.root.query<{ id: string; maker_order: string }>(
      'select id, maker_order from spot_fill where taker_order = $1 order by id',
      [order],
    )
  ).rows;
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: Error) => error.message,
  );

describe('an order that meets more makers than one batch carries', () => {
  it('given a GTC order, when it is placed, then it fills whole, oldest maker first, and is answered at the end', async () => {
    await placeDust();
    const me = await newBuyer();
    const key = newKey();
    const placing = testbed.place(me, SOL, limit('150', '18'), key);
    const twin = testbed.place(me, SOL, limit('150', '18'), key);
    const order = await placing;
    expect(order).toMatchObject({ status: 'filled', filled: '18', cost: '2700', fee: '4.05' });
    expect(await twin).toEqual(order);
    const fills = await fillsOf(order.id);
    expect(fills).toHaveLength(DUST);
    const makers = fills.map(({ maker_order }) => BigInt(maker_order));
    expect(makers).toEqual([...makers].sort((a, b) => (a < b ? -1 : 1)));
    expect(await matchingNow()).toBeUndefined();
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given a better price than its limit, when the remainder rests, then it holds exactly what it may still need', async () => {
    await placeDust();
    const me = await newBuyer();
    const order = await testbed.place(me, SOL, limit('160', '30'));
    expect(order).toMatchObject({ status: 'open', filled: '18' });
    expect(await findBroken(testbed.root)).toEqual([]);
    expect(await testbed.cancel(me, order.id)).toMatchObject({ status: 'cancelled', filled: '18' });
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given an IOC order, when nothing more is offered, then its remainder is cancelled', async () => {
    await placeDust();
    const order = await testbed.place(await newBuyer(), SOL, limit('150', '30', 'ioc'));
    expect(order).toMatchObject({ status: 'cancelled', reason: 'remainder', filled: '18' });
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given an order that continues, when its owner cancels it, then the rest of its hold is released', async () => {
    const me = await newBuyer();
    await placeDust();
    const engineStops = pauseEngine();
    const placing = testbed.place(me, SOL, limit('150', '18'));
    await engineStops.reached;
    const cancelling = testbed.cancelAll(me);
    await testbed.untilWaiting(spotShard('demo'), 1);
    engineStops.resume('continue');
    await Promise.all([placing, cancelling]);
    expect(await matchingNow()).toBeUndefined();
    expect(await findBroken(testbed.root)).toEqual([]);
    await refusalOf(testbed.place(await newBuyer(), SOL, limit('150', '30', 'ioc'))); // What is left, if anything.
  });

  it('given makers whose accounts are locked for a while, when the order meets them, then it waits and fills whole', async () => {
    const makers = await placeDust();
    const engineStops = pauseEngine();
    const placing = testbed.place(await newBuyer(), SOL, limit('150', '18'));
    await engineStops.reached;
    const locker = await testbed.bare('postgres');
    await locker.query('begin');
    await locker.query(`select from ledger_account where owner = any($1) for update`, [
      makers.map(({ id }) => `user:${id}`),
    ]);
    const before = await deferrals();
    engineStops.resume('continue');
    await until(
      () => 'an order that waits for the accounts',
      async () => ((await deferrals()) > before ? true : undefined),
    );
    await locker.query('rollback');
    expect(await placing).toMatchObject({ status: 'filled', filled: '18', cost: '2700' });
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given many orders that wait for one, when others cancel or trade elsewhere, then these pass', async () => {
    await placeDust();
    const me = await testbed.newTrader('demo', { USDT: '100000', SOL: '0', ETH: '1' });
    const crowd = await Promise.all(Array.from({ length: 60 }, newBuyer));
    const elsewhere = { kind: 'limit', side: 'sell', price: '4000', quantity: '0.1' } as const;
    const resting = await testbed.place(me, ETH, elsewhere);
    const engineStops = pauseEngine();
    const placing = testbed.place(await newBuyer(), SOL, limit('150', '18'));
    await engineStops.reached;
    const own = testbed.place(me, SOL, limit('140', '1'));
    const waiting = crowd.map((it) => testbed.place(it, SOL, limit('140', '1')));
    const cancelling = testbed.cancel(me, resting.id);
    const trading = testbed.place(me, ETH, elsewhere);
    await testbed.untilWaiting(spotShard('demo'), crowd.length + 3);
    engineStops.resume('continue');
    expect(await cancelling).toMatchObject({ status: 'cancelled' });
    expect(await trading).toMatchObject({ status: 'open' });
    expect(await placing).toMatchObject({ status: 'filled' });
    for (const order of await Promise.all([own, ...waiting])) expect(order).toMatchObject({ status: 'open' });
    await Promise.all([me, ...crowd].map((it) => testbed.cancelAll(it)));
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given an order that continues, when another user wants the same lots, then it waits and gets what is left', async () => {
    const [maker] = await placeDust();
    const first = await newBuyer();
    const second = await newBuyer();
    const engineStops = pauseEngine();
    const placing = testbed.place(first, SOL, limit('150', '17'));
    await engineStops.reached;
    const others = testbed.place(second, SOL, limit('150', '17'));
    const offering = testbed.place(expectDefined(maker, 'a maker'), SOL, {
      kind: 'limit',
      side: 'sell',
      price: '149',
      quantity: '1',
    });
    await testbed.untilWaiting(spotShard('demo'), 2);
    engineStops.resume('continue');
    const [order, other] = await Promise.all([placing, others, offering]);
    expect(order).toMatchObject({ status: 'filled', filled: '17', cost: '2550' });
    const mine = await fillsOf(order.id);
    const theirs = await fillsOf(other.id);
    expect(mine).toHaveLength(425);
    // They get the rest of the dust, and none of it before the first order has ended.
    expect(theirs.length).toBeGreaterThanOrEqual(25);
    expect(BigInt(theirs[0]?.id ?? 0)).toBeGreaterThan(BigInt(mine.at(-1)?.id ?? 0));
    await testbed.cancelAll(second);
    expect(await findBroken(testbed.root)).toEqual([]);
  });

  it('given a leader that is killed between two batches, when the next one leads, then it continues, and the replay says so', async () => {
    await placeDust();
    const me = await newBuyer();
    const key = newKey();
    const engineStops = pauseEngine();
    const placing = refusalOf(testbed.place(me, SOL, limit('150', '18'), key));
    await engineStops.reached;
    const id = expectDefined(await matchingNow(), 'the order that continues');
    expect(await fillsOf(id)).toHaveLength(400);
    await testbed.root.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'engine' and datname = current_database()`,
    );
    engine = await testbed.start({}, [spotShard('demo')]); // The paused one may take the other shard again.
    engineStops.resume('fail');
    expect(await placing).toBe('result_unknown');
    const order = await testbed.place(me, SOL, limit('150', '18'), key);
    expect(order).toMatchObject({ id, status: 'filled', filled: '18', cost: '2700', fee: '4.05' });
    expect(await matchingNow()).toBeUndefined();
    expect(await findBroken(testbed.root)).toEqual([]);
    expect(engine.check()).toEqual([]);
  });

  it('given a market order with a budget, when it continues, then it spends no more than that', async () => {
    await placeDust();
    await testbed.seal([aTick(SOL, '150', Date.now())]);
    const me = await newBuyer();
    const order = await until(
      () => 'the price to be known',
      () => testbed.place(me, SOL, { kind: 'market', side: 'buy', budget: '2600' }).catch(() => undefined),
    );
    expect(order).toMatchObject({ status: 'filled', reason: null });
    expect(Number(order.cost) + Number(order.fee)).toBeLessThanOrEqual(2_600);
    expect(Number(order.cost) + Number(order.fee)).toBeGreaterThan(2_590);
    expect((await fillsOf(order.id)).length).toBeGreaterThan(400);
    expect(await findBroken(testbed.root)).toEqual([]);
  });
});
