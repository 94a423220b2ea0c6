import { expectDefined } from '@app/base';
import { SOURCES, type Tick } from '@app/domain/market';
import { formatDecimal } from '@app/money';
import { type LocalVenue, startLocalVenue } from '@app/testkit/venue';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readBlocks, startFeed } from '../../test/feed-testbed.ts';
import { openSpotTestbed, type SpotTestbed, type Trader, until } from '../../test/spot-testbed.ts';
import { atTheEnd, silent } from '../../test/testbed.ts';
import { openSources } from '../modules/market/index.ts';
import { runCapital } from './capital-app.ts';

const BTC = 'BTC/USDT';
/** Longer than a spike that no poll can miss is seen: its own time and one poll. */
const CONFIRM_MS = 4_000;
const SPIKE_MS = 1_300;
let testbed: SpotTestbed;
let venue: LocalVenue;
let trader: Trader;
let market: number;
let known: Tick | undefined;

/** Starts the whole path of a real price: venue, adapter, feed, engine; and money for both sides of a trade. */
beforeAll(async () => {
  testbed = await openSpotTestbed({ allowsLocalPrices: true });
  testbed.beat.stop(); // The feed seals.
  const traded = testbed.markets.filter(({ symbol }) => symbol === BTC || symbol === 'ETH/USDT');
  market = expectDefined(traded[0], BTC).id;
  await set('market.jump_confirm_ms', CONFIRM_MS);
  await set('market.spot_fresh_ms', 2_500);
  for (const money of ['--currency BTC --amount 100', '--currency USDT --amount 5000000'])
    await runCapital(
      testbed.as('migrate'),
      `--mode real --account house_ladder:${BTC} ${money} --ref ${money.slice(-3)} --reason test`.split(' '),
    );
  venue = await startLocalVenue({ prices: { [BTC]: '64000', 'ETH/USDT': '3000' } });
  atTheEnd(() => venue.stop());
  const wanted = { kind: 'local', seed: '', localUrl: venue.url, markets: traded, log: silent } as const;
  await startFeed({ database: testbed.database, markets: traded, bus: testbed.bus }, { sources: openSources(wanted) });
  trader = await testbed.newTrader('real', { BTC: '10', USDT: '1000000' });
});

afterEach(async () => {
  venue.setFaults({});
  venue.setPrice(BTC, '64000');
  await untilTick('the usual price', (tick) => formatDecimal(tick.price) === '64000');
});

const set = (key: string, value: number) =>
  testbed.root.query(
    `insert into setting (key, version, value, set_by, approved_by, reason) values ($1, 1, $2::jsonb, 't', '{t}', 't')`,
    [key, JSON.stringify(value)],
  );

/** Returns BTC's ticks after a number, oldest first. */
const ticksAfter = async (seq: number) => {
  const blocks = await readBlocks(testbed.db, { from: 1, to: 1_000_000 });
  return blocks.flatMap(({ ticks }) => ticks.filter((tick) => tick.market === market && tick.seq > seq));
};
const newest = async () => {
  const { rows } = await testbed.root.query('select max(number)::int as last from price_block');
  const blocks = await readBlocks(testbed.db, { from: Math.max(1, rows[0].last - 3), to: rows[0].last });
  const tick = blocks.flatMap(({ ticks }) => ticks).findLast((each) => each.market === market);
  known = tick ?? known; // The other market may be alone in the last blocks.
  return known;
};
const untilTick = (what: string, isSo: (tick: Tick) => boolean) =>
  until(
    () => what,
    async () => [await newest()].find((tick) => tick !== undefined && Date.now() - tick.atMs < 1_000 && isSo(tick)),
  );
const untilSilent = () =>
  until(
    () => 'no new tick',
    async () => (Date.now() - ((await newest())?.atMs ?? 0) > 2_500 ? true : undefined),
  );
