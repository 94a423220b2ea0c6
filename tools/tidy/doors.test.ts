import { describe, expect, it } from 'vitest';
import { doors } from './doors.ts';
import { spotsFound } from './planted.ts';

const BASE = { 'packages/base/package.json': '{ "exports": { ".": "./src/index.ts" } }' };
const DOMAIN = { 'packages/domain/package.json': '{ "exports": { "./*": "./src/*/index.ts" } }' };
const found = (path: string, specifier: string) =>
  spotsFound(doors, { ...BASE, ...DOMAIN, [path]: `import type { Thing } from '${specifier}';` });

const SPOT = 'apps/server/src/modules/spot/spot.routes.ts';
const SPOT_TEST = 'apps/server/src/modules/spot/spot.db.test.ts';
const RULE = 'packages/domain/src/spot/postings.ts';

describe('a public API', () => {
  it.each([
    [SPOT, '../ledger/index.ts'],
    [SPOT, './spot.store.ts'],
    [SPOT, './parts/deep.ts'],
    ['apps/server/src/bin/api.ts', '../modules/spot/index.ts'],
    ['tools/bench/bench.ts', '@app/server/modules/spot'],
    [RULE, '../ledger/index.ts'],
    [RULE, './order.ts'],
    [RULE, '@app/domain/ledger'],
    [RULE, '@app/base'],
    [SPOT, '@app/domain/spot'],
    [SPOT, '../../platform/db.ts'],
    ['apps/server/test/testbed.ts', '../src/modules/ledger/post.ts'],
  ])('is used: %s imports %s', (path, specifier) => {
    expect(found(path, specifier)).toEqual([]);
  });

  it.each([
    [SPOT, '../ledger/post.ts'],
    [SPOT, '../ledger/parts/index.ts'],
    [SPOT_TEST, '../ledger/ledger.store.ts'],
    ['apps/server/src/bin/api.ts', '../modules/spot/spot.routes.ts'],
    ['tools/bench/bench.ts', '@app/server/src/modules/spot/index.ts'],
    [RULE, '../ledger/transfer.ts'],
    [RULE, '@app/domain/ledger/transfer'],
    [RULE, '@app/base/src/ids.ts'],
    [RULE, '@app/base/ids'],
    [RULE, '@app/domain'],
    [RULE, '../../../base/src/index.ts'],
    [SPOT, '../../../../../packages/domain/src/spot/index.ts'],
    ['tools/bench/bench.ts', '../../packages/base/src/index.ts'],
    ['vitest.config.ts', './tools/services/test-services.ts'],
  ])('is bypassed: %s imports %s', (path, specifier) => {
    expect(found(path, specifier)).toEqual([`${path}:1`]);
  });
});
