import { describe, expect, it } from 'vitest';
import { assert, expectDefined, ok, Refusal, refuse, unreachable } from './index.ts';

describe('the two kinds of failure', () => {
  it('given a rule that refuses, when it returns, then the code and its parameters are kept', () => {
    expect(refuse('too_small')).toEqual({ ok: false, code: 'too_small' });
    expect(refuse('too_small', { minimum: '10' })).toEqual({ ok: false, code: 'too_small', params: { minimum: '10' } });
    expect(ok(5)).toEqual({ ok: true, value: 5 });
    const refusal = new Refusal('too_small', { minimum: '10' });
    expect([refusal.code, refusal.params, refusal instanceof Error]).toEqual(['too_small', { minimum: '10' }, true]);
  });

  it('given an impossible state, when it occurs, then it is a defect that names the invariant', () => {
    expect(() => assert(false, 'money is never negative')).toThrow('invariant broken: money is never negative');
    expect(() => expectDefined(undefined, 'the account')).toThrow('the account is defined');
    expect(expectDefined(0n, 'a zero')).toBe(0n);
    expect(() => unreachable('case' as never)).toThrow('unreachable: case');
  });
});
