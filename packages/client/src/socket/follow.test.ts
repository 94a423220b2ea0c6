import { describe, expect, it } from 'vitest';
import { aheadBy } from './connection.ts';
import { compareSeq } from './follow.ts';

describe('an update', () => {
  it.each([
    [{ prev: '4', seq: '5' }, 'apply'],
    [{ prev: '3', seq: '4' }, 'old'],
    [{ prev: '2', seq: '3' }, 'old'],
    [{ prev: '5', seq: '6' }, 'gap'],
    [{ prev: '9007199254740993', seq: '9007199254740994' }, 'gap'],
  ] as const)('%j after sequence 4 gives: %s', (frame, verdict) => {
    expect(compareSeq('4', frame)).toBe(verdict);
  });
});

describe('the server’s clock', () => {
  it('is five minutes ahead of a device that is five minutes slow, whatever the latency', () => {
    expect(aheadBy(1_000_300_100, 1_000_000_000, 1_000_000_200)).toBe(300_000);
  });
});
