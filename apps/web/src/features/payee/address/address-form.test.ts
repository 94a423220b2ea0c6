import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SavedAddress } from '../payees.ts';
import {
  type AddressForm,
  chooseCoin,
  coinsOf,
  compareAddresses,
  EMPTY_ADDRESS,
  formOf,
  isAddressForm,
  previewAddress,
} from './address-form.ts';

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const OTHER = 'TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7';
const saved: SavedAddress = {
  id: 1n,
  currency: 'USDT',
  chain: 'TRC20',
  address: TRON,
  name: 'Cold',
  created_at: 0,
  usable_at: 86_400_000,
  is_usable: false,
};
const form: AddressForm = { currency: 'USDT', chain: 'TRC20', address: OTHER, name: 'Hot' };
const none = { saved: [], edited: undefined };
const row = (name: string, subName: string) => ({
  id: 1n,
  name,
  subName,
  type: 'crypto' as const,
  status: true,
  image: '',
});
const coins = coinsOf([
  row('BTC', 'BTC'),
  row('USDT', 'ERC20'),
  row('USDT', 'TRC20'),
  row('DOGE', 'DOGE'),
  row('SOL', ''),
]);

describe('the address form', () => {
  it('given rows of chains, then coins with the chains that can be checked', () => {
    expect(coins).toEqual([
      { code: 'BTC', chains: ['BTC'] },
      { code: 'USDT', chains: ['ERC20', 'TRC20'] },
    ]);
  });

  it('chooses a network for the user only if there is one', () => {
    expect(chooseCoin(form, coins[0]!)).toMatchObject({ currency: 'BTC', chain: 'BTC' });
    expect(chooseCoin(EMPTY_ADDRESS, coins[1]!)).toMatchObject({ currency: 'USDT', chain: '' });
    expect(chooseCoin(form, coins[1]!)).toEqual(form);
  });

  it.each([
    [{ currency: '', chain: '' }, { missing: 'currency' }],
    [{ chain: '' }, { missing: 'chain' }],
    [{ address: ' ' }, { missing: 'address' }],
    [{ address: 'T*' }, { missing: 'valid', problem: { code: 'address_has_asterisk' } }],
    [{ chain: 'ERC20' }, { missing: 'valid', problem: { code: 'address_of_other_chain' } }],
    [{ name: '' }, { missing: 'name' }],
    [{ name: 'x'.repeat(21) }, { missing: 'name', problem: { code: 'address_name_wrong' } }],
    [{ address: ` ${OTHER} ` }, { payee: { address: OTHER, chain: 'TRC20', name: 'Hot' } }],
  ])('given %j, then %j', (change, expected) => {
    expect(previewAddress({ ...form, ...change }, none)).toMatchObject(expected);
  });

  it('given a saved address, then it is refused as new, and its edit needs a change', () => {
    expect(previewAddress({ ...form, address: TRON }, { saved: [saved], edited: undefined })).toMatchObject({
      problem: { code: 'address_saved_already' },
    });
    const edited = { saved: [saved], edited: saved };
    expect(previewAddress(formOf(saved), edited)).toMatchObject({ missing: 'change' });
    expect(previewAddress({ ...formOf(saved), name: 'New' }, edited)).toMatchObject({ isRename: true });
    expect(previewAddress({ ...formOf(saved), address: OTHER }, edited)).toMatchObject({ isRename: false });
  });

  it('given an address that looks like a saved one, then it names that one', () => {
    const trap = { ...saved, address: `${OTHER.slice(0, 4)}${TRON.slice(4, -4)}${OTHER.slice(-4)}` };
    expect(previewAddress(form, { saved: [trap], edited: undefined })).toMatchObject({
      alike: { name: 'Cold', address: trap.address },
    });
  });

  it('reads drafts of its own form only', () => {
    expect(isAddressForm(form)).toBe(true);
    for (const other of [null, 1, {}, { ...form, name: 1 }]) expect(isAddressForm(other)).toBe(false);
  });
});

describe('two addresses side by side', () => {
  it('lose no character, mark both ends, and mark exactly what differs between them', () => {
    const address = fc.stringMatching(/^[A-Za-z0-9]{12,60}$/);
    fc.assert(
      fc.property(address, address, (one, other) => {
        const runs = compareAddresses(one, other, 4).flat();
        expect(runs.map(({ text }) => text).join('')).toBe(one);
        const letters = runs.flatMap(({ text, look }) => [...text].map(() => look));
        for (const [at, look] of letters.entries()) {
          const isEnd = at < 4 || at >= one.length - 4;
          expect(look).toBe(isEnd ? 'end' : one[at] === other[at] ? 'same' : 'other');
        }
      }),
    );
  });
});
