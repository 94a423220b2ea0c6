import { describe, expect, it } from 'vitest';
import { isOlder } from './version.ts';

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
});
