import { type Amount, parseDecimal } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Change } from '../../data/queries.ts';
import { coinText, isChangeOf, isRefusable, received, stepOf } from './desk-rules.ts';

const finance = { id: '3', roles: ['finance'] } as const;
const risk = { id: '4', roles: ['risk'] } as const;
const security = { id: '5', roles: ['security'] } as const;

const signature = (by: bigint, as: 'maker' | 'checker') => ({ staff_id: by, as, by_passkey: true, at: 0 });
const change = (part: Change['part'], signatures: Change['signatures'] = []): Change => ({
  id: 12n,
  kind: 'withdrawal.approve',
  subject: 'withdrawal:7',
  payload: '{"withdrawal_id":"7"}',
  payload_hash: '',
  reason: 'Called back.',
  state: 'waiting',
  is_expired: false,
  made_by: 3n,
  made_at: 0,
  expires_at: 1,
  decided_at: null,
  editors: [3n],
  signatures,
  part,
});
const payload = '{"withdrawal_id":"7"}';
const proposed = { state: 'review', change_id: 12n, payload } as const;

describe('the step of a withdrawal', () => {
  it('given nothing was proposed, then finance proposes and others wait', () => {
    const fresh = { state: 'review', change_id: null, payload } as const;
    expect([finance, risk, security].map((me) => stepOf(fresh, undefined, me))).toEqual(['propose', 'other', 'other']);
  });

  it('given a change waits, then whoever has not signed it and may is asked to', () => {
    const byMaker = [signature(3n, 'maker')];
    expect(stepOf(proposed, change('maker'), finance)).toBe('sign');
    expect(stepOf(proposed, change('maker', byMaker), finance)).toBe('mine');
    expect(stepOf(proposed, change('checker', byMaker), risk)).toBe('sign');
    expect(stepOf(proposed, change('reader', byMaker), security)).toBe('other');
  });

  it('given the change says something else, then nobody is asked to sign it', () => {
    expect(stepOf({ ...proposed, payload: '{}' }, change('checker'), risk)).toBe('differs');
  });

  it('given its change is not read yet, then nobody is asked', () => {
    expect(stepOf(proposed, undefined, finance)).toBe('other');
  });

  it('given it is decided, then it has none', () => {
    expect(stepOf({ state: 'signed', change_id: null, payload }, undefined, finance)).toBeUndefined();
  });
});

describe('a withdrawal', () => {
  it('can be refused until it has a nonce', () => {
    expect(isRefusable({ state: 'review', nonce: null })).toBe(true);
    expect(isRefusable({ state: 'approved', nonce: null })).toBe(true);
    expect(isRefusable({ state: 'approved', nonce: 0 })).toBe(false);
    for (const state of ['signed', 'confirmed', 'refused', 'returned'] as const)
      expect(isRefusable({ state, nonce: null })).toBe(false);
  });

  it('is approved by a change with exactly its payload, and by no other', () => {
    const row = { payload: '{"withdrawal_id":"7"}' };
    expect(isChangeOf(row, change('checker'))).toBe(true);
    expect(isChangeOf({ payload: '{"withdrawal_id": "7"}' }, change('checker'))).toBe(false);
    expect(isChangeOf(row, { ...change('checker'), kind: 'user.unfreeze' })).toBe(false);
  });

  it('pays its amount less the fee, and no place of it is rounded away', () => {
    const amount = parseDecimal<Amount>('42000.000000000000000001');
    const fee = parseDecimal<Amount>('4');
    expect(coinText(received({ amount, fee }), 'USDT')).toBe('41996.000000000000000001 USDT');
  });
});
