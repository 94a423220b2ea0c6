import type { Position, PositionSide } from '@app/domain/contract';
import { type Amount, absolute, negate, type Price, parseDecimal, type Rate } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  areChanged,
  faultOf,
  isBeyondLiquidation,
  realisedAt,
  STOP_KINDS,
  type StopContext,
  stopPriceOf,
  stopsFormOf,
  withPrice,
  withText,
  withTicks,
  withUnit,
} from './stop-entry.ts';

const price = (text: string) => parseDecimal<Price>(text);
const amount = (text: string) => parseDecimal<Amount>(text);

/** The position of the mock: 0.1 BTC at 66,930.0 with ten times leverage. */
const held = (side: PositionSide, lots = '100', entry = '66930.0'): Position => ({
  side,
  market: { priceTick: price('0.1'), multiplier: amount('0.001') },
  lots: amount(lots),
  entry: price(entry),
  leverage: 10,
  margin: amount('669.3'),
  openFee: amount('2.6772'),
  overnightSince: price('0'),
  overnightCharged: amount('0'),
  terms: {
    openFeeRate: parseDecimal<Rate>('0.0004'),
    closeFeeRate: parseDecimal<Rate>('0.0004'),
    liquidationFeeRate: parseDecimal<Rate>('0.002'),
    tiers: [{ above: amount('0'), rate: parseDecimal<Rate>('0.005') }],
  },
});

const contextOf = (position: Position): StopContext => ({
  position,
  spreadRate: parseDecimal<Rate>('0.0001'),
  overnightIndex: price('0'),
});

const LONG = contextOf(held('long'));
const SHORT = contextOf(held('short'));
const EMPTY = { target_profit_price: null, stop_loss_price: null };

describe('a stop typed in percent', () => {
  it('given a long, then the target lies above and the stop below the entry, each rounded in the user’s favour', () => {
    expect(stopPriceOf('profit', 'percent', '3.83', LONG)).toBe(price('69493.5'));
    expect(stopPriceOf('loss', 'percent', '1.38', LONG)).toBe(price('66006.4'));
  });

  it('given a short, then they lie the other way round', () => {
    expect(stopPriceOf('profit', 'percent', '3.83', SHORT)).toBe(price('64366.5'));
    expect(stopPriceOf('loss', 'percent', '1.38', SHORT)).toBe(price('67853.6'));
  });

  it('given a fall of a hundred percent or more, then no price gives it', () => {
    expect(stopPriceOf('loss', 'percent', '100', LONG)).toBeUndefined();
    expect(stopPriceOf('profit', 'percent', '150', SHORT)).toBeUndefined();
    expect(stopPriceOf('loss', 'percent', '150', SHORT)).toBe(price('167325'));
  });
});

describe('a stop typed as a result', () => {
  const cases = fc.record({
    side: fc.constantFrom<PositionSide>('long', 'short'),
    kind: fc.constantFrom(...STOP_KINDS),
    cents: fc.bigInt({ min: 100n, max: 60_000n }),
    lots: fc.integer({ min: 1, max: 100 }),
  });

  it('is the worst price that gives at least that, after fees: a tick worse gives less', () => {
    fc.assert(
      fc.property(cases, ({ side, kind, cents, lots }) => {
        const context = contextOf(held(side, String(lots)));
        const typed = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
        const found = stopPriceOf(kind, 'result', typed, context);
        fc.pre(found !== undefined);
        if (found === undefined) return;
        const wanted = kind === 'profit' ? amount(typed) : negate(amount(typed));
        const { priceTick } = context.position.market;
        const worse = side === 'long' ? -priceTick : priceTick;
        expect(realisedAt(found, context)).toBeGreaterThanOrEqual(wanted);
        expect(realisedAt((found + worse) as Price, context)).toBeLessThan(wanted);
      }),
    );
  });

  it('given a loss of the whole margin or more, then no price gives it', () => {
    expect(stopPriceOf('loss', 'result', '669.30', LONG)).toBeUndefined();
    expect(stopPriceOf('loss', 'result', '700', SHORT)).toBeUndefined();
  });

  it('given more than a short can gain, then no price gives it', () => {
    expect(stopPriceOf('profit', 'result', '6693', SHORT)).toBeUndefined();
  });
});

