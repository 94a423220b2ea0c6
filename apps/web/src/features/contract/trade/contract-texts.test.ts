import { describe, expect, it } from 'vitest';
import type { Text } from '../../../data/app/texts.ts';
import { moneyText } from '../positions/deal-texts.ts';
import { amount, CONTEXT, FORM, price, rate, STEPS } from './contract-context.fixture.ts';
import { costText, liquidationText, rateText, refusalText, resultText } from './contract-texts.ts';

/** Shows the key and its parameters instead of a language's text. */
const text: Text = (key, params) => `${key} ${JSON.stringify(params ?? {})}`;

describe('figures', () => {
  it('round costs and losses up, and what the user has down', () => {
    const value = amount('1.001');
    expect([costText(value), moneyText(value), costText(undefined)]).toEqual(['1.01', '1.00', '—']);
    expect([resultText(value), resultText(amount('-1.001')), resultText(amount('0'))]).toEqual([
      '+1.00',
      '−1.01',
      '0.00',
    ]);
    expect(rateText(rate('0.0003'))).toBe('0.03%');
  });

  it('name the price of a forced close with its distance, or that there is none', () => {
    const market = { precision: 2 };
    const none = { liquidation: undefined, distance: undefined };
    expect([liquidationText(undefined, market, text), liquidationText(none, market, text)]).toEqual([
      '—',
      'contract.liq.none {}',
    ]);
    const near = { liquidation: price('90.25'), distance: rate('-0.0978') };
    expect(liquidationText(near, market, text)).toBe('contract.liq {"price":"90.25","distance":"−9.7%"}');
  });
});

describe('a refusal about the size', () => {
  const refused = { code: 'below_minimum', params: { minimum: '0.01' }, field: 'size' } as const;

  it.each([
    ['lots', '0.01'],
    ['base', '0.00001'],
    ['quote', '0.68'],
  ] as const)('given %s are typed, then the least is named in them', (unit, minimum) => {
    const entry = { form: { ...FORM, unit }, steps: STEPS, context: CONTEXT };
    expect(refusalText(refused, entry, text)).toBe(`refusal.below_minimum {"minimum":"${minimum}"}`);
  });

  it('given more than the user’s limit, then the limit is named', () => {
    const above = { code: 'above_maximum', params: { maximum: '500000' }, field: 'size' } as const;
    const entry = { form: FORM, steps: STEPS, context: CONTEXT };
    expect(refusalText(above, entry, text)).toBe('contract.limit.notional {"maximum":"500,000"}');
  });
});
