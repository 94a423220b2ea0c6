import { expect, it } from 'vitest';
import { names } from './names.ts';
import { spotsFound } from './planted.ts';

it.each(['utils', 'helpers', 'common', 'misc', 'manager', 'service', 'types'])('%s is not a valid name', (name) => {
  for (const file of [`${name}.ts`, `${name}.tsx`, `${name}.test.ts`, `spot.${name}.ts`])
    expect(spotsFound(names, { [`packages/base/src/${file}`]: '' })).toEqual([`packages/base/src/${file}:1`]);
});

it.each(['placeOrder.ts', 'PlaceOrder.tsx', 'place_order.ts', 'place--order.ts', 'spot.Store.ts'])(
  '%s is not kebab-case',
  (file) => {
    expect(spotsFound(names, { [`packages/base/src/${file}`]: '' })).toHaveLength(1);
  },
);

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
