import { firstIdAt } from '@app/base';
import { describe, expect, it } from 'vitest';
import { firstIdOf, LAST_ID, searchBack } from './id-range.ts';

const DAY_MS = 86_400_000;

/** Searches for more than there is, and returns from which ids each attempt began. */
async function searchFor(userId: bigint): Promise<readonly bigint[]> {
  const starts: bigint[] = [];
  await searchBack({ from: firstIdOf(userId), until: LAST_ID, enough: 1 }, (since) => {
    starts.push(since);
    return Promise.resolve([]);
  });
  return starts;
}

describe('a search for what a user did', () => {
  it.each([
    [1, 1],
    [30, 2],
    [150, 3],
  ])(
    'given a user of %i days who did too little, then it takes %i attempts, and the last one goes back to the user',
    async (days, attempts) => {
      const userId = firstIdAt(Date.now() - days * DAY_MS);
      const starts = await searchFor(userId);
      expect(starts).toHaveLength(attempts);
      expect(starts.at(-1)).toBe(firstIdOf(userId));
    },
  );

  it('given a writer whose clock is an hour behind, then what it wrote for a new user is found', async () => {
    const nowMs = Date.now();
    expect((await searchFor(firstIdAt(nowMs))).at(-1)).toBeLessThanOrEqual(firstIdAt(nowMs - 3_600_000));
  });

  it('given a user whose id has no time, then everything is searched', async () => {
    expect((await searchFor(7n)).at(-1)).toBe(0n);
  });
});
