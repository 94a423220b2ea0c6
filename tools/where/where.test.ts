import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const SPOT = `protocol
  packages/protocol/src/events/spot.ts
  packages/protocol/src/spot/routes.ts
domain
  packages/domain/src/spot/order.test.ts  (test)
  packages/domain/src/spot/order.ts
server
  apps/server/migrations/0031_faster_spot_fills.sql
  apps/server/src/modules/spot/README.md
web
  apps/web/src/features/spot/orders/orders.ts
i18n
  packages/i18n/src/spot/en.json
e2e
  apps/e2e/spot-order.spec.ts  (test)
`;
const OTHERS = [
  'apps/e2e/spotlight.spec.ts',
  'apps/server/migrations/0040_spotlight.sql',
  'apps/server/src/modules/wallet/spot.ts',
  'packages/domain/src/spotlight/a.ts',
  'packages/protocol/src/errors/catalogue.ts',
];

it('given a repository, when where runs, then it prints every file of the feature once, or the list of features', () => {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  const top = mkdtempSync(join(tmpdir(), 'where-'));
  const options = { cwd: top, env: environment, encoding: 'utf8' } as const;
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'where.ts'), ...args], options);
  try {
    execFileSync('git', ['init', '--quiet'], options);
    const own = [...SPOT.matchAll(/^ {2}(\S+)/gm)].map(([, path = '']) => path);
    for (const path of [...own, ...OTHERS]) {
      mkdirSync(dirname(join(top, path)), { recursive: true });
      writeFileSync(join(top, path), '');
    }
    expect(run('spot')).toMatchObject({ status: 0, stdout: SPOT });
    const message = 'There is no feature called spit. Known: spot, spotlight, wallet.\n';
    expect(run('spit')).toMatchObject({ status: 1, stderr: message });
    expect(run()).toMatchObject({ status: 1, stderr: 'Which feature? Known: spot, spotlight, wallet.\n' });
  } finally {
    rmSync(top, { recursive: true });
  }
});
