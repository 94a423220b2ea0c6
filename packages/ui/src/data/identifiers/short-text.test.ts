import { describe, expect, it } from 'vitest';
import { groupsOfFour, shortAddress, shortText } from './short-text.ts';

const FAMILY = '👨‍👩‍👧‍👦';

describe('a long text', () => {
  it.each([
    ['', ''],
    ['twelve chars', 'twelve chars'],
    ['thirteen char', 'thirteen cha…'],
    [FAMILY.repeat(12), FAMILY.repeat(12)],
    [FAMILY.repeat(13), `${FAMILY.repeat(12)}…`],
    ['e\u0301'.repeat(13), `${'e\u0301'.repeat(12)}…`],
  ])('given %j, when it is shortened, then it is %j', (text, short) => {
    expect(shortText(text)).toBe(short);
  });

  it('given another limit, then that limit applies', () => {
    expect(shortText('abcd', 3)).toBe('abc…');
  });

  it('given a million characters, when it is shortened, then only the first are examined', () => {
    const long = 'a'.repeat(1_000_000);
    const before = process.threadCpuUsage(); // CPU time, so that other processes on the machine do not count.
    for (let times = 0; times < 20; times += 1) shortText(long);
    expect(process.threadCpuUsage(before).user).toBeLessThan(2_000_000);
  });
});

describe('an address', () => {
  it.each([
    ['TQ1aB2cD3eF4gH5iJ69fK3xZ', 'TQ1aB2…9fK3xZ'],
    ['abcdef1ghijkl', 'abcdef1ghijkl'],
    ['abcdef12ghijkl', 'abcdef…ghijkl'],
    ['short', 'short'],
  ])('given %s, when it is shortened, then it is %s and never longer', (address, short) => {
    expect(shortAddress(address)).toBe(short);
    expect(shortAddress(address).length).toBeLessThanOrEqual(address.length);
  });

  it.each([
    ['', ''],
    ['JBSW', 'JBSW'],
    ['JBSWY3DPEHPK3PXP', 'JBSW Y3DP EHPK 3PXP'],
    ['TQ1aB2cD3e', 'TQ1a B2cD 3e'],
    ['JBSW Y3DP', 'JBSW Y3DP'],
  ])('given %j, when it is grouped, then it is %j', (text, grouped) => {
    expect(groupsOfFour(text)).toBe(grouped);
  });
});
