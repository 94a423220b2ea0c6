import { describe, expect, it } from 'vitest';
import { dependencies } from './dependencies.ts';
import { adviceOn, spotsFound } from './planted.ts';

const MANIFESTS = {
  'package.json': '{ "devDependencies": { "vitest": "1" } }',
  'tools/package.json': '{ "dependencies": { "pg": "1" } }',
  'packages/money/package.json':
    '{ "dependencies": { "@app/base": "*" }, "devDependencies": { "decimal.js": "1", "@app/testkit": "*" } }',
  'packages/ui/package.json': '{ "peerDependencies": { "react": "1" } }',
};
const found = (path: string, specifier: string) =>
  spotsFound(dependencies, { ...MANIFESTS, [path]: `import type { Thing } from '${specifier}';` });

const AMOUNT = 'packages/money/src/amount.ts';
const TEST = 'packages/money/src/amount.test.ts';

describe('a dependency', () => {
  it.each([
    [AMOUNT, '@app/base'],
    [AMOUNT, '@app/money'],
    [AMOUNT, './price.ts'],
    [AMOUNT, 'node:fs'],
    [TEST, 'decimal.js'],
    [TEST, 'vitest/node'],
    [TEST, '@app/testkit'],
    ['packages/money/test/reference.ts', 'decimal.js'],
    ['packages/ui/src/button.tsx', 'react/jsx-runtime'],
    ['tools/bench/bench.ts', 'pg'],
    ['tools/services/test-services.ts', 'vitest/node'],
    ['vitest.config.ts', 'vitest/config'],
  ])('is listed: %s imports %s', (path, specifier) => {
    expect(found(path, specifier)).toEqual([]);
  });

  it.each([
    [AMOUNT, 'decimal.js'],
    [AMOUNT, 'vitest'],
    [AMOUNT, '@app/domain/spot'],
    [AMOUNT, '@app/testkit'],
    [AMOUNT, '#alias'],
    [AMOUNT, '@/alias'],
    [TEST, 'left-pad'],
    [TEST, 'pg'],
    ['tools/bench/bench.ts', 'left-pad'],
    ['packages/ui/src/button.tsx', '@app/base'],
    ['packages/unlisted/src/a.ts', 'pg'],
    ['vitest.config.ts', 'pg'],
  ])('is missing: %s imports %s', (path, specifier) => {
    expect(found(path, specifier)).toEqual([`${path}:1`]);
  });

  it('is named with the file that should list it', () => {
    expect(adviceOn(dependencies, { ...MANIFESTS, [AMOUNT]: "import 'zod/mini';" })).toBe(
      'zod is not among the dependencies in packages/money/package.json; list it there or do without.',
    );
  });
});
