import { describe, expect, it } from 'vitest';
import { levelState, requiredBy } from './levels-query.ts';

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

it.each([
  [0, 0, 'yours'],
  [1, 0, 'soon'],
  [0, 1, 'reached'],
  [1, 1, 'yours'],
  [2, 1, 'soon'],
])('level %i of a user at level %i is %s', (level, own, state) => {
  expect(levelState(level, own)).toBe(state);
});
