import { describe, expect, it } from 'vitest';
import { cleared, EMPTY_LITE, isLiteForm, sideOf, turned, typed, withoutShare, withShare } from './lite-form.ts';

describe('the amount field', () => {
  it('given an amount, when its unit is toggled twice, then it is unchanged', () => {
    const form = typed(EMPTY_LITE, '12.5');
    expect(turned(form)).toEqual({ unit: 'base', amountInput: form.amountInput });
    expect(turned(turned(form))).toEqual(form);
  });

  it('given a toggled unit, when an amount is typed, then it is in the unit shown', () => {
    expect(typed(turned(typed(EMPTY_LITE, '12.5')), '1').amountInput).toEqual({ unit: 'base', text: '1' });
  });

  it('given the other side, when chosen, then a typed amount stays and a share of the other balance is cleared', () => {
    const amount = typed(EMPTY_LITE, '12.5');
    const share = withShare(turned(EMPTY_LITE), 75);
    expect(withoutShare(amount)).toEqual(amount);
    expect(withoutShare(share)).toEqual(cleared(share));
  });
});

describe('a stored draft', () => {
  it.each([EMPTY_LITE, typed(turned(EMPTY_LITE), '0.1'), withShare(EMPTY_LITE, 100)])('%j is accepted', (form) => {
    expect(isLiteForm(JSON.parse(JSON.stringify(form)))).toBe(true);
  });

  it.each([
    undefined,
    null,
    'lite',
    {},
    { unit: 'base' },
    { unit: 'base', amountInput: null },
    { unit: 'lots', amountInput: { share: 25 } },
    { unit: 'base', amountInput: { share: 30 } },
    { unit: 'base', amountInput: { unit: 'base' } },
    { unit: 'base', amountInput: { unit: 'lots', text: '' } },
  ])('%j is rejected', (kept) => {
    expect(isLiteForm(kept)).toBe(false);
  });
});

it.each([
  [null, 'buy'],
  ['sell', 'sell'],
  ['both', 'buy'],
])('given the side %s in a URL, then the form is set to %s', (named, side) => {
  expect(sideOf(named)).toBe(side);
});
