import { saveBank } from '@app/protocol/payee';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { type BankForm, callOf, EMPTY_BANK, formOf, isBankForm, isStepDone, problemOf, STEPS } from './bank-form.ts';

const FORM: BankForm = {
  real_name: 'Mira Kaya',
  receiver_phone: '+1 (415) 555-0100',
  bank_name: 'Example Bank',
  bank_account: '1234 5678 9012 3',
  bank_address: '1 Main Street',
  branch: '',
  bank_code: '',
  swift: 'chasus33',
  aba: '021000021',
  holder_address: '5 Side Street',
  post_code: '02101',
};

describe('the bank form', () => {
  it('has every field of the call once', () => {
    const proof = ['password', 'challenge', 'code', 'google_code'];
    const sent = Object.keys(saveBank.request.shape).filter((field) => !proof.includes(field));
    expect(STEPS.flatMap(({ fields }) => fields).sort()).toEqual(sent.sort());
  });

  it.each([
    ['real_name', ' ', 'payee.bank.required'],
    ['branch', '', undefined],
    ['bank_code', '', undefined],
    ['bank_account', '123456789012', 'refusal.bank_account_wrong'],
    ['bank_account', '1234 5678 9012 3', undefined],
    ['swift', 'CHASUS3', 'refusal.swift_code_wrong'],
    ['swift', 'chas us 33', undefined],
    ['aba', '021000022', 'refusal.aba_number_wrong'],
    ['receiver_phone', '12', 'refusal.receiver_phone_wrong'],
  ] as const)('given %s %j, then its problem is %s', (field, value, problem) => {
    expect(problemOf(field, value)).toBe(problem);
  });

  it('given all fields, then each step is done and the call is complete, without empty fields', () => {
    for (const step of STEPS.keys()) {
      expect(isStepDone(FORM, step)).toBe(true);
      expect(isStepDone(EMPTY_BANK, step)).toBe(false);
    }
    const call = callOf(FORM);
    expect(Object.keys(call)).not.toContain('branch');
    expect(z.safeDecode(saveBank.request, call as never).success).toBe(true); // Text fields only.
  });

  it('given a saved account, then everything but its number is filled in', () => {
    const { branch: _branch, ...card } = FORM;
    const saved = { ...card, bank_account: '•••• 0123', changed_at: 0, usable_at: 0, is_usable: true };
    expect(formOf(saved)).toEqual({ ...FORM, bank_account: '' });
    expect(isBankForm(formOf(saved))).toBe(true);
    expect(isBankForm({ ...FORM, aba: 1 })).toBe(false);
  });
});
