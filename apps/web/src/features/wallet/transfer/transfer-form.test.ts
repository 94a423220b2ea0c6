import { type Amount, parseDecimal, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  choose,
  formFromSearch,
  OWN_ACCOUNTS,
  preview,
  shareOf,
  sourceAccounts,
  swap,
  type TransferForm,
  targetAccounts,
  withTarget,
} from './transfer-form.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const list = [{ account: 'wallet', currency: 'USDT', available: amount('100.5'), frozen: amount('9') }] as const;
const form: TransferForm = { from: 'wallet', to: 'exchange', currency: 'USDT', amount: '100.5' };

describe('the transfer form', () => {
  it('given the whole available balance, then it is ready; one unit more is refused', () => {
    expect(preview(form, list)).toEqual({ state: 'ready', transfer: { ...form, amount: amount('100.5') } });
    expect(preview({ ...form, amount: '100.500000000000000001' }, list)).toEqual({
      state: 'refused',
      code: 'insufficient_balance',
    });
  });

  it.each(['', '0', '0.', '0.00'])('given %j, then it is incomplete and not an error', (typed) => {
    expect(preview({ ...form, amount: typed }, list)).toEqual({ state: 'incomplete' });
  });

  it('given a trailing point, then the number before it is read', () => {
    expect(preview({ ...form, amount: '5.' }, list)).toMatchObject({
      state: 'ready',
      transfer: { amount: amount('5') },
    });
  });

  it('given the account of the other end, when it is chosen, then the two swap', () => {
    expect(choose(form, 'from', 'exchange')).toEqual(swap(form));
    expect(choose(form, 'to', 'copy')).toEqual({ ...form, to: 'copy' });
  });

  it.each([
    ['100.5', 25, '25.125'],
    ['0.00000000015', 100, '0.00000000015'],
    ['0.0000000003', 50, '0.0000000001'],
    ['10', 100, '10'],
    ['0', 50, '0'],
  ] as const)('of %s takes %s percent as %s', (available, share, text) => {
    expect(shareOf(amount(available), share)).toBe(text);
  });

  it('given an unknown account in the link, then the default accounts are set', () => {
    expect(formFromSearch('?from=moon&to=contract')).toMatchObject({ from: 'wallet', to: 'contract' });
    expect(formFromSearch('?to=wallet')).toMatchObject({ from: 'exchange', to: 'wallet' });
    expect(preview(formFromSearch(''), list)).toEqual({ state: 'incomplete' });
    expect(ZERO).toBe(0n);
  });
});

describe('the accounts of a transfer', () => {
  const closed = () => false;
  const stuck = [{ account: 'contract', currency: 'BTC', available: amount('0.1'), frozen: ZERO }] as const;

  it('given closed products, then their accounts are no targets, and sources only while they have money', () => {
    expect(targetAccounts(closed)).toEqual(['wallet', 'exchange']);
    expect(sourceAccounts(closed, list)).toEqual(['wallet', 'exchange']);
    expect(sourceAccounts(closed, stuck)).toEqual(['wallet', 'exchange', 'contract']);
    expect(targetAccounts(() => true)).toEqual(OWN_ACCOUNTS);
  });

  it('given a link to a closed account, then the transfer goes to an open one', () => {
    const linked = formFromSearch('?to=contract');
    expect(withTarget(linked, targetAccounts(closed))).toMatchObject({ from: 'wallet', to: 'exchange' });
    expect(
      withTarget(
        linked,
        targetAccounts(() => true),
      ),
    ).toEqual(linked);
  });

  it('whatever is chosen and swapped, the target is offered and is not the source', () => {
    const account = fc.constantFrom(...OWN_ACCOUNTS);
    const step = fc.oneof(fc.record({ end: fc.constantFrom('from', 'to'), account }), fc.constant('swap' as const));
    fc.assert(
      fc.property(fc.array(step), fc.subarray([...OWN_ACCOUNTS]), (steps, pages) => {
        const targets = targetAccounts((address) => pages.some((it) => address.includes(it)));
        let at = withTarget(form, targets);
        for (const it of steps) {
          if (it !== 'swap' && it.end === 'to' && !targets.includes(it.account)) continue; // The sheet does not list it.
          at = withTarget(it === 'swap' ? swap(at) : choose(at, it.end, it.account), targets);
          expect(targets).toContain(at.to);
          expect(at.from).not.toBe(at.to);
        }
      }),
    );
  });
});
