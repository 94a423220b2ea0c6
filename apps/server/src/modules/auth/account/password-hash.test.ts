import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CHEAP_COST } from '../../../../test/cheap-passwords.ts';
import { createPasswords, PASSWORD_COST } from './password-hash.ts';

const SOURCE = join(import.meta.dirname, '../../../..', 'src');
const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(SOURCE, path), 'utf8') }));
const linesWith = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line) => (pattern.test(line) ? `${path}: ${line.trim()}` : [])),
  );

describe('password hash cost', () => {
  it('is what OWASP recommends for Argon2id', () => {
    expect(PASSWORD_COST).toEqual({ memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  });

  it('is encoded in the stored hash', async () => {
    expect(await createPasswords(PASSWORD_COST).hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it('given the composition of the API, then no argument can lower it', () => {
    expect(linesWith(/createPasswords\(/)).toEqual([
      'bin/admin.ts: passwords: createPasswords(PASSWORD_COST),',
      'bin/api-app.ts: const passwords = createPasswords(PASSWORD_COST);',
      'modules/auth/account/password-hash.ts: export function createPasswords(cost: PasswordCost): Passwords {',
    ]);
  });

  it('given the configuration, then none of its variables concerns hashing', () => {
    expect(linesWith(/argon2|memoryCost|timeCost|parallelism/i).filter((line) => !/password-hash/.test(line))).toEqual(
      [],
    );
    expect(linesWith(/PASSWORD_COST/).filter((line) => /config|process\.env/.test(line))).toEqual([]);
  });
});

describe('a password', () => {
  const passwords = createPasswords(CHEAP_COST);

  it('given another Unicode form of the same characters, then it matches; given another password, then it does not', async () => {
    const stored = await passwords.hash('caf\u00e9 horse');
    expect(await passwords.matches('cafe\u0301 horse', stored)).toBe(true);
    expect(await passwords.matches('cafe horse', stored)).toBe(false);
  });

  it('given no stored hash, then nothing matches', async () => {
    for (const password of ['', 'correct horse']) expect(await passwords.matches(password, undefined)).toBe(false);
  });
});
