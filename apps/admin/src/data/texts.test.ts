import { CLAIM_REFUSALS, CLAIM_STATES } from '@app/domain/deposit';
import { TRANSFER_KINDS, USER_KINDS } from '@app/domain/ledger';
import { PAYOUT_REFUSALS, PAYOUT_STATES } from '@app/domain/payout';
import { STAFF_ROLES } from '@app/domain/staff';
import { REVIEW_REASONS, WITHDRAWAL_REFUSALS, WITHDRAWAL_STATES } from '@app/domain/withdrawal';
import { compile } from '@app/i18n/compile';
import { describe, expect, it } from 'vitest';
import en from './texts/en.json' with { type: 'json' };
import zh from './texts/zh.json' with { type: 'json' };

/** Names of a message's placeholders, which are the same in every language. */
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)/g)].map(([, name]) => name).sort();

describe('the texts of the back office', () => {
  it('are the same keys in both languages, sorted, and none is empty', () => {
    expect(Object.keys(zh)).toEqual(Object.keys(en));
    expect(Object.keys(en)).toEqual(Object.keys(en).toSorted());
    for (const text of [...Object.values(en), ...Object.values(zh)]) expect(text.trim()).not.toBe('');
  });

  it('compile, and have the same placeholders', () => {
    for (const [key, text] of Object.entries(en)) {
      const other = (zh as Record<string, string>)[key] ?? '';
      expect(() => [compile(text), compile(other)]).not.toThrow();
      if (!text.includes('plural')) expect(placeholders(other), key).toEqual(placeholders(text));
    }
  });

  it('name every role, kind of account and kind of transfer', () => {
    for (const role of STAFF_ROLES) expect(en).toHaveProperty([`role.${role}`]);
    for (const kind of USER_KINDS) expect(en).toHaveProperty([`account.${kind}`]);
    for (const kind of Object.keys(TRANSFER_KINDS)) expect(en).toHaveProperty([`transfer.${kind}`]);
  });

  it('name every state of a report of a missing deposit, and reason for its refusal', () => {
    for (const state of CLAIM_STATES) expect(en).toHaveProperty([`claims.state.${state}`]);
    for (const reason of CLAIM_REFUSALS) expect(en).toHaveProperty([`claims.refusal.${reason}`]);
  });

  it('name every state of a payout and reason for its refusal', () => {
    for (const state of PAYOUT_STATES) expect(en).toHaveProperty([`payouts.state.${state}`]);
    for (const reason of PAYOUT_REFUSALS) expect(en).toHaveProperty([`payouts.refusal.${reason}`]);
  });

  it('name every state of a withdrawal, reason for its review and reason for its refusal', () => {
    for (const state of WITHDRAWAL_STATES) expect(en).toHaveProperty([`withdrawals.state.${state}`]);
    for (const reason of REVIEW_REASONS) expect(en).toHaveProperty([`withdrawals.reason.${reason}`]);
    for (const reason of WITHDRAWAL_REFUSALS) expect(en).toHaveProperty([`withdrawals.refusal.${reason}`]);
  });
});
