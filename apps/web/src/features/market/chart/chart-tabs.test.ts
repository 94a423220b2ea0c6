import { describe, expect, it } from 'vitest';
import { chartTabs, shownTab } from './chart-tabs.ts';

describe('the tabs under a chart', () => {
  it('given a market with spot, when nothing was chosen, then its order book is shown', () =>
    expect(shownTab(chartTabs(['spot', 'contract'], 'spot'), undefined)).toBe('book'));

  it('given a market in contract mode, then the positions come first, and there is no order book', () =>
    expect(chartTabs(['spot', 'contract'], 'contract')).toEqual(['positions', 'info']));

  it('given a market without spot, when it opens, then it shows its info tab and offers no order book', () => {
    expect(chartTabs(['contract'], undefined)).toEqual(['info']);
    expect(shownTab(chartTabs(['contract'], undefined), undefined)).toBe('info');
  });

  it('given a chosen tab, when another market does not have it, then its first one is shown', () => {
    expect(shownTab(chartTabs(['spot'], 'spot'), 'orders')).toBe('orders');
    expect(shownTab(chartTabs(['contract'], undefined), 'orders')).toBe('info');
  });
});
