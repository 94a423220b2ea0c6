import { marketSettings } from '@app/domain/market';
import { marketKillSwitch, OPEN_AT_FIRST, PRODUCTS, productSwitch, type Setting } from '@app/domain/reference';
import * as routes from '@app/protocol/market';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../test/change-setting.ts';
import { type MarketTestbed, openMarketTestbed } from '../../../test/market-testbed.ts';
import { aTick } from '../../../test/price-testbed.ts';

let testbed: MarketTestbed;
const BTC = 1;
const ETH = 2;

beforeAll(async () => {
  testbed = await openMarketTestbed();
});

const data = async (...call: Parameters<MarketTestbed['send']>) => {
  const response = await testbed.send(...call);
  expect(response.statusCode, response.body).toBe(200);
  return response.json().data;
};

/** Changes a setting as an operator does. */
const change = <Value>(setting: Setting<Value>, value: Value) => changeSetting(testbed, setting, value);

/** Builds a tick from a real venue, so that no past is simulated. */
function realTick(...args: Parameters<typeof aTick>): ReturnType<typeof aTick> {
  const tick = aTick(...args);
  return { ...tick, sources: [{ source: 11, price: tick.price, ageMs: 1 }] };
}

type Quote = { symbol: string; price: string; state: string };
const quoteOf = async (symbol: string) =>
  (await data(routes.listQuotes, {})).list.find((quote: Quote) => quote.symbol === symbol);

const isFirst = (product: string) => OPEN_AT_FIRST.some((it) => it === product);

describe('the list of markets', () => {
  it('given a new installation, when it is listed, then all markets have steps, places, hours and products', async () => {
    const { list } = await data(routes.listMarkets, {});
    expect(list).toHaveLength(65);
    expect(list[0]).toEqual({
      id: '1',
      symbol: 'BTC/USDT',
      base: 'BTC',
      quote: 'USDT',
      name: 'Bitcoin',
      category: 'crypto',
      price_tick: '0.01',
      lot: '0.00001',
      precision: 2,
      lot_precision: 5,
      hours: 'always',
      simulated: 1,
      products: ['spot', 'contract', 'seconds'],
    });
    expect(list.map(({ category }: { category: string }) => category).at(-1)).toBe('stock');
  });

  it('given a new installation, when the menu is listed, then spot is open and every product that is not built is closed', async () => {
    const { list } = await data(routes.menu, {});
    expect(list).toEqual(
      ['spot', ...PRODUCTS].map((product) => ({ product, open: product === 'spot' || isFirst(product) ? 1 : 0 })),
    );
  });

  it('given a product closed in a country, when a user there lists markets and menu, then it is missing', async () => {
    await change(productSwitch('seconds'), { open: true, except: ['DE'] });
    const productsIn = async (country: string) =>
      (await data(routes.listMarkets, { country })).list[0].products as string[];
    await expect.poll(() => productsIn('DE')).toEqual(['spot', 'contract']);
    await expect.poll(() => productsIn('FR')).toEqual(['spot', 'contract', 'seconds']);
    const menuIn = async (fields: object) =>
      Object.fromEntries(
        (await data(routes.menu, fields)).list.map((it: { product: string; open: number }) => [it.product, it.open]),
      );
    expect(await menuIn({ country: 'DE' })).toMatchObject({ spot: 1, contract: 1, seconds: 0, blind_box: 0 });
    expect(await menuIn({})).toMatchObject({ spot: 1, seconds: 1 });
  });
});

describe('quotes', () => {
  it('given no tick yet, when quotes are listed, then there is no price, and no coin is valued at zero', async () => {
    expect(await data(routes.listQuotes, {})).toEqual({ list: [], seq: '0' });
    expect(await data(routes.coinRates, {})).toEqual({ USDT: '1' });
  });

  it('given ticks, when quotes are listed, then price, day, channel sequence and source are theirs', async () => {
    const atMs = Date.now();
    await testbed.seal([aTick(ETH, '2000', atMs - 2_000), realTick(BTC, '100', atMs - 2_000)]);
    await testbed.seal([realTick(BTC, '130', atMs - 1_000)]);
    await testbed.seal([realTick(BTC, '110', atMs)]);
    const { list, seq } = await data(routes.listQuotes, {});
    expect(seq).toBe('3');
    expect(list.map(({ symbol }: Quote) => symbol)).toEqual(['BTC/USDT', 'ETH/USDT']);
    expect(list[0]).toMatchObject({
      id: '1',
      price: '110',
      change: '10',
      open: '100',
      high: '130',
      low: '100',
      vol: '4.5',
      simulated: 0,
      at: atMs,
    });
    expect(list[1]).toMatchObject({ price: '2000', simulated: 1 });
    expect(await data(routes.coinRates, {})).toEqual({ USDT: '1', BTC: '110', ETH: '2000' });
    const flags = (await data(routes.listMarkets, {})).list.map((market: { simulated: number }) => market.simulated);
    expect(flags.slice(0, 3)).toEqual([0, 1, 0]);
  });

  it('given simulated prices, when markets are listed, then one without a price is simulated too', async () => {
    await testbed.seal([aTick(ETH, '2000', Date.now())]);
    const { list } = await data(routes.listMarkets, {});
    const flagOf = (symbol: string) => list.find((market: Quote) => market.symbol === symbol).simulated;
    expect([flagOf('BTC/USDT'), flagOf('ETH/USDT'), flagOf('HK50/HKD')]).toEqual([0, 1, 1]);
  });

  it('given no tick, when time passes, then the market is stale; a kill switch halts it; and a tick opens it', async () => {
    const stateOf = async () => (await quoteOf('BTC/USDT')).state;
    await testbed.seal([aTick(BTC, '110', Date.now())]);
    expect(await stateOf()).toBe('open');
    await change(marketSettings.spotFreshMs, 1);
    await expect.poll(stateOf).toBe('stale');
    await change(marketKillSwitch('BTC/USDT'), false);
    await expect.poll(stateOf).toBe('halted');
    await change(marketKillSwitch('BTC/USDT'), true);
    await change(marketSettings.spotFreshMs, 600_000);
    await expect.poll(stateOf).toBe('open');
  });
});

describe('sparks', () => {
  it('given two named markets, one without a price, then one curve of 48 is returned, ending at the price', async () => {
    await testbed.seal([realTick(ETH, '2500', Date.now())]);
    const { list } = await data(routes.listSparks, { symbols: 'ETH/USDT,NVDA/USD,XXX/YYY' });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ symbol: 'ETH/USDT', open: expect.stringMatching(/^[1-9]\d*(\.\d+)?$/) });
    expect(list[0].values).toHaveLength(48);
    expect(list[0].values.at(-1)).toBe((await quoteOf('ETH/USDT')).price);
    expect(list[0].values.at(-1)).toBe('2500');
  });

  it('given more than twenty symbols, when they are requested, then the parameter is refused', async () => {
    const symbols = Array.from({ length: 21 }, (_, n) => `A${n}/USDT`).join(',');
    expect((await testbed.send(routes.listSparks, { symbols })).json()).toMatchObject({ error: 'parameter_error' });
  });
});
