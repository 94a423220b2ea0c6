import { describe, expect, it } from 'vitest';
import { planOf } from './step-up.ts';

const money = { needs: [['trade_password'], ['code', 'passkey']], proven: [] } as const;

describe('the next step-up factor', () => {
  it('is from the first group without a proven factor', () => {
    expect(planOf(money, true)).toEqual({ done: 0, count: 2, factors: ['trade_password'] });
    expect(planOf({ ...money, proven: ['trade_password'] }, true)).toEqual({
      done: 1,
      count: 2,
      factors: ['passkey', 'code'],
    });
  });

  it('given a device without passkeys, then none is offered', () => {
    expect(planOf({ ...money, proven: ['trade_password'] }, false).factors).toEqual(['code']);
  });

  it('given one proven factor of every group, then nothing is left', () => {
    expect(planOf({ ...money, proven: ['trade_password', 'passkey'] }, true)).toMatchObject({ done: 2, factors: [] });
  });
});
