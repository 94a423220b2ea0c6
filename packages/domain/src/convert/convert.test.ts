import { type Amount, add, multiply, ONE, type Price, parseDecimal, type Rate, subtract, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesOf, MODES, netsToZero, userAccount } from '../ledger/index.ts';
import {
  CONVERT_ACCOUNTS,
  checkFunds,
  checkInventory,
  checkSize,
  convertSettings,
  demoFundingFor,
  demoSource,
  inventoryAccount,
  postConversion,
  postDemoFunding,
  quoteConversion,
  ratesOf,
} from './index.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const price = (text: string) => parseDecimal<Price>(text);
const SPREAD = convertSettings.terms.initial.spreadRate;
const STEP = amount('0.00000001');

const amounts = fc.bigInt({ min: 1n, max: 10n ** 26n }).map((it) => it as Amount);
const prices = fc.bigInt({ min: 10n ** 10n, max: 10n ** 24n }).map((it) => it as Price);
const spreads = fc.bigInt({ min: 0n, max: ONE / 20n }).map((it) => it as Rate);

describe('a quote', () => {
  it('given 1,000 USDT at 100,000 with the published spread, then exactly 0.00998 BTC are received', () => {
    const quoted = quoteConversion(amount('1000'), { from: price('1'), to: price('100000') }, SPREAD);
    expect(quoted).toEqual({ received: amount('0.00998'), indexValue: amount('0.01'), kept: amount('0.00002') });
  });

  it('law: no more than the index value less the spread, less than one step below it, and on the step', () => {
    fc.assert(
      fc.property(amounts, prices, prices, spreads, (value, from, to, spread) => {
        const { received, indexValue, kept } = quoteConversion(value, { from, to }, spread);
        const exact = value * from * (ONE - spread);
        expect(received * to * ONE <= exact).toBe(true);
        expect((received + STEP) * to * ONE > exact).toBe(true);
        expect(received % STEP).toBe(0n);
        expect(received <= indexValue).toBe(true);
        expect(add(received, kept)).toBe(indexValue);
      }),
    );
  });

  it('law: more never buys less, and splitting an amount never buys more', () => {
    fc.assert(
      fc.property(amounts, amounts, prices, prices, spreads, (a, b, from, to, spread) => {
        const received = (value: Amount) => quoteConversion(value, { from, to }, spread).received;
        expect(received(add(a, b)) >= received(a)).toBe(true);
        expect(add(received(a), received(b)) <= received(add(a, b))).toBe(true);
      }),
    );
  });

  it('law: there and back at the same prices loses at least the spread of both ways', () => {
    fc.assert(
      fc.property(amounts, prices, prices, spreads, (value, from, to, spread) => {
        const there = quoteConversion(value, { from, to }, spread).received;
        const back = quoteConversion(there, { from: to, to: from }, spread).received;
        const share = ONE - spread;
        expect(back * ONE * ONE <= value * share * share).toBe(true);
      }),
    );
  });

  it('law: over three coins in a circle nothing is gained', () => {
    fc.assert(
      fc.property(amounts, prices, prices, prices, spreads, (value, a, b, c, spread) => {
        const first = quoteConversion(value, { from: a, to: b }, spread).received;
        const second = quoteConversion(first, { from: b, to: c }, spread).received;
        expect(quoteConversion(second, { from: c, to: a }, spread).received <= value).toBe(true);
      }),
    );
  });

  it('law: the shown rate is no better than the index rate, and what is received follows it to the last step', () => {
    fc.assert(
      fc.property(amounts, prices, prices, spreads, (value, from, to, spread) => {
        const { index, own } = ratesOf({ from, to }, spread);
        expect(own <= index).toBe(true);
        expect(multiply(value, own, 'down') <= add(quoteConversion(value, { from, to }, spread).received, STEP)).toBe(
          true,
        );
      }),
    );
  });
});

