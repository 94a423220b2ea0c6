import { approvalText, paidText, refusalText } from '@app/domain/payout';
import { type Amount, parseDecimal, type Rate } from '@app/money';
import { describe, expect, it } from 'vitest';
import type { Change, DeskPayout } from '../../data/queries.ts';
import { isChangeOf, proposalsOf, stepOf, textOf } from './desk-rules.ts';

const amount = (text: string) => parseDecimal<Amount>(text);
const intent = {
  id: 7n,
  userId: 3n,
  amount: amount('1250'),
  fee: amount('25'),
  rate: parseDecimal<Rate>('1'),
  usd: amount('1225'),
  account: '0123',
  cardHash: 'a'.repeat(64),
};
const row = {
  id: 7n,
  state: 'review',
  change_id: null,
  bank_reference: null,
  payload: approvalText(intent),
  refusal_payload: refusalText(intent),
} as DeskPayout; // Only what the rules read.
const finance = { id: '3', roles: ['finance'] } as const;
const risk = { id: '4', roles: ['risk'] } as const;

const change = (kind: Change['kind'], payload: string, more: Partial<Change> = {}): Change =>
  ({ id: 12n, kind, payload, state: 'waiting', is_expired: false, signatures: [], part: 'checker', ...more }) as Change; // As above.

describe('the texts of proposals', () => {
  it('are those that the server compares', () => {
    expect(textOf(row, 'payout.approve', '')).toBe(approvalText(intent));
    expect(textOf(row, 'payout.paid', 'FT-1 22')).toBe(paidText(intent, 'FT-1 22'));
    expect(textOf(row, 'payout.refuse_approved', '')).toBe(refusalText(intent));
  });

  it('are recognised, and no other text is', () => {
    expect(isChangeOf(row, change('payout.approve', approvalText(intent)))).toBe(true);
    expect(isChangeOf(row, change('payout.paid', paidText(intent, 'FT-1')))).toBe(true);
    expect(isChangeOf(row, change('payout.paid', paidText({ ...intent, usd: amount('9') }, 'FT-1')))).toBe(false);
    expect(isChangeOf(row, change('payout.paid', approvalText(intent)))).toBe(false);
    expect(isChangeOf(row, change('payout.approve', paidText(intent, 'FT-1')))).toBe(false);
    expect(isChangeOf(row, change('withdrawal.approve', approvalText(intent)))).toBe(false);
  });
});

describe('a payout', () => {
  it('is begun by finance with what its state allows', () => {
    expect(proposalsOf(row)).toEqual(['payout.approve']);
    expect(proposalsOf({ ...row, state: 'approved' })).toEqual(['payout.paid', 'payout.refuse_approved']);
    expect(proposalsOf({ ...row, state: 'approved', bank_reference: 'FT-1' })).toEqual([]);
    expect(proposalsOf({ ...row, change_id: 12n })).toEqual([]);
    expect(proposalsOf({ ...row, state: 'refused' })).toEqual([]);
  });

  it('waits for the one who may act', () => {
    const waiting = { ...row, change_id: 12n };
    const approve = change('payout.approve', row.payload);
    expect([finance, risk].map((me) => stepOf(row, undefined, me))).toEqual(['propose', 'other']);
    expect(stepOf(waiting, approve, risk)).toBe('sign');
    const signed = [{ staff_id: 4n, as: 'checker', by_passkey: true, at: 0 }] as const;
    expect(stepOf(waiting, { ...approve, signatures: [...signed] }, risk)).toBe('mine');
    expect(stepOf(waiting, change('payout.approve', '{}'), risk)).toBe('differs');
    expect(stepOf({ ...row, state: 'approved', bank_reference: 'FT-1' }, undefined, finance)).toBe('custody');
    expect(stepOf({ ...row, state: 'paid' }, undefined, finance)).toBeUndefined();
  });
});
