import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { compileTokens } from './compile-tokens.ts';

it('the test tokens are compiled from their source', () => {
  expect(readFileSync(join(import.meta.dirname, 'test-tokens.json'), 'utf8')).toBe(compileTokens());
});
