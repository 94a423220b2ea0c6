import { barStart, type Market, PERIODS } from '@app/domain/market';
import { type Amount, parseDecimal, sum } from '@app/money';
import { listCandles } from '@app/protocol/market';
import { beforeAll, describe, expect, it } from 'vitest';
import { FEED_SEED } from '../../../../test/api-testbed.ts';
import { type MarketTestbed, openMarketTestbed } from '../../../../test/market-testbed.ts';
import { aTick } from '../../../../test/price-testbed.ts';
import { atTheEnd } from '../../../../test/testbed.ts';
import { createSettings } from '../../reference/index.ts';
import { HistoryBusy } from './chunks.ts';
import { createHistory, type History } from './history.ts';
import { createBlocksSince } from './late-blocks.ts';
import { listCandles as storedCandles } from './list-candles.ts';

type Bar = { time: number; open: string; high: string; low: string; close: string; vol: string; simulated: number };

let testbed: MarketTestbed;
let history: History;
let market: Market;
const MINUTE_MS = 60_000;
/** Time of the first tick: in the middle of a day, an hour and a five-minute bar. */
const FIRST_MS = Date.UTC(2025, 8, 16, 13, 33, 20);
const at = (text: string) => Date.parse(`2025-09-${text}Z`);

beforeAll(async () => {
  testbed = await openMarketTestbed();
  history = createHistory(FEED_SEED);
  atTheEnd(history.close);
  market = testbed.board.markets()[0] as Market; // First of the list.
  // Two minutes of ticks, twelve seconds apart, and half of them stored.
  for (let n = 0; n < 10; n++) {
    await testbed.seal([aTick(1, String(60_000 + n), FIRST_MS + n * 12_000)]);
    if (n === 4) await testbed.keeper.flush();
  }
});

const bars = async (period: string, fromMs: number, toMs: number): Promise<Bar[]> => {
  const fields = { symbol: 'BTC/USDT', period, from: Math.floor(fromMs / 1000), to: Math.floor(toMs / 1000) };
  const response = await testbed.send(listCandles, fields);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data.list;
};

describe('the bars of a chart', () => {
  it('given half of the ticks are stored, when bars are requested, then they include the other half too', async () => {
    const list = await bars('1min', FIRST_MS, FIRST_MS + 5 * MINUTE_MS);
    expect(list).toEqual([
      { time: at('16T13:33'), open: '60000', high: '60003', low: '60000', close: '60003', vol: '6', simulated: 1 },
      { time: at('16T13:34'), open: '60004', high: '60008', low: '60004', close: '60008', vol: '7.5', simulated: 1 },
      { time: at('16T13:35'), open: '60009', high: '60009', low: '60009', close: '60009', vol: '1.5', simulated: 1 },
    ]);
  });

  it.each(PERIODS)('given %s, when it is requested, then the past joins the bar of the first tick', async (period) => {
    const startMs = barStart(period, FIRST_MS);
    const list = await bars(period, startMs, FIRST_MS);
    expect(list.map(({ time }) => time)).toEqual([startMs]);
    expect(list[0]?.close).toBe({ '1min': '60003', '5min': '60008' }[period as string] ?? '60009');
    const span = { period: '1min', fromMs: Math.max(startMs, at('16T00:00')), toMs: at('16T13:33') } as const;
    const minutes = await history.bars({ market, endMs: FIRST_MS }, span);
    const ticks = { '1min': '6', '5min': '13.5' }[period as string] ?? '15';
    const volume = sum([parseDecimal<Amount>(ticks), ...minutes.map((minute) => minute.volume)]);
    const listedVolume = parseDecimal<Amount>(list[0]?.vol ?? '');
    // Up to an hour the past is built from minutes; longer bars also from hours and days, whose volumes differ
    // slightly.
    if (PERIODS.indexOf(period) < PERIODS.indexOf('60min')) expect(listedVolume).toBe(volume);
    else expect(listedVolume).toBeGreaterThan((volume * 9n) / 10n);
    if (period !== '1min') expect(list[0]?.open).not.toBe('60000');
  });

  it('given far more than a response holds, when requested, then the newest 1,500 are returned, in order, once each', async () => {
    const list = await bars('1min', 0, Date.now());
    expect(list).toHaveLength(1_500);
    expect(list.at(-1)?.time).toBe(at('16T13:35'));
    expect(list[0]?.time).toBe(at('16T13:35') - 1_499 * MINUTE_MS);
    expect(new Set(list.map(({ time }) => time)).size).toBe(1_500);
    for (const bar of list) expect(bar.simulated).toBe(1);
  });

  it('given a busy history thread, when a chart is requested, then it shows what is stored, if anything', async () => {
    const busy: History = { ...history, bars: () => Promise.reject(new HistoryBusy('too much')) };
    const deps = { db: testbed.db, settings: createSettings(testbed.db), history: busy };
    const blocksSince = createBlocksSince(testbed.db, testbed.board);
    const query = { market, period: '1min', fromMs: 0, toMs: Date.now() } as const;
    const list = await storedCandles({ ...deps, blocksSince }, query);
    expect(list.map(({ time }) => time)).toEqual([at('16T13:33'), at('16T13:34'), at('16T13:35')]);
    // This must not be taken for the beginning of all bars.
    const earlier = storedCandles({ ...deps, blocksSince }, { ...query, toMs: at('16T13:32') });
    await expect(earlier).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(await storedCandles({ ...deps, blocksSince }, { ...query, fromMs: Date.now() })).toEqual([]);
  });

  it('given a range before the first tick, when requested, then only its bars are returned; the future is empty', async () => {
    const list = await bars('60min', at('10T00:00'), at('10T05:30'));
    expect(list.map(({ time }) => new Date(time).getUTCHours())).toEqual([0, 1, 2, 3, 4, 5]);
    expect(await bars('60min', Date.now() + 86_400_000, Date.now() + 2 * 86_400_000)).toEqual([]);
    expect(await bars('1min', at('17T00:00'), at('16T00:00'))).toEqual([]);
  });

  it('given a market that began with real prices, when its past is requested, then nothing is simulated', async () => {
    const tick = aTick(2, '3000', FIRST_MS);
    await testbed.seal([{ ...tick, sources: [{ source: 11, price: tick.price, ageMs: 1 }] }]); // A real venue.
    await testbed.keeper.flush();
    const response = await testbed.send(listCandles, { symbol: 'ETH/USDT', period: '1day', from: 0, to: 1e10 });
    expect(response.json().data.list).toMatchObject([{ time: at('16T00:00'), open: '3000', simulated: 0 }]);
  });

  it.each([
    [{ symbol: 'XXX/YYY', period: '1min', from: 0, to: 1 }, 'not_found'],
    [{ symbol: 'BTC/USDT', period: '2min', from: 0, to: 1 }, 'parameter_error'],
    [{ symbol: 'BTC/USDT', period: '1min', from: '-1', to: 1 }, 'parameter_error'],
    [{ symbol: 'BTC/USDT', period: '1min', from: 0, to: '999999999999999' }, 'parameter_error'],
  ])('given %j, then it is refused with %s', async (fields, code) => {
    expect((await testbed.send(listCandles, fields)).json().error).toBe(code);
  });
});
