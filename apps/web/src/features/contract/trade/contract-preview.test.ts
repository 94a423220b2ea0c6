import {
  liquidationPrice,
  maximumLoss,
  openingCost,
  openingPrice,
  openPosition,
  POSITION_SIDES,
} from '@app/domain/contract';
import { type Amount, absolute, add, formatPlaces, ONE, subtract } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount, CONTEXT, contextWith, FORM, INDEX, price, STEPS } from './contract-context.fixture.ts';
import { type ContractForm, EMPTY_FORM } from './contract-form.ts';
import { fieldOf, liquidationOf, previewOf } from './contract-preview.ts';

const ordered = (side: 'long' | 'short' = 'long', leverage = 10) => ({ side, leverage, steps: STEPS });
const limitAt = (typed: string): ContractForm => ({ ...FORM, kind: 'limit', price: typed });
const withStops = (stopsBy: ContractForm['stopsBy'], takeProfit: string, stopLoss: string): ContractForm => ({
  ...FORM,
  hasStops: true,
  stopsBy,
  takeProfit,
  stopLoss,
});
const readyOf = (form: ContractForm, side: 'long' | 'short' = 'long') => {
  const preview = previewOf(form, ordered(side), CONTEXT);
  if (preview.state !== 'ready') throw new Error(JSON.stringify(preview.state));
  return preview;
};

describe('the preview of an order', () => {
  it.each([
    ['no context', FORM, undefined, 'context'],
    ['a limit without a price', limitAt(''), CONTEXT, 'price'],
    ['no size', EMPTY_FORM, CONTEXT, 'size'],
    ['a size of zero', { ...FORM, size: '0.' }, CONTEXT, 'size'],
  ] as const)('given %s, then that is missing', (_what, form, context, missing) => {
    expect(previewOf(form, ordered(), context)).toEqual({ state: 'incomplete', missing });
  });

  it.each([
    ['more than there is', { ...FORM, size: '0.2' }, ordered(), 'insufficient_balance', 'size'],
    ['less than the least', { ...FORM, unit: 'lots', size: '0.001' }, ordered(), 'amount_step_wrong', 'size'],
    ['a leverage beyond the market’s', FORM, ordered('long', 101), 'leverage_too_high', 'leverage'],
    ['a limit off its grid', limitAt('67000.001'), ordered(), 'price_step_wrong', 'price'],
    ['a limit far away', limitAt('10000'), ordered(), 'limit_price_too_far', 'price'],
    ['a profit on the losing side', withStops('price', '60000', ''), ordered(), 'trigger_price_wrong', 'takeProfit'],
    [
      'a stop on the winning side',
      withStops('price', '', '60000'),
      ordered('short'),
      'trigger_price_wrong',
      'stopLoss',
    ],
  ] as const)('given %s, then it is refused at its field', (_what, form, how, code, field) => {
    expect(previewOf(form, how, CONTEXT)).toMatchObject({ state: 'refused', code, field });
  });

  it('given more than the user’s limit in the market, then the size is refused', () => {
    const context = contextWith(amount('1000000'));
    expect(previewOf({ ...FORM, size: '8' }, ordered(), context)).toMatchObject({
      code: 'above_maximum',
      field: 'size',
    });
  });

  it('given as many positions as there may be, then the form says so', () => {
    const full = { ...CONTEXT, deals: 100 };
    expect(previewOf(FORM, ordered(), full)).toMatchObject({ code: 'too_many_positions', field: 'form' });
  });

  it('costs what the domain’s opening costs, at the same liquidation price', () => {
    const sizes = fc.bigInt({ min: 1n, max: 10_000n });
    fc.assert(
      fc.property(
        sizes,
        fc.integer({ min: 1, max: 100 }),
        fc.constantFrom(...POSITION_SIDES),
        (steps, leverage, side) => {
          const lots = (steps * 10n ** 16n) as Amount;
          const context = contextWith(amount('1000000'));
          const form = { ...EMPTY_FORM, unit: 'lots', size: formatPlaces(lots, 2, 'down') } as const;
          const preview = previewOf(form, ordered(side, leverage), context);
          const at = openingPrice(side, context.quote);
          const opened = openPosition({ side, lots, leverage }, at, context);
          expect(preview.state).toBe(opened.ok ? 'ready' : 'refused');
          const cost = openingCost({ lots, leverage }, at, context);
          if (!opened.ok || !cost.ok || preview.state !== 'ready') return;
          expect(preview.figures.cost).toBe(add(cost.value.margin, cost.value.fee));
          expect(preview.figures.maximumLoss).toBe(maximumLoss(opened.value));
          expect(preview.figures.liquidation).toBe(liquidationPrice(opened.value, context.now.overnightIndex));
        },
      ),
    );
  });

  it('given a limit that waits, then its figures are those at the limit', () => {
    const { figures } = readyOf(limitAt('60000'));
    expect(figures).toMatchObject({ isResting: true, notional: amount('3000'), margin: amount('300') });
    expect(readyOf(limitAt('70000')).figures.isResting).toBe(false);
  });

  it('given no size, then the liquidation price is that of the smallest order', () => {
    const { liquidation } = liquidationOf(EMPTY_FORM, ordered(), CONTEXT);
    expect(liquidation).toBe(liquidationOf(FORM, ordered(), CONTEXT).liquidation);
    expect(liquidation).toBeLessThan(INDEX);
    expect(liquidationOf(EMPTY_FORM, ordered('short'), CONTEXT).liquidation).toBeGreaterThan(INDEX);
  });
});

