import { describe, expect, it } from 'vitest';
import { isTest, ownerOf, placeOf, readManifest, resolve, unitOf } from './packages.ts';

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

const manifest = (exports: unknown) => readManifest(JSON.stringify({ exports }));
const manifests = new Map([
  ['packages/base', manifest('./src/index.ts')],
  ['packages/domain', manifest({ './*': './src/*/index.ts' })],
  ['packages/ui', manifest({ '.': { types: './a.d.ts', default: './src/index.ts' }, './private': null })],
  ['apps/server', manifest({ './platform/*': './src/platform/*.ts', './modules/*': './src/modules/*/index.ts' })],
  ['packages/i18n', manifest({ './*': './src/*.ts', './texts/*': './texts/*.json' })],
  ['packages/closed', manifest(undefined)],
]);
const follow = (specifier: string, from = 'apps/web/src/app/main.tsx') => resolve(from, specifier, manifests);
const file = (path: string, way: string) => ({ kind: 'file', path, way });

describe('a specifier', () => {
  it.each([
    ['node:fs', { kind: 'node' }],
    ['react', { kind: 'outside', name: 'react' }],
    ['react/jsx-runtime', { kind: 'outside', name: 'react' }],
    ['@nats-io/transport-node/deep', { kind: 'outside', name: '@nats-io/transport-node' }],
    ['./router.tsx', file('apps/web/src/app/router.tsx', 'relative')],
    ['../shared/logo.svg?raw', file('apps/web/src/shared/logo.svg', 'relative')],
    ['../../../../packages/base/src/ids.ts', file('packages/base/src/ids.ts', 'relative')],
    ['@app/base', file('packages/base/src/index.ts', 'door')],
    ['@app/domain/spot', file('packages/domain/src/spot/index.ts', 'door')],
    ['@app/domain/spot/order', file('packages/domain/src/spot/order/index.ts', 'door')],
    ['@app/ui', file('packages/ui/src/index.ts', 'door')],
    ['@app/server/platform/db', file('apps/server/src/platform/db.ts', 'door')],
    ['@app/server/modules/ledger', file('apps/server/src/modules/ledger/index.ts', 'door')],
    ['@app/i18n/text', file('packages/i18n/src/text.ts', 'door')],
    ['@app/i18n/texts/spot', file('packages/i18n/texts/spot.json', 'door')],
    ['@app/unwritten', file('packages/unwritten/src/index.ts', 'door')],
    ['@app/tools', file('tools/src/index.ts', 'door')],
    ['@app/base/src/ids.ts', file('packages/base/src/ids.ts', 'no door')],
    ['@app/unwritten/src/a.ts', file('packages/unwritten/src/a.ts', 'no door')],
    ['@app/domain', file('packages/domain/src/index.ts', 'no door')],
    ['@app/ui/private', file('packages/ui/src/private/index.ts', 'no door')],
    ['@app/closed', file('packages/closed/src/index.ts', 'no door')],
    ['@app/server/bin/api', file('apps/server/src/bin/api/index.ts', 'no door')],
  ])('%s resolves as in Node', (specifier, target) => {
    expect(follow(specifier)).toEqual(target);
  });

  it('given an empty name after a pattern, when it is resolved, then there is no export', () => {
    expect(follow('@app/domain/')).toMatchObject({ way: 'no door' });
  });
});
