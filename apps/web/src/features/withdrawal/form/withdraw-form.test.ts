import { type Amount, add, formatDecimal, parseDecimal, subtract, ZERO } from '@app/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Network, Options, SavedAddress } from '../withdrawals-query.ts';
import {
  checkTyped,
  chooseCoin,
  chooseNetwork,
  formFromSearch,
  isWithdrawForm,
  meterOf,
  networkOf,
  preview,
  refusalOf,
  shareOf,
  type WithdrawForm,
} from './withdraw-form.ts';

const NOW = 1_790_000_000_000;
const of = (text: string) => parseDecimal<Amount>(text);

const network = (more: Partial<Network> = {}): Network => ({
  currency: 'USDT',
  chain: 'ERC20',
  is_open: true,
  closed_because: null,
  fee: of('4'),
  minimum: of('10'),
  places: 6,
  confirmations: 12,
  seconds: 144,
  price_btc: of('0.00001'),
  ...more,
});
const LIMITS = { limit_btc: of('2'), used_btc: of('0.5') };
const options = (list: readonly Network[] = [network()], more: Partial<Options> = {}): Options => ({
  list: [...list],
  level: 1,
  held_until: null,
  has_incident: false,
  is_stopped: false,
  ...LIMITS,
  ...more,
});
const address = (more: Partial<SavedAddress> = {}): SavedAddress => ({
  id: 7n,
  currency: 'USDT',
  chain: 'ERC20',
  address: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  name: 'Cold wallet',
  created_at: NOW - 1,
  usable_at: NOW,
  is_usable: true,
  ...more,
});
const FORM: WithdrawForm = { currency: 'USDT', chain: '', address: '7', amount: '250' };

describe('the choices of the form', () => {
  it('are set by a link, and by nothing else that it may contain', () => {
    expect(formFromSearch('?currency=USDT&chain=ERC20&amount=5')).toEqual({
      currency: 'USDT',
      chain: 'ERC20',
      address: '',
      amount: '',
    });
    expect(formFromSearch('?currency=<b>')).toMatchObject({ currency: '', chain: '' });
    expect(isWithdrawForm(formFromSearch(''))).toBe(true);
    for (const kept of [null, 'text', {}, { ...FORM, amount: 5 }]) expect(isWithdrawForm(kept)).toBe(false);
  });

  it('given another coin, then everything else is chosen anew; given another network, then the address', () => {
    expect(chooseCoin(FORM, 'ETH')).toEqual({ currency: 'ETH', chain: '', address: '', amount: '' });
    expect(chooseCoin(FORM, 'USDT')).toBe(FORM);
    expect(chooseNetwork(FORM, 'TRC20')).toEqual({ ...FORM, chain: 'TRC20', address: '' });
    expect(chooseNetwork({ ...FORM, chain: 'TRC20' }, 'TRC20').address).toBe('7');
  });

  it('choose no network for the user where a coin has two, and never a closed one', () => {
    const two = [network(), network({ chain: 'TRC20' })];
    expect(networkOf(FORM, [network()])?.chain).toBe('ERC20');
    expect(networkOf(FORM, two)).toBe(undefined);
    expect(networkOf({ ...FORM, chain: 'TRC20' }, two)?.chain).toBe('TRC20');
    expect(networkOf(FORM, [network({ is_open: false, closed_because: 'halted' })])).toBe(undefined);
  });
});

describe('a saved address', () => {
  it('cannot be chosen on another network, nor before its wait is over', () => {
    expect(refusalOf(address(), network(), NOW)).toBe(undefined);
    expect(refusalOf(address({ chain: 'TRC20' }), network(), NOW)).toBe('other_network');
    expect(refusalOf(address({ usable_at: NOW + 1 }), network(), NOW)).toBe('waits');
  });
});

