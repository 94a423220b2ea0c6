import { exchangeRate } from '@app/protocol/reference';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';
import { aTick } from '../../../../test/price-testbed.ts';
import { keepFiatRates } from './keep-fiat-rates.ts';

let testbed: ApiTestbed;
const BTC = 1;
const EUR = 101;
const JPY = 103;
const EURGBP = 108;

beforeAll(async () => {
  testbed = await openApiTestbed();
});

/** After the initial rates, which are as old as the database. */
const LATER_MS = Date.now() + 3_600_000;
const ticks = (prices: Readonly<Record<number, string>>, atMs = LATER_MS) =>
  new Map(Object.entries(prices).map(([id, price]) => [Number(id), { ...aTick(Number(id), price, atMs), seq: 1 }]));
const rates = async () => (await testbed.send(exchangeRate, {})).json().data;

describe('fiat rates', () => {
  it('given the forex markets’ last prices, when rates are written, then they match, in either direction', async () => {
    const before = await rates();
    const deps = { db: testbed.as('feed').db, markets: testbed.board.markets() };
    await keepFiatRates(deps, ticks({ [EUR]: '1.25', [JPY]: '151.5', [EURGBP]: '9', [BTC]: '70000' }));
    expect(await rates()).toEqual({ ...before, EUR: '0.8', JPY: '151.5' });
    const { rows } = await testbed.root.query(`select source, at from fiat_rate where currency_code = 'EUR'`);
    expect(rows).toEqual([{ source: 'index of sim-a, sim-b, sim-c', at: new Date(LATER_MS) }]);
  });

  it('given no price yet, when rates are written, then they stay as they were', async () => {
    const before = await rates();
    await keepFiatRates({ db: testbed.as('feed').db, markets: testbed.board.markets() }, new Map());
    expect(await rates()).toEqual(before);
  });

  it('given a feed that was replaced, when it writes old rates late, then the newer rates stay', async () => {
    const deps = { db: testbed.as('feed').db, markets: testbed.board.markets() };
    await keepFiatRates(deps, ticks({ [EUR]: '1.6', [JPY]: '160' }, LATER_MS + 60_000));
    const before = await rates();
    await keepFiatRates(deps, ticks({ [EUR]: '1.25', [JPY]: '170' }, LATER_MS + 30_000));
    expect(await rates()).toEqual(before);
    await keepFiatRates(deps, ticks({ [EUR]: '1.25', [JPY]: '170' }, LATER_MS + 90_000));
    expect(await rates()).toMatchObject({ EUR: '0.8', JPY: '170' });
  });
});