describe('limits', () => {
  const limits = { minimum: amount('1'), maximum: amount('100000') };

  it('given a worth outside of the limits, then the limit is named in the coin given', () => {
    expect(checkSize(amount('0.00001'), price('60000'), limits)).toEqual({
      ok: false,
      code: 'below_minimum',
      params: { minimum: '0.00001667' },
    });
    expect(checkSize(amount('2'), price('60000'), limits)).toMatchObject({
      code: 'above_maximum',
      params: { maximum: '1.66666666' },
    });
    for (const edge of ['0.00001667', '1.66666666'])
      expect(checkSize(amount(edge), price('60000'), limits).ok).toBe(true);
  });

  it('given a balance, then all of it may be converted, whatever its decimals, and never more', () => {
    const whole = 123_456_789_012_345_678_901n as Amount;
    expect(checkFunds(whole, whole).ok).toBe(true);
    expect(checkFunds((whole - 1n) as Amount, whole)).toMatchObject({ code: 'amount_step_wrong' });
    expect(checkFunds((whole + 1n) as Amount, whole)).toMatchObject({ code: 'insufficient_balance' });
  });

  const exchanged = (from: string, paid: string, received: string) => ({
    fromCurrency: from,
    amount: amount(paid),
    received: amount(received),
    prices: { from: price(from === 'USDT' ? '1' : '100'), to: price('50') },
  });

  it('given an inventory, then it pays what it holds, and takes in a coin up to its limit; USDT has none', () => {
    const held = { from: amount('90'), to: amount('5') };
    const most = amount('10000');
    expect(checkInventory(held, exchanged('BTC', '10', '5'), most).ok).toBe(true);
    expect(checkInventory(held, exchanged('BTC', '10', '5.00000001'), most)).toMatchObject({
      code: 'inventory_exhausted',
    });
    expect(checkInventory(held, exchanged('BTC', '10.00000001', '5'), most)).toMatchObject({
      code: 'inventory_exhausted',
    });
    expect(checkInventory(held, exchanged('USDT', '999999', '5'), most).ok).toBe(true);
  });

  it('law: after its funding, a demo inventory can always pay, and holds no more than its limit', () => {
    const settings = { demoFunding: amount('1000000'), inventoryMax: amount('2000000') };
    const worths = fc.bigInt({ min: 0n, max: 2_000_000n * ONE });
    fc.assert(
      fc.property(
        worths,
        worths,
        fc.bigInt({ min: 1n, max: 100_000n * ONE }),
        prices,
        prices,
        (a, b, worth, from, to) => {
          const held = { from: ((a * ONE) / from) as Amount, to: ((b * ONE) / to) as Amount };
          const value = ((worth * ONE) / from) as Amount;
          fc.pre(value > 0n);
          const { received } = quoteConversion(value, { from, to }, SPREAD);
          const conversion = { fromCurrency: 'BTC', amount: value, received, prices: { from, to } };
          const { toAdded, fromReturned } = demoFundingFor(held, conversion, settings) ?? {
            toAdded: ZERO,
            fromReturned: ZERO,
          };
          const funded = { from: subtract(held.from, fromReturned), to: add(held.to, toAdded) };
          expect(funded.from >= 0n).toBe(true);
          expect(checkInventory(funded, conversion, settings.inventoryMax).ok).toBe(true);
        },
      ),
    );
  });
});

describe('the postings', () => {
  const conversions = fc.record({
    id: fc.bigInt({ min: 1n, max: 2n ** 62n }),
    userId: fc.bigInt({ min: 1n, max: 2n ** 62n }),
    mode: fc.constantFrom(...MODES),
    account: fc.constantFrom(...CONVERT_ACCOUNTS),
    from: fc.constant('BTC'),
    to: fc.constantFrom('USDT', 'ETH'),
    amount: amounts,
    received: amounts,
  });

  it('net to zero in each coin, once under the conversion’s id', () => {
    fc.assert(
      fc.property(conversions, (conversion) => {
        const transfer = postConversion(conversion);
        expect(netsToZero(transfer)).toBe(true);
        expect([transfer.kind, transfer.ref, transfer.mode]).toEqual([
          'convert',
          String(conversion.id),
          conversion.mode,
        ]);
      }),
    );
  });

  it('leave each party with exactly its own side', () => {
    fc.assert(
      fc.property(conversions, (conversion) => {
        const { userId, account, from, to, amount: paid, received } = conversion;
        const change = changesOf(postConversion(conversion));
        expect(change(userAccount(userId, account, from)).available).toBe(-paid);
        expect(change(userAccount(userId, account, to)).available).toBe(received);
        expect(change(inventoryAccount(from)).available).toBe(paid);
        expect(change(inventoryAccount(to)).available).toBe(-received);
      }),
    );
  });

  it('of demo funding net to zero, move between the inventory and its source only, and in demo mode', () => {
    fc.assert(
      fc.property(conversions, amounts, amounts, (conversion, toAdded, fromReturned) => {
        const transfer = postDemoFunding(conversion, { toAdded, fromReturned });
        const change = changesOf(transfer);
        expect([netsToZero(transfer), transfer.mode]).toEqual([true, 'demo']);
        expect(change(inventoryAccount(conversion.to)).available).toBe(toAdded);
        expect(change(demoSource(conversion.to)).available).toBe(-toAdded);
        expect(change(inventoryAccount(conversion.from)).available).toBe(-fromReturned);
        expect(change(demoSource(conversion.from)).available).toBe(fromReturned);
      }),
    );
  });
});