describe('an amount', () => {
  const check = (typed: string, available = '1000', more: Partial<Network> = {}) =>
    checkTyped(typed, network(more), LIMITS, of(available));

  it('given one that can be withdrawn, then the recipient gets it without the fee', () => {
    expect(check('250.')).toEqual({ amount: of('250'), received: of('246'), worthBtc: of('0.0025') });
    expect(check('1000')?.problem).toBe(undefined);
  });

  it.each(['', '.', '0', '0.00', 'x'])('given %j, then it is none', (typed) => {
    expect(check(typed)).toBe(undefined);
  });

  it.each([
    ['9.999999', '1000', {}, 'below_minimum', { minimum: '10 USDT' }],
    ['9', '1', {}, 'below_minimum', { minimum: '10 USDT' }],
    ['10.0000001', '1000', {}, 'amount_step_wrong', { step: '0.000001' }],
    ['1000.000001', '1000', {}, 'insufficient_balance', {}],
    ['900000', '1000', {}, 'insufficient_balance', {}],
    ['150000.000001', '900000', {}, 'withdraw_limit', { left: '1.5' }],
    ['50', '1000', { price_btc: null }, 'rate_unavailable', { coin: 'USDT' }],
    ['50', '1000', { is_open: false }, 'withdraw_unavailable', {}],
  ] as const)('given %s of %s with %j, then it is refused as %s', (typed, available, more, code, params) => {
    expect(check(typed, available, more)?.problem).toEqual({ code, params });
  });

  it('given exactly what the limit leaves, then it can be withdrawn', () => {
    expect(check('150000', '900000')?.problem).toBe(undefined);
  });

  it('given one that the fee takes whole, then the recipient gets nothing, never less', () => {
    expect(check('3')?.received).toBe(ZERO);
    expect(check('4')?.received).toBe(ZERO);
  });
});

describe('a share of the balance', () => {
  it('is rounded down to what the chain can send', () => {
    expect(shareOf(of('10.0000019'), 100, { places: 6 })).toBe('10.000001');
    expect(shareOf(of('1'), 25, { places: 1 })).toBe('0.2');
    expect(shareOf(of('3'), 75, { places: 6 })).toBe('2.25');
  });

  it('never exceeds the balance, and can be sent', () => {
    const balances = fc.bigInt({ min: 0n, max: 10n ** 24n }).map((units) => units as Amount);
    const shares = fc.constantFrom(25, 50, 75, 100);
    fc.assert(
      fc.property(balances, shares, fc.integer({ min: 0, max: 18 }), (available, share, places) => {
        const amount = of(shareOf(available, share, { places }));
        expect(amount <= available).toBe(true);
        expect((formatDecimal(amount).split('.')[1] ?? '').length).toBeLessThanOrEqual(places);
      }),
    );
  });
});

describe('the meter of the limit', () => {
  it('adds what is typed to what is used', () => {
    expect(meterOf(LIMITS)).toEqual({ after: of('0.5'), left: of('1.5'), percent: 25, isOver: false });
    expect(meterOf(LIMITS, of('1.5'))).toEqual({ after: of('2'), left: ZERO, percent: 100, isOver: false });
    expect(meterOf(LIMITS, of('1.6'))).toEqual({ after: of('2.1'), left: ZERO, percent: 100, isOver: true });
  });

  it('given no limit at all, then it is full', () => {
    expect(meterOf({ limit_btc: ZERO, used_btc: ZERO })).toMatchObject({ percent: 100, left: ZERO, isOver: false });
  });

  it('leaves nothing over and nothing out', () => {
    const amounts = fc.bigInt({ min: 0n, max: 10n ** 21n }).map((units) => units as Amount);
    fc.assert(
      fc.property(amounts, amounts, amounts, (limit_btc, used_btc, worth) => {
        const { after, left, percent, isOver } = meterOf({ limit_btc, used_btc }, worth);
        expect(after).toBe(add(used_btc, worth));
        if (!isOver) expect(add(after, left)).toBe(limit_btc);
        expect(percent).toBeGreaterThanOrEqual(0);
        expect(percent).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('how far the form is', () => {
  const known = { options: options(), addresses: [address()], available: of('1000'), nowMs: NOW };
  const missing = (form: Partial<WithdrawForm>, more: Partial<typeof known> = {}) =>
    preview({ ...FORM, ...form }, { ...known, ...more }).missing;

  it('given everything, then it can be reviewed, with what the review shows', () => {
    const { ready } = preview(FORM, known);
    expect(ready).toMatchObject({ amount: of('250'), received: of('246'), worthBtc: of('0.0025') });
    expect(ready?.balanceAfter).toBe(subtract(of('1000'), of('250')));
    expect(ready?.address.id).toBe(7n);
  });

  it('asks for one thing after the other', () => {
    expect(missing({ currency: '' })).toBe('currency');
    expect(missing({}, { options: options([network(), network({ chain: 'TRC20' })]) })).toBe('chain');
    expect(missing({ address: '' })).toBe('address');
    expect(missing({ amount: '' })).toBe('amount');
    expect(missing({ amount: '5' })).toBe('valid');
    expect(missing({})).toBe(undefined);
  });

  it('given an address that was deleted, still waits or is of another network, then none is chosen', () => {
    expect(missing({}, { addresses: [] })).toBe('address');
    expect(missing({}, { addresses: [address({ usable_at: NOW + 1 })] })).toBe('address');
    expect(missing({}, { addresses: [address({ chain: 'TRC20' })] })).toBe('address');
  });
});
