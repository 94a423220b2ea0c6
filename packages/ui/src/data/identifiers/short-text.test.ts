import { describe, expect, it } from 'vitest';
import { groupsOfFour, shortAddress } from './short-text.ts';

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
