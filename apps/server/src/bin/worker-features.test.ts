import { FREEZING_KINDS } from '@app/domain/ledger';
import { describe, expect, it } from 'vitest';
import { AUDIT_REASONS } from './worker-features.ts';

describe('the worker’s features', () => {
  it('explain every frozen amount: each transfer that freezes has exactly one reason per account kind', () => {
    const explained = AUDIT_REASONS.frozen.flatMap(({ kind, freezes }) => freezes.map((it) => `${it} ${kind}`));
    const frozen = FREEZING_KINDS.flatMap(({ transfer, accounts }) => accounts.map((kind) => `${transfer} ${kind}`));
    expect(explained.sort()).toEqual(frozen.sort());
  });

  it('name each of their invariants once', () => {
    const invariants = AUDIT_REASONS.frozen.map(({ invariant }) => invariant);
    expect(new Set(invariants).size).toBe(invariants.length);
  });
});
