import { describe, expect, it } from 'vitest';
import { type DepositAddress, KEPT_MS, keptAddresses, withAddress } from './kept-address.ts';

const NOW = 1_700_000_000_000;
const address = (currency = 'USDT', chain: DepositAddress['chain'] = 'ERC20'): DepositAddress => ({
  currency,
  chain,
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  is_open: true,
  closed_because: null,
  confirmations: 12,
  seconds: 144,
  contract: null,
});
const stored = JSON.parse(JSON.stringify(withAddress(undefined, '7/real', address(), NOW))) as unknown;
const names = (kept: unknown, scope: string, nowMs: number) =>
  keptAddresses(kept, scope, nowMs).map(({ currency, chain }) => `${currency} ${chain}`);

describe('an address kept on this device', () => {
  it('is known for a day, to its own user and mode', () => {
    expect(names(stored, '7/real', NOW)).toEqual(['USDT ERC20']);
    expect(names(stored, '7/real', NOW + KEPT_MS - 1)).toEqual(['USDT ERC20']);
    expect(names(stored, '7/real', NOW + KEPT_MS)).toEqual([]);
    expect(names(stored, '7/demo', NOW)).toEqual([]);
    expect(names(stored, '8/real', NOW)).toEqual([]);
  });

  it('given a clock that was set back, then it is not shown', () => {
    expect(names(stored, '7/real', NOW - 1)).toEqual([]);
  });

  it('given another coin, another network, or a newer one, then each is kept once, the newest first', () => {
    const more = withAddress(stored, '7/real', address('ETH'), NOW + 1);
    const most = withAddress(more, '7/real', address('USDT', 'TRC20'), NOW + 2);
    expect(names(most, '7/real', NOW + 3)).toEqual(['USDT TRC20', 'ETH ERC20', 'USDT ERC20']);
    expect(names(withAddress(most, '7/real', address(), NOW + 3), '7/real', NOW + 3)).toHaveLength(3);
    expect(names(withAddress(most, '8/real', address(), NOW + 3), '8/real', NOW + 3)).toEqual(['USDT ERC20']);
  });

  it.each([
    undefined,
    null,
    'text',
    [],
    { scope: '7/real' },
    { scope: '7/real', list: 'x' },
    { scope: '7/real', list: [null, {}, { ...address(), atMs: '1' }, { ...address(), chain: 'MOON', atMs: NOW }] },
  ])('given %j was stored, then none is', (kept) => {
    expect(keptAddresses(kept, '7/real', NOW)).toEqual([]);
  });
});
