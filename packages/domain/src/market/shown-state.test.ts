import { describe, expect, it } from 'vitest';
import { FRESHNESS, MARKET_STATES, shownState } from './index.ts';

describe('the state a screen shows', () => {
  it.each(MARKET_STATES)('given it was %s and the price is fresh, then it is unchanged', (state) => {
    expect(shownState(state, 0)).toBe(state);
    expect(shownState(state, FRESHNESS.spot)).toBe(state);
  });

  it.each([
    ['open', 'stale'],
    ['stale', 'stale'],
    ['closed', 'closed'],
    ['halted', 'halted'],
  ] as const)('given it was %s and no update came, then it is %s', (state, shown) => {
    expect(shownState(state, FRESHNESS.spot + 1)).toBe(shown);
    expect(shownState(state, 7, { ...FRESHNESS, spot: 6 })).toBe(shown);
  });
});
