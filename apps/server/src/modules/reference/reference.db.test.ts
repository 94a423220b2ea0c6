import { killSwitch, OLDEST_APP, referenceSettings, type Setting } from '@app/domain/reference';
import { LANGUAGE_CODES, LANGUAGE_NAMES } from '@app/i18n';
import { noticeText } from '@app/i18n/server';
import { countries, exchangeRate, getSetting, listCoins } from '@app/protocol/reference';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../test/api-testbed.ts';
import { changeSetting } from '../../../test/change-setting.ts';

let testbed: ApiTestbed;
let feed: pg.Client;

beforeAll(async () => {
  testbed = await openApiTestbed();
  feed = await testbed.bare('feed');
});

const rates = async () => (await testbed.send(exchangeRate, {})).json().data;
const shown = async (keyword: string, lang = 'en') => (await testbed.send(getSetting, { keyword, lang })).json().data;

const closed = async () => (await testbed.send(countries, {})).json().data.closed;

/** Changes a setting as an operator does; every process sees it within a second. */
const change = <Value>(setting: Setting<Value>, value: Value) => changeSetting(testbed, setting, value);

describe('exchange rates', () => {
  it('given a new installation, when rates are listed, then each currency has decimal text and a dollar is one', async () => {
    const data = await rates();
    expect(data).toMatchObject({ USD: '1', EUR: '0.92', VND: '25300', AED: '3.6725' });
    expect(Object.keys(data)).toHaveLength(25);
    for (const rate of Object.values(data)) expect(rate).toMatch(/^\d+(?:\.\d*[1-9])?$/);
  });

  it('given a newer rate, when the feed writes it, then the next response has it', async () => {
    await feed.query(`insert into fiat_rate (currency_code, rate, source) values ('EUR', 0.913, 'test'), ('DKK', 6.9, 'test')
      on conflict (currency_code) do update set rate = excluded.rate, source = excluded.source, at = app_now()`);
    expect(await rates()).toMatchObject({ EUR: '0.913', DKK: '6.9', USD: '1' });
  });

  it.each([
    [`update fiat_rate set rate = 0 where currency_code = 'EUR'`, 'a_rate_is_above_zero'],
    [`update fiat_rate set rate = 2 where currency_code = 'USD'`, 'one_dollar_is_one_dollar'],
    [`insert into fiat_rate (currency_code, rate, source) values ('usd', 1, 'test')`, 'currency_is_a_code'],
  ])('given %s, when the feed tries, then the database refuses', async (statement, constraint) => {
    await expect(feed.query(statement)).rejects.toThrow(constraint);
  });

  it('given the role of the API, when it writes a rate, then the database refuses', async () => {
    const app = await testbed.bare('app');
    await expect(app.query('update fiat_rate set rate = 5')).rejects.toThrow('permission denied');
  });
});

describe('coins', () => {
  it('given a new installation, when they are listed, then every coin has the specification’s fields, once per chain', async () => {
    const { list } = (await testbed.send(listCoins, {})).json().data;
    const rest = { type: 'crypto', status: 1, image: '' };
    expect(list.slice(0, 5)).toEqual([
      { id: '1', name: 'BTC', subName: 'BTC', ...rest },
      { id: '2', name: 'ETH', subName: 'ERC20', ...rest },
      { id: '3', name: 'USDT', subName: 'ERC20', ...rest },
      { id: '3', name: 'USDT', subName: 'TRC20', ...rest },
      { id: '10', name: 'SOL', subName: '', ...rest },
    ]);
    const { rows } = await testbed.root.query('select id::text, code from currency');
    const listed = new Map(list.map(({ id, name }: { id: string; name: string }) => [id, name]));
    expect(listed).toEqual(new Map(rows.map(({ id, code }) => [id, code])));
  });
});

describe('settings for the app’s frame', () => {
  it('given nothing was set, when they are read, then the initial values are returned and the list is empty', async () => {
    expect(await closed()).toEqual(['CU', 'IR', 'KP', 'SY']);
    expect(await shown('kefu')).toEqual({ keyword: 'kefu', value: '', list: [] });
    expect(await shown('app_version')).toEqual({ keyword: 'app_version', value: OLDEST_APP, list: [] });
    expect(await shown('maintenance')).toEqual({ keyword: 'maintenance', value: '', list: [] });
    expect((await shown('risk_text')).value).toMatch(/^76% of retail investor accounts lose money/);
    expect((await shown('withdraw_notice')).value).toContain('24 hours');
  });

  it.each(LANGUAGE_CODES)('given %s, when notices are requested, then they are in that language', async (lang) => {
    const risk = await shown('risk_text', lang);
    expect(risk.value).toBe(noticeText(lang, 'risk_text', { percent: 76 }));
    expect(risk.value).toContain('76');
    if (lang !== 'en') expect(risk.value).not.toBe((await shown('risk_text')).value);
    expect((await shown('withdraw_notice', lang)).value).toBe(noticeText(lang, 'withdraw_notice', { hours: 24 }));
  });

  it('given an unknown language, when settings are read, then the response is in English', async () => {
    expect(await shown('risk_text', 'xx')).toEqual(await shown('risk_text', 'en'));
  });

  it('given languages, when they are listed, then all ten are returned with their three names and in order', async () => {
    const { value, list } = await shown('languages', 'tur');
    expect(value).toBe('');
    expect(list).toHaveLength(10);
    expect(list[1]).toEqual({ option_name: '繁體中文', en_name: 'Chinese (traditional)', tw_name: '繁體中文' });
    const own = list.map(({ option_name }: { option_name: string }) => option_name);
    expect(own).toEqual(LANGUAGE_CODES.map((code) => LANGUAGE_NAMES[code].own));
  });

  it('given an operator sets them, when a second has passed, then the app receives them', async () => {
    await change(referenceSettings.supportAddress, 'help@example.com');
    await change(referenceSettings.losingAccounts, 81);
    await change(referenceSettings.oldestApp, '2.0.1');
    await change(referenceSettings.closedCountries, ['KP']);
    await change(referenceSettings.newAddressWait, 1);
    await expect.poll(async () => (await shown('withdraw_notice')).value).toContain('1 hour.');
    expect((await shown('kefu')).value).toBe('help@example.com');
    expect((await shown('risk_text')).value).toMatch(/^81%/);
    expect((await shown('app_version')).value).toBe('2.0.1');
    expect(await closed()).toEqual(['KP']);
  });

  it('given an operator allows an older app than the servers understand, then theirs is required', async () => {
    await change(referenceSettings.oldestApp, '0.1.0');
    await expect.poll(async () => (await shown('app_version')).value).toBe(OLDEST_APP);
  });

  it('given the service is switched off, when the app reads it, then a localized text is returned until it is on', async () => {
    await change(killSwitch('service'), false);
    await expect.poll(async () => (await shown('maintenance', 'jp')).value).not.toBe('');
    expect((await shown('maintenance', 'jp')).value).toBe(noticeText('jp', 'maintenance'));
    expect((await shown('maintenance')).value).toBe(noticeText('en', 'maintenance'));
    await change(killSwitch('service'), true);
    await expect.poll(async () => (await shown('maintenance')).value).toBe('');
  });

  it.each([{}, { keyword: '' }, { keyword: 'switch.service' }, { keyword: '__proto__' }])(
    'given %j, when it is sent, then the parameter is refused',
    async (fields) => {
      const response = await testbed.send(getSetting, fields);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({ code: 0, error: 'parameter_error', fields: ['keyword'] });
    },
  );
});