const namesOf = ({ sources }: Tick) => sources.map(({ source }) => SOURCES.find(({ id }) => id === source)?.name);
/** Tells if a tick has the first two venues alone. On a busy machine any venue may miss one poll. */
const isOfHonest = (tick: Tick) => namesOf(tick).join() === 'local-a,local-b';

/** Places an order and returns its status, or the refusal. */
const place = (request: Parameters<SpotTestbed['place']>[2]) =>
  testbed.place(trader, market, request).then(
    ({ status, filled }) => `${status} ${filled}`,
    (error: Error) => error.message,
  );
const SELL = { kind: 'market', side: 'sell', quantity: '0.01' } as const;
const untilFilled = () =>
  until(
    () => 'a filled order',
    async () => ((await place(SELL)) === 'filled 0.01' ? true : undefined),
  );

describe('real mode on local venues', () => {
  it('given live venues, then a real order fills with the house, and the price names local venues only', async () => {
    const tick = await untilTick('all three venues', ({ sources }) => sources.length === 3);
    expect([formatDecimal(tick.price), namesOf(tick)]).toEqual(['64000', ['local-a', 'local-b', 'local-c']]);
    await untilFilled();
  });

  it('given venues that stop, then orders of every kind are refused and the house is gone, until they are back', async () => {
    await untilFilled();
    venue.setFaults({ isDown: true });
    await untilSilent();
    expect(await place(SELL)).toBe('no_live_price');
    expect(await place({ kind: 'limit', side: 'buy', price: '60000', quantity: '0.01' })).toBe('no_live_price');
    await testbed.untilShown('real', market, ({ depth }) => depth.asks.length === 0 && depth.bids.length === 0);
    venue.setFaults({});
    await untilFilled();
  });

  it('given one venue of three that lies, then it is left out and the price is that of the others', async () => {
    const { seq } = await untilTick('all three venues', ({ sources }) => sources.length === 3);
    venue.setFaults({ lies: { [BTC]: '1.5' } }, ['local-c']);
    await untilTick('the two honest venues', isOfHonest);
    await untilFilled();
    expect(new Set((await ticksAfter(seq)).map(({ price }) => formatDecimal(price)))).toEqual(new Set(['64000']));
  });

  it('given two venues that disagree, then there is no price, and orders are refused', async () => {
    venue.setFaults({ isDown: true }, ['local-c']);
    await untilTick('the two venues left', isOfHonest);
    venue.setFaults({ lies: { [BTC]: '1.1' } }, ['local-b']);
    await untilSilent();
    expect(await place(SELL)).toBe('no_live_price');
  });

  it('given old quotes, then they do not count, and quotes that repeat one moment become old', async () => {
    await untilTick('all three venues', ({ sources }) => sources.length === 3);
    venue.setFaults({ clockSkewMs: -10_000 }, ['local-a']);
    venue.setFaults({ isFrozen: true }, ['local-b']);
    await untilSilent();
    expect(await place(SELL)).toBe('no_live_price');
  });

  it('given a spike shorter than the confirmation, then no tick has it; given a jump that stays, then the price follows', async () => {
    const before = expectDefined(await newest(), 'a tick').seq;
    venue.setPrice(BTC, ['80000', { atMs: SPIKE_MS, price: '64000' }]);
    await until(
      () => 'the spike to be held',
      async () => (Date.now() - ((await newest())?.atMs ?? 0) > 500 ? true : undefined),
    );
    await untilTick('the usual price', ({ seq }) => seq > before + 5);
    expect(new Set((await ticksAfter(before)).map(({ price }) => formatDecimal(price)))).toEqual(new Set(['64000']));
    venue.setPrice(BTC, '80000');
    const jumped = await untilTick('the jump', ({ price }) => formatDecimal(price) === '80000');
    const ticks = await ticksAfter(before);
    const last = ticks.findLast(({ price }) => formatDecimal(price) === '64000');
    expect(jumped.atMs - (last?.atMs ?? 0)).toBeGreaterThanOrEqual(CONFIRM_MS);
  });
});
