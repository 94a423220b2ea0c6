import { setTimeout as pause } from 'node:timers/promises';
import { marketSettings } from '@app/domain/market';
import { beforeAll, expect, it } from 'vitest';
import { changeSetting } from '../../../../test/change-setting.ts';
import { aTick } from '../../../../test/price-testbed.ts';
import { openSpotTestbed, type SpotTestbed, until } from '../../../../test/spot-testbed.ts';
import { checkReceipts } from '../../proof/index.ts';

const ETH = 2;
const BUY = { kind: 'limit', side: 'buy', price: '3100', quantity: '0.1', force: 'ioc' } as const;
/** Longer than a batch may take from its time to its trades. */
const LATE_MS = 1_300;
/** Longer than the last ticks need to come again. */
const REPLAYED_WITHIN_MS = 1_500;
let testbed: SpotTestbed;
let isBroken = false;

beforeAll(async () => {
  testbed = await openSpotTestbed({
    onCheckpoint: (point) => {
      if (!isBroken || point !== 'committing') return;
      isBroken = false;
      throw new Error('a batch that fails');
    },
  });
  // Prices stay fresh, so that nothing but the blocks decides.
  await changeSetting(testbed, marketSettings.spotFreshMs, 300_000);
});

const isQuoted = () => testbed.untilShown('demo', ETH, ({ depth }) => depth.asks.length === 30);
const readPlaces = async () => {
  const { rows } = await testbed.root.query<{ seq: number; place: number; taken: number }>(
    `select (body->'tick'->>'seq')::int as seq, (body->'chain'->>'place')::int as place, (body->>'taken')::int as taken
       from receipt order by id`,
  );
  return rows;
};

/** Seals prices until the house has funds and quotes. */
const quote = () =>
  until(
    () => 'the house to quote',
    async () => {
      await testbed.seal([aTick(ETH, '3000', Date.now())]);
      return await Promise.race([isQuoted(), new Promise<undefined>((end) => setTimeout(() => end(undefined), 500))]);
    },
  );

it('given a fresh price and no block for two seconds, when a user trades, then the house offers nothing', async () => {
  await quote();
  testbed.beat.stop();
  await testbed.untilShown('demo', ETH, ({ depth }) => depth.asks.length === 0 && depth.bids.length === 0);
  const me = await testbed.newTrader('demo', { USDT: '50000', ETH: '0' });
  await expect(testbed.place(me, ETH, BUY)).rejects.toThrow('nothing_offered');
  testbed.beat.start();
  await isQuoted();
});

it('given a batch that waits for the database, when a user trades, then the house offers nothing at its old time', async () => {
  await quote();
  const me = await testbed.newTrader('demo', { USDT: '50000', ETH: '0' });
  await testbed.root.query('begin; lock table spot_fee_level in access exclusive mode');
  const late = expect(testbed.place(me, ETH, BUY)).rejects.toThrow('nothing_offered');
  await pause(LATE_MS);
  await testbed.root.query('commit');
  await late;
  await quote();
  expect((await testbed.place(me, ETH, BUY)).status).toBe('filled');
});

it('given a state that was reloaded, when the last tick comes again, then its ladder is not offered a second time', async () => {
  await quote();
  const me = await testbed.newTrader('demo', { USDT: '50000', ETH: '0' });
  expect((await testbed.place(me, ETH, BUY)).status).toBe('filled');
  isBroken = true;
  await expect(testbed.place(me, ETH, BUY)).rejects.toThrow('nothing_offered');
  expect(isBroken).toBe(false);
  for (const endMs = Date.now() + REPLAYED_WITHIN_MS; Date.now() < endMs; )
    await expect(testbed.place(me, ETH, BUY)).rejects.toThrow('nothing_offered');
  await testbed.seal([aTick(ETH, '3001', Date.now())]);
  await isQuoted();
  for (const _ of [1, 2]) expect((await testbed.place(me, ETH, BUY)).status).toBe('filled');
  const places = await readPlaces();
  expect(places.slice(-3).map(({ place }) => place)).toEqual([0, 0, 1]);
  expect(places.at(-2)?.seq).toBeGreaterThan(places.at(-3)?.seq ?? 0);
  expect((await testbed.root.query('select from engine_dead_command')).rowCount).toBe(0);
  expect(await checkReceipts(testbed.as('worker').db, Date.now() - 60_000)).toEqual([]);
});
