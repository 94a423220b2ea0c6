import { readFileSync } from 'node:fs';
import { posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { directions, doors, forTestsOf, MAY_IMPORT, RANKS, ranks } from './import-rules.ts';
import { ownerOf, PLACES, type Place } from './packages.ts';
import { adviceOn, spotsFound } from './planted.ts';

/** One shipped file per place; a new place does not compile without one. */
const FILE: Record<Place, string> = {
  base: 'packages/base/src/index.ts',
  money: 'packages/money/src/index.ts',
  matching: 'packages/matching/src/index.ts',
  verifier: 'packages/verifier/src/index.ts',
  domain: 'packages/domain/src/spot/index.ts',
  protocol: 'packages/protocol/src/spot/index.ts',
  i18n: 'packages/i18n/src/index.ts',
  client: 'packages/client/src/call/index.ts',
  ui: 'packages/ui/src/index.ts',
  testkit: 'packages/testkit/src/index.ts',
  'server/platform': 'apps/server/src/platform/db/index.ts',
  'server/edge': 'apps/server/src/edge/http/index.ts',
  'server/gateway': 'apps/server/src/gateway/socket/index.ts',
  'server/engine': 'apps/server/src/engine/shard/index.ts',
  'server/modules': 'apps/server/src/modules/spot/index.ts',
  'server/bin': 'apps/server/src/bin/api/index.ts',
  'server/test': 'apps/server/test/testbed.ts',
  'web/lib': 'apps/web/src/lib/once/index.ts',
  'web/data': 'apps/web/src/data/call/index.ts',
  'web/features': 'apps/web/src/features/spot/index.ts',
  'web/app': 'apps/web/src/app/router/index.ts',
  'web/test': 'apps/web/test/world.ts',
  'admin/lib': 'apps/admin/src/lib/csv/index.ts',
  'admin/data': 'apps/admin/src/data/call/index.ts',
  'admin/parts': 'apps/admin/src/parts/table/index.ts',
  'admin/features': 'apps/admin/src/features/trail/index.ts',
  'admin/app': 'apps/admin/src/app/frame/index.ts',
  e2e: 'apps/e2e/src/spot-order.spec.ts',
  tools: 'tools/src/index.ts',
  config: 'vitest.config.ts',
};

const testOf = (place: Place) => FILE[place].replace(/\.ts$/, '.test.ts');
const isForTests = (place: Place) => place === 'e2e' || place.endsWith('/test');

/** Returns the import of one place by another as it would be written: by path inside a package, by name outside. */
function importOf(from: string, to: Place): string {
  const owner = ownerOf(FILE[to]);
  const file = FILE[to];
  const isByName = owner !== '' && owner !== ownerOf(from) && file.startsWith(`${owner}/src/`);
  if (!isByName) return `import '${posix.relative(posix.dirname(from), file).replace(/^(?!\.)/, './')}';`;
  const name = owner.split('/').at(-1);
  return `import '@app/${name}${file.slice(`${owner}/src`.length).replace(/\/index\.ts$/, '')}';`;
}

const found = (from: string, text: string) => spotsFound(directions, { [from]: text });
const pairs = PLACES.flatMap((from) => PLACES.filter((to) => to !== from).map((to) => [from, to] as const));
const isInTable = ([from, to]: readonly [Place, Place]) => MAY_IMPORT[from].places.includes(to);
const isForItsTests = ([from, to]: readonly [Place, Place]) => isInTable([from, to]) || forTestsOf(from).includes(to);

describe('the import table', () => {
  it.each(pairs.filter(isInTable))('allows %s to import %s', (from, to) => {
    expect(found(FILE[from], importOf(FILE[from], to))).toEqual([]);
  });

  it.each(pairs.filter((pair) => !isInTable(pair)))('forbids %s to import %s', (from, to) => {
    expect(found(FILE[from], `\n${importOf(FILE[from], to)}`)).toEqual([`${FILE[from]}:2`]);
  });

  it.each(pairs.filter(isForItsTests))('allows tests of %s to import %s', (from, to) => {
    expect(found(testOf(from), importOf(testOf(from), to))).toEqual([]);
  });

  it.each(pairs.filter((pair) => !isForItsTests(pair)))('forbids tests of %s to import %s', (from, to) => {
    expect(found(testOf(from), importOf(testOf(from), to))).toEqual([`${testOf(from)}:1`]);
  });

  it.each(PLACES)('allows %s to import itself', (place) => {
    expect(found(FILE[place], "import './neighbour.ts';")).toEqual([]);
  });

  /** Rules of the style guide, repeated so that the table cannot be relaxed unnoticed. */
  it.each([
    ['base', []],
    ['money', ['base']],
    ['matching', ['base']],
    ['verifier', []],
    ['domain', ['base', 'money']],
    ['protocol', ['base', 'domain', 'money']],
    ['i18n', []],
    ['ui', ['base', 'money']],
    ['testkit', ['base', 'client', 'domain', 'i18n', 'matching', 'money', 'protocol', 'ui', 'verifier']],
    ['server/platform', ['base', 'i18n', 'money', 'protocol']],
    ['web/lib', ['base', 'client', 'money']],
    ['web/data', ['base', 'client', 'domain', 'i18n', 'money', 'protocol', 'web/lib']],
    [
      'web/features',
      ['base', 'client', 'domain', 'i18n', 'money', 'protocol', 'ui', 'verifier', 'web/data', 'web/lib'],
    ],
  ] as const)('gives %s exactly %j', (place, places) => {
    expect(MAY_IMPORT[place].places.toSorted()).toEqual(places);
  });

  it.each([
    ['server/engine', 'server/modules'],
    ['server/modules', 'server/bin'],
    ['server/bin', 'testkit'],
    ['server/modules', 'ui'],
    ['web/app', 'server/platform'],
    ['tools', 'web/app'],
    ['e2e', 'server/modules'],
  ] as const)('never allows %s to import %s', (from, to) => {
    expect(MAY_IMPORT[from].places).not.toContain(to);
  });
});

it('features never import each other, not even in a test', () => {
  for (const name of ['order.ts', 'order.test.ts']) {
    const from = `apps/web/src/features/spot/orders/${name}`;
    expect(found(from, "import '../../wallet/assets/balance.ts';")).toEqual([`${from}:1`]);
    expect(found(from, "import '../trade/order-form.ts';")).toEqual([]);
  }
});

describe('Node and external packages', () => {
  const withoutNode = PLACES.filter((place) => !MAY_IMPORT[place].node && !isForTests(place));
  it.each(withoutNode)('%s runs without Node, its tests do not', (place) => {
    expect(found(FILE[place], "import 'node:fs';")).toEqual([`${FILE[place]}:1`]);
    expect(found(testOf(place), "import 'node:fs';")).toEqual([]);
  });

  it.each(PLACES.filter((place) => MAY_IMPORT[place].node))('%s may use Node', (place) => {
    expect(found(FILE[place], "import 'node:fs';")).toEqual([]);
  });

  it.each(PLACES.filter((place) => MAY_IMPORT[place].outside !== 'as listed'))(
    '%s adds no external package',
    (place) => {
      expect(found(FILE[place], "import 'left-pad';")).toEqual([`${FILE[place]}:1`]);
      expect(found(testOf(place), "import 'fast-check';")).toEqual([]);
    },
  );

  it('the pure packages are pure, the protocol uses zod only, and the domain also what addresses need', () => {
    for (const place of ['base', 'money', 'matching', 'verifier'] as const)
      expect(MAY_IMPORT[place]).toMatchObject({ outside: [], node: false });
    expect(MAY_IMPORT.domain.outside).toEqual(['zod', '@noble/hashes', '@scure/base']);
    expect(MAY_IMPORT.protocol.outside).toEqual(['zod']);
    for (const place of ['domain', 'protocol'] as const) {
      expect(MAY_IMPORT[place]).toMatchObject({ node: false });
      expect(found(FILE[place], "import 'zod';")).toEqual([]);
    }
    for (const place of ['i18n', 'ui', 'web/app'] as const) expect(MAY_IMPORT[place].node).toBe(false);
  });
});

describe('files outside the table', () => {
  it('given a folder without a row, when it has a source file, then it is reported', () => {
    for (const path of ['packages/fresh/src/a.ts', 'apps/server/src/loose.ts', 'apps/server/src/modules/all.ts'])
      expect(found(path, '')).toEqual([`${path}:1`]);
    expect(found('apps/web/src/vite-env.d.ts', '')).toEqual([]);
  });

  it('given an import of such a folder, when it is checked, then it is reported', () => {
    expect(found(FILE['server/bin'], "import '@app/fresh';")).toEqual([`${FILE['server/bin']}:1`]);
  });

  it('given a shipped file that imports a test, when it is checked, then it is reported', () => {
    expect(found(FILE.money, "import './amount.test.ts';")).toEqual([`${FILE.money}:1`]);
    expect(found(FILE.money, "import '../test/reference.ts';")).toEqual([`${FILE.money}:1`]);
    expect(found(testOf('money'), "import '../test/reference.ts';")).toEqual([]);
  });
});

it('a finding names the allowed imports', () => {
  expect(adviceOn(directions, { [FILE.money]: "import type { Order } from '@app/domain/spot';" })).toBe(
    "'@app/domain/spot': money may not import domain, only base; pass the value in, or move the code.",
  );
});

const MANIFESTS = {
  'packages/base/package.json': '{ "exports": { ".": "./src/index.ts" } }',
  'packages/domain/package.json': '{ "exports": { "./*": "./src/*/index.ts" } }',
};
const bypassed = (path: string, specifier: string) =>
  spotsFound(doors, { ...MANIFESTS, [path]: `import type { Thing } from '${specifier}';` });

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
    expect(bypassed(path, specifier)).toEqual([]);
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
    expect(bypassed(path, specifier)).toEqual([`${path}:1`]);
  });
});

