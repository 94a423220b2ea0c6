import { describe, expect, it } from 'vitest';
import { chipOf, FIRST_CHOICE, keptChoice, type ListChoice } from './list-choice.ts';

describe('the stored list settings', () => {
  it('are the same when read again', () => {
    const choice: ListChoice = { tab: 'stocks', chips: { stocks: 'forex' }, sort: { key: 'change', order: 'up' } };
    expect(keptChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
    expect(keptChoice(JSON.parse(JSON.stringify(FIRST_CHOICE)))).toEqual(FIRST_CHOICE);
  });

  it.each([undefined, null, 7, 'spot', [], {}, { tab: 'other', chips: { other: 'x', spot: 3 }, sort: { key: 'x' } }])(
    'given %j was stored, then they are the defaults',
    (kept) => {
      expect(keptChoice(kept)).toEqual(FIRST_CHOICE);
    },
  );

  it('filter only the tab that was filtered', () => {
    const choice = keptChoice({ chips: { stocks: 'forex' } });
    expect(chipOf(choice, 'stocks')).toBe('forex');
    expect(chipOf(choice, 'spot')).toBe('all');
  });
});
