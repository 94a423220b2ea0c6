import { describe, expect, it } from 'vitest';
import { standingOf } from './standing.ts';

describe('how a verdict is shown', () => {
  it.each([
    [{ kind: 'correct' }, 'proven'],
    [{ kind: 'sealed', isHeadDue: false }, 'pending'],
    [{ kind: 'awaited', isHeadDue: true }, 'pending'],
    [{ kind: 'sealed', isHeadDue: true }, 'doubtful'],
    [{ kind: 'wrong', isHeadDue: false }, 'contradicted'],
    [{ kind: 'rewritten', isHeadDue: false }, 'contradicted'],
  ] as const)('given %o, then it is %s', (verdict, standing) => {
    expect(standingOf(verdict)).toBe(standing);
  });
});
