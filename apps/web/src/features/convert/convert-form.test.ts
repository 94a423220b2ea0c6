import { type Amount, ONE, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { showRate } from '../../data/account/conversions.ts';
import type { MarketInfo } from '../../data/market/markets.ts';
import {
  asSent,
  type ConvertForm,
  choose,
  coinsOf,
  differenceOf,
  formFromSearch,
  isConvertForm,
  preview,
  quoteOf,
  shareOf,
  swap,
  withCoins,
} from './convert-form.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const rate = (text: string) => parseDecimal<Rate>(text);
const list = [
  { account: 'wallet', currency: 'USDT', available: amount('100.5'), frozen: amount('9') },
  { account: 'exchange', currency: 'USDT', available: amount('7'), frozen: amount('0') },
] as const;
const form: ConvertForm = { account: 'wallet', from: 'USDT', to: 'BTC', amount: '100.5' };
const COINS = ['USDT', 'BTC', 'ETH'];

describe('the conversion form', () => {
  it('given the whole balance of its account, then it is ready; one unit more is refused', () => {
    expect(preview(form, list)).toEqual({ state: 'ready', wanted: { ...form, amount: amount('100.5') } });
    expect(preview({ ...form, amount: '100.500000000000000001' }, list)).toMatchObject({ state: 'refused' });
    expect(preview({ ...form, account: 'exchange' }, list)).toMatchObject({ code: 'insufficient_balance' });
  });

  it.each(['', '0', '0.', '0.00'])('given %j, then it is incomplete and not an error', (typed) => {
    expect(preview({ ...form, amount: typed }, list)).toEqual({ state: 'incomplete' });
  });

  it('given a link, then its coins and account are set, and never the same coin twice', () => {
    expect(formFromSearch('?from=ETH&account=exchange')).toEqual({
      account: 'exchange',
      from: 'ETH',
      to: 'USDT',
      amount: '',
    });
    expect(formFromSearch('?to=USDT')).toMatchObject({ from: 'BTC', to: 'USDT' });
    expect(formFromSearch('?from=BTC&to=BTC')).toMatchObject({ from: 'BTC', to: 'USDT' });
    expect(formFromSearch('?from=<script>&account=moon')).toEqual({
      account: 'wallet',
      from: 'USDT',
      to: 'BTC',
      amount: '',
    });
  });

  it('given a draft of another version, then it is dropped', () => {
    expect(isConvertForm(form)).toBe(true);
    for (const kept of [null, 'x', {}, { ...form, account: 'copy' }, { ...form, to: 'USDT' }, { ...form, amount: 5 }])
      expect(isConvertForm(kept)).toBe(false);
  });

  it('law: whatever is chosen and swapped, the two coins differ and can be converted', () => {
    const code = fc.constantFrom(...COINS);
    const step = fc.oneof(
      fc.record({ end: fc.constantFrom('from' as const, 'to' as const), code }),
      fc.constant('swap' as const),
    );
    fc.assert(
      fc.property(fc.array(step), fc.constantFrom('?from=DOGE', '?from=DOGE&to=MOON', ''), (steps, search) => {
        let at = withCoins(formFromSearch(search), COINS);
        for (const it of steps) at = it === 'swap' ? swap(at) : choose(at, it.end, it.code);
        expect(at.from).not.toBe(at.to);
        expect(COINS).toEqual(expect.arrayContaining([at.from, at.to]));
      }),
    );
  });

  it('offers the base currency and every coin with a spot market against it', () => {
    const market = (base: string, quote: string, products: string[]) =>
      ({ base, quote, products }) as unknown as MarketInfo;
    expect(
      coinsOf([market('BTC', 'USDT', ['spot']), market('ETH', 'BTC', ['spot']), market('XAU', 'USDT', ['contract'])]),
    ).toEqual(['USDT', 'BTC']);
  });

  it('takes shares that never exceed the balance, and all of it exactly', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 26n }), fc.constantFrom(25, 50, 75, 100), (units, share) => {
        const taken = parseDecimal<Amount>(shareOf(units as Amount, share as 25));
        expect(taken * 100n <= units * BigInt(share)).toBe(true);
        if (share === 100) expect(taken).toBe(units);
      }),
    );
  });
});

describe('the quote on the form', () => {
  const { account, from, to } = form;
  const wanted = { account, from, to, amount: amount('5') };
  const quote = { account, from, to, number: amount('5') };

  it('is the one of what is wanted now', () => {
    expect(quoteOf(quote, wanted, { ...wanted })).toBe(quote);
    expect(quoteOf(undefined, wanted, wanted)).toBeUndefined();
    expect(quoteOf(quote, undefined, undefined)).toBeUndefined();
  });

  it.each([{ to: 'ETH' }, { from: 'ETH' }, { account: 'exchange' as const }, { amount: amount('6') }])(
    'given a change to %o, then the quote before it is not shown, neither while typing pauses nor while the next loads',
    (change) => {
      const next = { ...wanted, ...change };
      expect(quoteOf(quote, wanted, next)).toBeUndefined();
      expect(quoteOf(quote, next, next)).toBeUndefined();
      expect(quoteOf(quote, next, wanted)).toBeUndefined();
    },
  );
});

describe('a conversion that was sent', () => {
  it('stays at its rate, whatever rate is fetched, fails or is due after it', () => {
    const sent = { quote: 'sent', before: undefined, list };
    const live = { quote: undefined, before: 'sent', error: new Error('no rate'), isResting: true, isFetching: true };
    const held = { quote: 'sent', before: undefined, error: null, isResting: false, isFetching: true };
    expect(asSent<string, typeof live | typeof held>(live, sent)).toEqual(held);
    expect(asSent({ ...held, quote: 'next', before: 'sent' }, sent)).toEqual(held);
  });
});

describe('a new rate', () => {
  it('is said to pay more or less than the one before', () => {
    expect(differenceOf(undefined, amount('1'))).toBeUndefined();
    expect(differenceOf(amount('1'), amount('1'))).toBeUndefined();
    expect(differenceOf(amount('1'), amount('1.5'))).toEqual({ kind: 'more', amount: amount('0.5') });
    expect(differenceOf(amount('2'), amount('1.5'))).toEqual({ kind: 'less', amount: amount('0.5') });
  });

  it('is shown by six digits, and below one the other way round', () => {
    expect(showRate('ETH', 'USDT', rate('3405.837'))).toEqual({ from: 'ETH', to: 'USDT', rate: '3,405.83' });
    expect(showRate('USDT', 'BTC', rate('0.00001'))).toEqual({ from: 'BTC', to: 'USDT', rate: '100,000.00' });
    expect(showRate('USDT', 'XRP', rate('0.4'))).toEqual({ from: 'XRP', to: 'USDT', rate: '2.50000' });
    expect(showRate('A', 'B', ONE as Rate).rate).toBe('1.00000');
  });
});
