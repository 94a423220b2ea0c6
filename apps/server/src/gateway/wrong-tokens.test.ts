import { describe, expect, it } from 'vitest';
import { plainCaller } from '../../test/plain-caller.ts';
import { rememberWrongTokens } from './wrong-tokens.ts';

function setUp() {
  let nowMs = 0;
  const known = new Set<string>();
  const lookups: string[] = [];
  const caller = plainCaller({ userId: 1n, sessionId: 2n, mode: 'real' });
  const find = rememberWrongTokens(
    (token) => {
      lookups.push(token);
      return Promise.resolve(known.has(token) ? { caller } : undefined);
    },
    () => nowMs,
  );
  return { find, known, lookups, wait: (ms: number) => (nowMs += ms) };
}

describe('a wrong token', () => {
  it('given it arrives often, then it is looked up once a second', async () => {
    const { find, lookups, wait } = setUp();
    for (let n = 0; n < 50; n++) expect(await find('wrong')).toBeUndefined();
    expect(lookups).toHaveLength(1);
    wait(1_001);
    await find('wrong');
    expect(lookups).toHaveLength(2);
  });

  it('given a valid one, then it is looked up each time: an ended session ends at once', async () => {
    const { find, known, lookups } = setUp();
    known.add('right');
    expect(await find('right')).toBeDefined();
    known.delete('right');
    expect(await find('right')).toBeUndefined();
    expect(lookups).toHaveLength(2);
  });
});
