import { describe, expect, it } from 'vitest';
import { markOf, nextLevel, requiredBy } from './identity.ts';

const known = new Set(['/pages/fund/withdraw']);
const from = (address: string) => requiredBy(new URLSearchParams({ from: address }), known);

describe('the page that required a higher level', () => {
  it('given a page of the app, then it is returned with its query', () => {
    expect(from('/pages/fund/withdraw?coin=BTC')).toBe('/pages/fund/withdraw?coin=BTC');
  });

  it.each(['', 'https://evil.example/pages/fund/withdraw', '//evil.example', '/pages/no/such', 'javascript:alert(1)'])(
    'given %j, then there is none',
    (address) => {
      expect(from(address)).toBeUndefined();
    },
  );

  it('given nothing, then there is none', () => {
    expect(requiredBy(new URLSearchParams(), known)).toBeUndefined();
  });
});

const status = (level: 1 | 2, state: 'not_verified' | 'under_review' | 'verified' | 'rejected') => ({
  level,
  state,
  ended: null,
  document: null,
  submitted_at: null,
  decided_at: null,
  reasons: [],
  kept: null,
});

describe('the marks of the levels', () => {
  const marks = (own: number, one: Parameters<typeof status>[1], two: Parameters<typeof status>[1]) => {
    const identity = { level: own, levels: [status(1, one), status(2, two)] };
    return [...[0, 1, 2].map((level) => markOf(level, identity)), nextLevel(identity)?.level];
  };

  it('level 2 comes later until level 1 is verified', () => {
    expect(marks(0, 'not_verified', 'not_verified')).toEqual(['open', 'not_verified', 'later', 1]);
    expect(marks(0, 'under_review', 'not_verified')).toEqual(['open', 'under_review', 'later', 1]);
    expect(marks(1, 'verified', 'not_verified')).toEqual(['open', 'verified', 'not_verified', 2]);
    expect(marks(1, 'verified', 'rejected')).toEqual(['open', 'verified', 'rejected', 2]);
    expect(marks(2, 'verified', 'verified')).toEqual(['open', 'verified', 'verified', undefined]);
  });
});
