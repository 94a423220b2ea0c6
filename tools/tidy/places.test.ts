import { expect, it } from 'vitest';
import { isTest, ownerOf, placeOf, unitOf } from './places.ts';

it.each([
  ['packages/base/src/ids.ts', 'base', 'packages/base', undefined],
  ['packages/domain/src/spot/order.ts', 'domain', 'packages/domain', 'spot'],
  ['packages/fresh/src/a.ts', undefined, 'packages/fresh', undefined],
  ['apps/server/src/platform/db.ts', 'server/platform', 'apps/server', undefined],
  ['apps/server/src/modules/spot/index.ts', 'server/modules', 'apps/server', 'spot'],
  ['apps/server/src/modules/all.ts', undefined, 'apps/server', undefined],
  ['apps/server/src/loose.ts', undefined, 'apps/server', undefined],
  ['apps/server/test/testbed.ts', 'server/test', 'apps/server', undefined],
  ['apps/web/src/features/spot/orders/orders.ts', 'web/features', 'apps/web', 'spot'],
  ['apps/admin/src/app/main.tsx', 'admin/app', 'apps/admin', undefined],
  ['apps/web/vite.config.ts', 'config', 'apps/web', undefined],
  ['apps/e2e/spot-order.spec.ts', 'e2e', 'apps/e2e', undefined],
  ['apps/fresh/src/app/main.ts', undefined, 'apps/fresh', undefined],
  ['tools/tidy/tidy.ts', 'tools', 'tools', undefined],
  ['vitest.config.ts', 'config', '', undefined],
])('%s belongs to %s', (path, place, owner, unit) => {
  expect([placeOf(path), ownerOf(path), unitOf(path)]).toEqual([place, owner, unit]);
});

it.each([
  ['packages/money/src/amount.test.ts', true],
  ['apps/web/src/features/spot/trade/spot-screen.test.tsx', true],
  ['apps/server/src/modules/spot/spot.engine.db.test.ts', true],
  ['apps/e2e/spot-order.spec.ts', true],
  ['packages/money/test/reference.ts', true],
  ['packages/testkit/src/index.ts', false],
  ['packages/money/src/test/reference.ts', false],
  ['packages/money/src/test.ts', false],
])('%s is a test: %s', (path, expected) => {
  expect(isTest(path)).toBe(expected);
});