const MODULES = RANKS.flatMap((rank, height) => rank.map((module) => ({ module, height })));
const PAIRS = MODULES.flatMap((from) => MODULES.filter((to) => to !== from).map((to) => ({ from, to })));
const fileOf = (module: string, name = 'use-case.ts') => `apps/server/src/modules/${module}/${name}`;
const upward = (from: string, to: string, name?: string) =>
  spotsFound(ranks, { [fileOf(from, name)]: `import type { Thing } from '../${to}/index.ts';` });

const named = ({ from, to }: (typeof PAIRS)[number]) => [from.module, to.module] as const;
const DOWN = PAIRS.filter(({ from, to }) => to.height < from.height).map(named);
const SIDEWAYS = PAIRS.filter(({ from, to }) => to.height === from.height).map(named);
const UP = PAIRS.filter(({ from, to }) => to.height > from.height).map(named);

describe('module ranks', () => {
  it.each(DOWN)('allow %s to import %s below it', (from, to) => {
    expect(upward(from, to)).toEqual([]);
  });

  it.each(SIDEWAYS)('forbid %s to import %s of the same rank', (from, to) => {
    expect(upward(from, to)).toEqual([`${fileOf(from)}:1`]);
  });

  it.each(UP)('forbid %s to import %s above it', (from, to) => {
    expect(upward(from, to)).toEqual([`${fileOf(from)}:1`]);
  });

  it('are those of the style guide', () => {
    const guide = readFileSync(resolve(import.meta.dirname, '../../docs/STYLE.md'), 'utf8');
    const lines = [...guide.matchAll(/^(\d) {2}([a-z ]+)$/gm)].map(([, rank, modules = '']) => [
      Number(rank),
      modules.split(/ +/),
    ]);
    expect(lines.reverse()).toEqual(RANKS.map((modules, rank) => [rank, modules]));
    expect(lines).toHaveLength(7);
  });

  it('apply to tests too, and to an import by name', () => {
    expect(upward('wallet', 'spot', 'wallet.db.test.ts')).toEqual([`${fileOf('wallet', 'wallet.db.test.ts')}:1`]);
    expect(spotsFound(ranks, { [fileOf('wallet')]: "import '@app/server/modules/spot';" })).toHaveLength(1);
  });

  it('do not restrict imports within a module or from outside modules', () => {
    expect(spotsFound(ranks, { [fileOf('spot')]: "import './spot.store.ts';\nimport '@app/domain/wallet';" })).toEqual(
      [],
    );
    expect(spotsFound(ranks, { 'apps/server/src/bin/api.ts': "import '../modules/admin/index.ts';" })).toEqual([]);
  });

  it('given a module without a rank, when it is found, then it is reported once with where to add one', () => {
    const texts = { [fileOf('lottery', 'a.ts')]: '', [fileOf('lottery', 'b.ts')]: '' };
    expect(spotsFound(ranks, texts)).toEqual([`${fileOf('lottery', 'a.ts')}:1`]);
    expect(adviceOn(ranks, texts)).toContain('import-rules.ts');
  });

  it('state the alternative', () => {
    expect(adviceOn(ranks, { [fileOf('wallet')]: "import '../spot/index.ts';" })).toBe(
      'wallet imports spot upwards (2 to 3); publish an event that it reads.',
    );
  });
});
