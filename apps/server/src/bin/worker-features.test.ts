import { FREEZING_KINDS } from '@app/domain/ledger';
import { describe, expect, it } from 'vitest';
import { AUDIT_REASONS, startFeatures, type WorkerDeps } from './worker-features.ts';

describe('the worker’s features', () => {
  it('explain every frozen amount: each transfer that freezes has exactly one reason per account kind', () => {
    const explained = AUDIT_REASONS.frozen.flatMap(({ kind, freezes }) => freezes.map((it) => `${it} ${kind}`));
    const frozen = FREEZING_KINDS.flatMap(({ transfer, accounts }) => accounts.map((kind) => `${transfer} ${kind}`));
    expect(explained.sort()).toEqual(frozen.sort());
  });

  it('have one effect for each kind of timer, and one cursor for each consumer', () => {
    const deps = { db: undefined, settings: undefined, bus: undefined, mediaFolder: undefined, log: undefined };
    const { timers, consumers } = startFeatures(deps as unknown as WorkerDeps); // Used by their work only.
    const names = [...timers.map(({ kind }) => `timer ${kind}`), ...consumers.map(({ name }) => `consumer ${name}`)];
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('name each of their invariants once', () => {
    const invariants = AUDIT_REASONS.frozen.map(({ invariant }) => invariant);
    expect(new Set(invariants).size).toBe(invariants.length);
  });
});
