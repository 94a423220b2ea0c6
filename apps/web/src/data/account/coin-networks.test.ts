import { describe, expect, it } from 'vitest';
import { chosenNetwork, coinsOf, minutesOf, networksOf } from './coin-networks.ts';

type Reason = 'not_connected' | 'no_answer' | 'halted' | 'no_terms';

const network = (currency: string, chain: string, closed_because: Reason | null = null) => ({
  currency,
  chain,
  is_open: closed_because === null,
  closed_because,
});

const LIST = [
  network('BTC', 'BTC', 'not_connected'),
  network('ETH', 'ERC20'),
  network('USDT', 'TRC20', 'halted'),
  network('USDT', 'ERC20'),
];

describe('the coins of a list of networks', () => {
  it('are grouped, open ones first, each with its open networks first', () => {
    expect(coinsOf(LIST).map(({ code, closedBecause }) => [code, closedBecause])).toEqual([
      ['ETH', undefined],
      ['USDT', undefined],
      ['BTC', 'not_connected'],
    ]);
    expect(networksOf(LIST, 'USDT').map(({ chain }) => chain)).toEqual(['ERC20', 'TRC20']);
    expect(networksOf(LIST, 'DOGE')).toEqual([]);
  });

  it('given a coin whose networks are closed for several reasons, then the one that may pass first is named', () => {
    const [coin] = coinsOf([network('USDT', 'TRC20', 'not_connected'), network('USDT', 'ERC20', 'halted')]);
    expect(coin?.closedBecause).toBe('halted');
  });
});

describe('the chosen network', () => {
  const of = (code: string, wanted: string | null) => chosenNetwork(networksOf(LIST, code), wanted)?.chain;

  it('given a coin with one network, then it is that one; with more, none until the user chooses', () => {
    expect(of('ETH', null)).toBe('ERC20');
    expect(of('USDT', null)).toBe(undefined);
    expect(of('USDT', 'ERC20')).toBe('ERC20');
  });

  it.each([
    ['BTC', null],
    ['USDT', 'TRC20'],
    ['USDT', 'BTC'],
    ['USDT', '<script>'],
  ])('given %s and %s, which is closed or unknown, then it is none', (code, wanted) => {
    expect(of(code, wanted)).toBe(undefined);
  });
});

it('durations are rounded up to minutes', () => {
  expect([1, 60, 61, 144].map((seconds) => minutesOf({ seconds }))).toEqual([1, 1, 2, 3]);
});
