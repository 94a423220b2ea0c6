import { describe, expect, it } from 'vitest';
import { adviceOn, plant, spotsFound } from './planted.ts';
import { claimedOnce, spec } from './spec.ts';

const SCREENS = 'apps/web/src/features/spot/spot.screens.ts';
const ROUTES = 'packages/protocol/src/spot/routes.ts';
const LISTS = {
  'docs/spec/routes.json': '["transaction/currency", "transaction/currency_order"]',
  'docs/spec/endpoints.txt': 'POST /coin/trade\nPUT /coin/trade\n',
};
const ALL = {
  ...LISTS,
  [SCREENS]:
    "const screens = { '/pages/transaction/currency': a,\n'/pages/transaction/currency_order': b,\n'/pages/plus/verify': c };",
  [ROUTES]:
    "route({ method: 'POST', path: '/coin/trade' });\nroute({ path: '/coin/trade', method: 'PUT' });\nroute({ method: 'GET', path: '/plus/verify' });",
};

describe('claimedOnce', () => {
  it('finds claims that are missing, duplicate, or not in the specification', () => {
    expect(claimedOnce(['a', 'b', 'c'], ['b', 'c', 'c', 'c', 'd'])).toEqual({
      missing: ['a'],
      twice: ['c'],
      unknown: ['d'],
    });
  });

  it('accepts each claim once, and anything beyond the specification', () => {
    const content = { missing: [], twice: [], unknown: [] };
    expect(claimedOnce(['a', 'b'], ['b', 'GET /plus/x', 'GET /plus/x', 'a'])).toEqual(content);
  });
});

describe('the specification', () => {
  it('is fulfilled when every screen and endpoint is claimed once', () => {
    expect(spotsFound(spec, ALL)).toEqual([]);
  });

  it('given a removed claim, when it is checked, then it is reported as missing', () => {
    const files = { ...ALL, [SCREENS]: "// '/pages/transaction/currency'\n['/pages/transaction/currency_order']" };
    expect(spotsFound(spec, files)).toEqual(['docs/spec/routes.json:1']);
    expect(adviceOn(spec, files)).toContain('/pages/transaction/currency is in the specification');
  });

  it('given a duplicate or unknown claim, when it is checked, then the claim is reported', () => {
    const more = `${ALL[ROUTES]}\nroute({ method: 'POST', path: '/coin/trade' });\nroute({ method: 'GET', path: '/x' });`;
    expect(spotsFound(spec, { ...ALL, [ROUTES]: more })).toEqual([`${ROUTES}:4`, `${ROUTES}:5`]);
  });

  it('is skipped until there is a list and a table', () => {
    expect(spec.applies?.(plant(ALL))).toBe(true);
    expect(spec.applies?.(plant(LISTS))).toBe(false);
    expect(spec.applies?.(plant({ [SCREENS]: '' }))).toBe(false);
    expect(spotsFound(spec, LISTS)).toEqual([]);
  });
});
