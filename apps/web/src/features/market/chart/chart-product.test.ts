import { describe, expect, it } from 'vitest';
import { chartMode } from './chart-tabs.ts';

describe('the mode of a chart page', () => {
  it.each([
    [['spot', 'contract'], 'contract', 'contract'],
    [['spot', 'contract'], null, 'spot'],
    [['contract', 'seconds'], 'spot', 'contract'],
    [['seconds'], 'spot', undefined],
  ] as const)('given %j and %j requested, when the page opens, then it is %j', (products, wanted, mode) =>
    expect(chartMode(products, wanted)).toBe(mode),
  );
});