describe('the form', () => {
  it('given stops that are set, when the unit changes and changes back, then the prices are exactly the same', () => {
    const deal = { target_profit_price: price('69500'), stop_loss_price: price('66000') };
    for (const context of [LONG, contextOf(held('short', '100', '70000'))]) {
      const form = stopsFormOf(deal, context);
      const there = withUnit(withUnit(form, 'percent', context), 'result', context);
      expect(withUnit(there, 'price', context)).toEqual(form);
      expect(areChanged(there, deal)).toBe(false);
    }
  });

  it('shows a stop in each unit', () => {
    const form = stopsFormOf({ target_profit_price: price('69500'), stop_loss_price: price('66000') }, LONG);
    expect([form.profit.text, form.loss.text]).toEqual(['69500', '66000']);
    const percent = withUnit(form, 'percent', LONG);
    expect([percent.profit.text, percent.loss.text]).toEqual(['3.83', '1.38']);
    const result = withUnit(form, 'result', LONG);
    expect([result.profit.text, result.loss.text]).toEqual(['253.52', '96.29']);
    expect(absolute(realisedAt(price('66000'), LONG))).toBe(amount('96.299736'));
  });

  it('given a stop that secures a gain, then its loss in percent is empty and its price stays', () => {
    const form = withText(stopsFormOf(EMPTY, LONG), 'loss', '67500', LONG);
    expect(withUnit(form, 'percent', LONG).loss).toEqual({ price: price('67500'), text: '' });
  });

  it('given a field is emptied, then the stop is removed', () => {
    const deal = { target_profit_price: price('69500'), stop_loss_price: null };
    const form = withText(stopsFormOf(deal, LONG), 'profit', '', LONG);
    expect(form.profit).toEqual({ price: undefined, text: '' });
    expect(areChanged(form, deal)).toBe(true);
  });

  it('given a drag or an arrow key, then the price stays on the grid and above zero, and the text follows in its unit', () => {
    const form = withUnit(stopsFormOf(EMPTY, LONG), 'percent', LONG);
    const dragged = withPrice(form, 'profit', price('69500.07'), LONG);
    expect(dragged.profit).toEqual({ price: price('69500'), text: '3.83' });
    expect(withTicks(dragged, 'profit', 10, LONG).profit.price).toBe(price('69501'));
    expect(withTicks(dragged, 'profit', -1, LONG).profit.price).toBe(price('69499.9'));
    expect(withPrice(form, 'loss', price('-5'), LONG).loss.price).toBe(price('0.1'));
    expect(withTicks(form, 'profit', 1, LONG)).toBe(form);
  });
});

describe('the check of a stop', () => {
  const check = (kind: 'profit' | 'loss', text: string, { position }: StopContext) =>
    faultOf(kind, { price: text === '' ? undefined : price(text), text }, price('67842.1'), position);

  it('follows the engine: on the grid, and on its own side of the price', () => {
    expect(check('profit', '67842.1', LONG)).toBe('side');
    expect(check('profit', '67842.2', LONG)).toBeUndefined();
    expect(check('loss', '67842.2', LONG)).toBe('side');
    expect(check('loss', '67842', LONG)).toBeUndefined();
    expect(check('profit', '67842.2', SHORT)).toBe('side');
    expect(check('loss', '67842', SHORT)).toBe('side');
    expect(check('profit', '69500.05', LONG)).toBe('step');
    expect(check('profit', '', LONG)).toBeUndefined();
  });

  it('given a text without a price, then it is out of reach', () => {
    expect(faultOf('loss', { price: undefined, text: '900' }, price('67842.1'), LONG.position)).toBe('unreachable');
  });

  it('given a stop at or beyond liquidation, then liquidation comes first', () => {
    const liquidation = price('60564.1');
    expect(isBeyondLiquidation(price('60564.1'), liquidation, LONG.position)).toBe(true);
    expect(isBeyondLiquidation(price('60564.2'), liquidation, LONG.position)).toBe(false);
    expect(isBeyondLiquidation(price('60564.2'), liquidation, SHORT.position)).toBe(true);
    expect(isBeyondLiquidation(price('60564'), undefined, LONG.position)).toBe(false);
  });
});
