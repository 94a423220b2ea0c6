import { describe, expect, it } from 'vitest';
import { isOlder, OLDEST_APP, oldestAllowed } from './app-version.ts';

describe('a version', () => {
  it.each([
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', true],
    ['0.10.0', '0.9.9', false],
    ['1.0.0', '0.99.0', false],
    ['0.1', '0.1.1', true],
    ['0.1.0', '', false],
    ['0.1.0', 'x.y', false],
  ])('%s is older than %s: %s', (version, than, older) => {
    expect(isOlder(version, than)).toBe(older);
  });

  it('is required by the servers or by an operator, whichever is newer', () => {
    expect(oldestAllowed('0.1.0')).toBe(OLDEST_APP);
    expect(oldestAllowed(OLDEST_APP)).toBe(OLDEST_APP);
    expect(oldestAllowed('99.0.0')).toBe('99.0.0');
  });
});
