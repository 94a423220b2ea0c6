import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { featuresOf, print, sliceOf } from './slice.ts';

const SPOT = [
  'apps/e2e/spot-order.spec.ts',
  'apps/server/migrations/0007_spot.sql',
  'apps/server/migrations/0031_faster_spot_fills.sql',
  'apps/server/src/modules/spot/README.md',
  'apps/server/src/modules/spot/spot.engine.db.test.ts',
  'apps/web/src/features/spot/orders/orders.ts',
  'packages/domain/src/spot/order.test.ts',
  'packages/domain/src/spot/order.ts',
  'packages/i18n/src/spot/en.json',
  'packages/protocol/src/events/spot.ts',
  'packages/protocol/src/socket/spot.ts',
  'packages/protocol/src/spot/routes.ts',
];
const OTHERS = [
  'apps/e2e/spotlight.spec.ts',
  'apps/server/migrations/0040_spotlight.sql',
  'apps/server/src/modules/wallet/spot.ts',
  'packages/domain/src/spotlight/a.ts',
  'packages/protocol/src/errors/catalogue.ts',
  'packages/protocol/src/events/spotlight.ts',
  'packages/protocol/src/fields.ts',
];
const PATHS = [...SPOT, ...OTHERS].sort();

const PRINTED = `protocol
  packages/protocol/src/events/spot.ts
  packages/protocol/src/socket/spot.ts
  packages/protocol/src/spot/routes.ts
domain
  packages/domain/src/spot/order.test.ts  (test)
  packages/domain/src/spot/order.ts
server
  apps/server/migrations/0007_spot.sql
  apps/server/migrations/0031_faster_spot_fills.sql
  apps/server/src/modules/spot/README.md
  apps/server/src/modules/spot/spot.engine.db.test.ts  (test)
web
  apps/web/src/features/spot/orders/orders.ts
i18n
  packages/i18n/src/spot/en.json
e2e
  apps/e2e/spot-order.spec.ts  (test)`;

describe('a slice', () => {
  it('has every file of its feature once, and no other', () => {
    const found = sliceOf('spot', PATHS).flatMap(({ paths }) => paths);
    expect(found.toSorted()).toEqual(SPOT.toSorted());
  });

  it('is printed under its headings with the tests marked', () => {
    expect(print(sliceOf('spot', PATHS))).toBe(PRINTED);
  });

  it('has the features that own a folder, and only those', () => {
    expect(featuresOf(PATHS)).toEqual(['spot', 'spotlight', 'wallet']);
  });
});

it('given a repository, when where runs, then it prints the slice, or fails with the list of features', () => {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const top = mkdtempSync(join(tmpdir(), 'where-'));
  const options = { cwd: top, env: environment, encoding: 'utf8' } as const;
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'where.ts'), ...args], options);
  try {
    execFileSync('git', ['init', '--quiet'], options);
    for (const path of PATHS) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), '');
    }
    expect(run('spot')).toMatchObject({ status: 0, stdout: `${PRINTED}\n` });
    const message = 'There is no feature called spit. Known: spot, spotlight, wallet.\n';
    expect(run('spit')).toMatchObject({ status: 1, stderr: message });
    expect(run()).toMatchObject({ status: 1, stderr: 'Which feature? Known: spot, spotlight, wallet.\n' });
  } finally {
    rmSync(top, { recursive: true });
  }
});