describe('stops', () => {
  it('given a move in percent, then it is counted from the entry, away from it for a profit', () => {
    const long = readyOf(withStops('percent', '2', '1'));
    expect(long.request).toMatchObject({ takeProfit: price('69205.87'), stopLoss: price('67170.40') });
    const short = readyOf(withStops('percent', '2', '1'), 'short');
    expect(short.request).toMatchObject({ takeProfit: price('66478.60'), stopLoss: price('68513.66') });
  });

  it('given a result after fees, then the close there brings it, never worse', () => {
    const results = fc.bigInt({ min: 500n, max: 20_000n }).map((cents) => (cents * 10n ** 16n) as Amount);
    const tick = (50n * ONE) / 100_000n; // What one tick moves a position of 0.05.
    fc.assert(
      fc.property(results, fc.constantFrom(...POSITION_SIDES), (result, side) => {
        const typed = formatPlaces(result, 2, 'down');
        const { figures } = readyOf(withStops('result', typed, typed), side);
        const gain = figures.takeProfit?.result ?? 0n;
        const loss = figures.stopLoss?.result ?? 0n;
        expect(gain).toBeGreaterThanOrEqual(result);
        expect(loss).toBeGreaterThanOrEqual(-result);
        for (const [brought, wanted] of [
          [gain, result],
          [loss, -result],
        ] as const)
          expect(absolute(subtract(brought as Amount, wanted as Amount))).toBeLessThanOrEqual(3n * tick);
      }),
    );
  });

  it('given a stop beyond the liquidation price, then it is marked as too late, and loses no more than the order', () => {
    const { figures } = readyOf(withStops('price', '', '60000'));
    expect(figures.stopLoss).toMatchObject({ isTooLate: true, result: -figures.maximumLoss });
    expect(readyOf(withStops('price', '', '66000')).figures.stopLoss?.isTooLate).toBe(false);
  });

  it('given stops that are switched off, then none is sent', () => {
    const off = { ...withStops('price', '70000', '60000'), hasStops: false };
    expect(readyOf(off).request).toMatchObject({ takeProfit: undefined, stopLoss: undefined });
  });
});

it.each([
  ['insufficient_balance', 'size'],
  ['leverage_too_high', 'leverage'],
  ['personal_limit_reached', 'form'],
])('the refusal %s is shown at %s', (code, field) => expect(fieldOf(code)).toBe(field));
