import { describe, expect, it } from 'vitest';
import { adviceOn, spotsFound } from './planted.ts';
import { leftovers, money, names, purity, readme } from './text-rules.ts';
import type { Rule } from './tree.ts';

const finds = (rule: Rule, path: string, line: string) => spotsFound(rule, { [path]: `\n${line}\n` });

describe('purity', () => {
  const PURE = ['base', 'money', 'domain', 'matching', 'verifier'].map((name) => `packages/${name}/src/spot/rule.ts`);
  it.each([
    'const now = Date.now();',
    'const now = Date.now;',
    'const now = new Date();',
    'const now = new Date;',
    'const now = Date();',
    'const now = performance.now();',
    'const luck = Math.random();',
    'const id = crypto.randomUUID();',
    'crypto.getRandomValues(bytes);',
    'const id = randomUUID();',
    'setTimeout(run, 5);',
    'globalThis.setInterval(run, 5);',
  ])('forbids %s in rules, but not in tests or the server', (line) => {
    for (const path of PURE) {
      expect(finds(purity, path, line)).toEqual([`${path}:2`]);
      expect(finds(purity, path.replace('.ts', '.test.ts'), line)).toEqual([]);
    }
    expect(finds(purity, 'apps/server/src/platform/db/clock.ts', line)).toEqual([]);
  });

  it.each([
    'const day = new Date(timeMs);',
    'const day = new Date(\n  timeMs,\n);',
    'const day = Date.UTC(2025, 0);',
    '/** Never Date.now() here. */',
    'const at: Date = given;',
    'const hash = await crypto.subtle.digest(name, bytes);',
    'const updated = lastDate(orders);',
  ])('allows %s', (line) => {
    for (const path of PURE) expect(finds(purity, path, line)).toEqual([]);
  });
});

describe('money', () => {
  const RULE = 'packages/domain/src/spot/settle.ts';
  const GUARDED = [RULE, 'packages/money/src/amount.ts', 'apps/server/src/modules/spot/postings.ts'];
  it.each([
    'const fee = Number(text);',
    'const fees = texts.map(Number);',
    'const fee = parseFloat(text);',
    'const fee = Number.parseFloat(text);',
    'const fee = parseInt(text, 10);',
    'const fee = rate.toFixed(2);',
    'const fee = Math.round(rate);',
    'const fee = Math.floor(rate);',
    'const fee = Math.ceil(rate);',
    'const fee = Math.trunc(rate);',
  ])('never becomes a number: %s', (line) => {
    for (const path of GUARDED) {
      expect(finds(money, path, line)).toEqual([`${path}:2`]);
      expect(finds(money, path, `${line} // tidy: not money`)).toEqual([]);
    }
    for (const path of ['packages/base/src/ids.ts', 'packages/domain/src/spot/settle.test.ts'])
      expect(finds(money, path, line)).toEqual([]);
  });

  it.each(['Number.isSafeInteger(days);', 'const days: number = 3;', 'const max = Math.max(a, b);', '// Number(text)'])(
    'allows %s',
    (line) => {
      expect(finds(money, RULE, line)).toEqual([]);
    },
  );

  it('given the escape on another line or in a string, when it is checked, then it has no effect', () => {
    expect(finds(money, RULE, "// tidy: not money\nNumber(a, '// tidy: not money');")).toEqual([`${RULE}:3`]);
  });
});

describe('leftovers', () => {
  const SHIPPED = 'apps/server/src/platform/db.ts';
  const TEST = 'apps/server/src/platform/db.test.ts';
  it.each([
    '// TODO later',
    '/* FIXME */',
    '// TODO(me): #',
    'const { env } = process;',
    'const { pid, env } = process;',
  ])('are reported in any file: %s', (line) => {
    for (const path of [SHIPPED, TEST]) expect(finds(leftovers, path, line)).toEqual([`${path}:2`]);
  });

  it.each(['it.only(a);', 'it.skip(a);', 'describe.skip.each(a);', 'context.skip();'])(
    'are reported in a test: %s',
    (line) => {
      expect(finds(leftovers, TEST, line)).toEqual([`${TEST}:2`]);
    },
  );

  it.each([
    '// TODO #12 sort',
    '// never it.only(a)',
    '// TODO: sort, see #12',
    "log('FIXME');",
    "it('skips', run);",
    'const todo = 1;',
    'rows.only',
    'const { pid } = process;',
    '// const { env } = process;',
  ])('are ignored in: %s', (line) => {
    expect(finds(leftovers, TEST, line)).toEqual([]);
  });

  it('are reported in SQL and style sheets, but tools and config.ts may read the environment', () => {
    expect(finds(leftovers, 'apps/server/migrations/0001_ledger.sql', '-- TODO index')).toHaveLength(1);
    expect(finds(leftovers, 'packages/ui/src/button.css', '/* FIXME */')).toHaveLength(1);
    for (const path of [
      'tools/where/where.ts',
      'apps/web/vite.config.ts',
      'apps/server/src/platform/process/config.ts',
    ])
      expect(finds(leftovers, path, 'const { env } = process;')).toEqual([]);
    expect(finds(leftovers, 'apps/server/src/platform/my-config.ts', 'const { env } = process;')).toHaveLength(1);
  });

  it('are named in the advice', () => {
    expect(adviceOn(leftovers, { [TEST]: 'context.skip(a);' })).toBe('.skip(: every test runs; mend it or delete it.');
  });
});

it.each(['utils', 'helpers', 'common', 'misc', 'manager', 'service', 'types'])('%s is not a valid name', (name) => {
  for (const file of [`${name}.ts`, `${name}.tsx`, `${name}.test.ts`, `spot.${name}.ts`])
    expect(spotsFound(names, { [`packages/base/src/${file}`]: '' })).toEqual([`packages/base/src/${file}:1`]);
});

it.each([
  'place-order.ts',
  'spot.store.ts',
  'spot.engine.db.test.ts',
  'issue-12-late-fill.test.ts',
  'customer-service.ts',
])('%s is a valid name', (file) => {
  expect(spotsFound(names, { [`packages/base/src/${file}`]: '' })).toEqual([]);
});

it('only source files are checked', () => {
  expect(
    spotsFound(names, { 'README.md': '', 'apps/server/migrations/0001_ledger.sql': '', '.hidden.ts': '' }),
  ).toEqual([]);
});

it.each(['apps/server/src/modules/spot', 'packages/money', 'tools/bench'])('%s needs a README', (folder) => {
  const files = { [`${folder}/a.ts`]: '', [`${folder}/deep/README.md`]: '' };
  expect(spotsFound(readme, files)).toEqual([`${folder}/README.md:1`]);
  expect(spotsFound(readme, { ...files, [`${folder}/README.md`]: '' })).toEqual([]);
});

it('other folders need none', () => {
  const files = {
    'tools/package.json': '{}',
    'apps/server/src/platform/db.ts': '',
    'packages/x.md': '',
    'docs/a.md': '',
  };
  expect(spotsFound(readme, files)).toEqual([]);
});
