import { describe, expect, it } from 'vitest';
import { plant } from '../tidy/planted.ts';
import { reach, usersOf } from './graph.ts';
import { type Selection, select } from './select.ts';

/** Small product: a domain, a module, a process started by its path, screens with a slot, and their tests. */
const PLANTED = {
  'packages/domain/package.json': '{ "exports": { "./*": "./src/*/index.ts" } }',
  'packages/domain/src/spot/index.ts': "export * from './fee.ts';",
  'packages/domain/src/spot/fee.ts': 'export const fee = 1;',
  'packages/domain/src/spot/fee.test.ts': "import { fee } from './fee.ts';",
  'packages/domain/src/wallet/index.ts': 'export type Wallet = 1;',
  'packages/domain/src/wallet/wallet.test.ts': "import './index.ts';",
  'packages/i18n/src/spot/en.json': '{ "a": "A", "b": "B" }',
  'packages/ui/src/styles/base.css': '',
  'packages/matching/test/cases/one.json': '',
  'packages/matching/src/cases.test.ts': "readdirSync(resolve(import.meta.dirname, '../test/cases'));",
  'packages/matching/src/case.test.ts': ['readFileSync(`../test/cases/o$', '{name}.json`)'].join(''),
  'apps/server/migrations/0001_spot.sql': 'create table old_thing (id bigint);',
  'apps/server/migrations/0002_change.sql': 'alter table old_thing add column name text;',
  ...Object.fromEntries(
    [3, 4, 5].map((number) => [`apps/server/migrations/000${number}_add.sql`, 'create table new_thing (id bigint);']),
  ),
  'apps/server/content/articles.json': '[]',
  'apps/server/src/platform/db/migrate.ts': "const FOLDER = resolve(import.meta.dirname, '../../migrations');",
  'apps/server/src/modules/spot/index.ts': "import { fee } from '@app/domain/spot';\nsql`select from new_thing`;",
  ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`apps/server/src/modules/other/${name}.db.test.ts`, ''])),
  'apps/server/src/modules/spot/spot.db.test.ts': "import './index.ts';\nimport '../../../test/testbed.ts';",
  'apps/server/src/modules/spot/thread.ts': '',
  'apps/server/src/modules/spot/open.ts': "new Worker(new URL('./thread.ts', import.meta.url));",
  'apps/server/src/modules/spot/open.test.ts': "import './open.ts';",
  'apps/server/src/modules/wallet/index.ts': "import type { Wallet } from '@app/domain/wallet';",
  'apps/server/src/modules/wallet/wallet.db.test.ts': "import './index.ts';",
  'apps/server/src/modules/wallet/rates.yaml': '',
  'apps/server/src/bin/worker.ts': "import '../modules/wallet/index.ts';",
  'apps/server/src/bin/worker.db.test.ts': "spawn(join(import.meta.dirname, 'worker.ts'));",
  'apps/server/test/testbed.ts': "import { migrate } from '../src/platform/db/migrate.ts';",
  'apps/web/src/app/screens.ts':
    "import '../features/spot/spot.screens.ts';\nimport '../features/market/market.screens.ts';",
  'apps/web/src/features/spot/spot.screens.ts': `[
    { path: '/pages/transaction/currency', load: () => import('./trade/spot-screen.tsx') },
    coming('/pages/transaction/later', 'user'),
    { path: '/pages/transaction/orders', load: () => import('./orders/orders-screen.tsx') },
  ]`,
  'apps/web/src/features/spot/trade/spot-screen.tsx': "import { fee } from '@app/domain/spot';",
  'apps/web/src/features/spot/orders/orders-screen.tsx': "t('spot.orders')",
  'apps/web/src/features/spot/spot.panels.ts':
    "{ 'chart.book': { texts: [], load: () => import('./book-panel.tsx') } }",
  'apps/web/src/features/spot/book-panel.tsx': '',
  'apps/web/src/features/market/market.screens.ts':
    "const load = () => import('./market-screen.tsx');\n[{ path: '/pages/market/market', load }]",
  'apps/web/src/features/market/market-screen.tsx': "import { Details } from './details.tsx';",
  'apps/web/src/features/market/details.tsx': ['return <Slot name={`chart.$', '{tab}`} />;'].join(''),
  'apps/e2e/spot.spec.ts': '',
  'apps/e2e/spot-entry.spec.ts': "import './spot-actions.ts';",
  'apps/e2e/spot-actions.ts': '',
  'apps/e2e/books.spec.ts': '',
  'apps/e2e/markets.spec.ts': '',
  'apps/e2e/support.spec.ts': '',
  'apps/e2e/claim.spec.ts': '',
  'apps/e2e/not-listed.spec.ts': '',
  'tools/torture/lease.ts': "fork(join(import.meta.dirname, 'lease/owner.ts'));",
  'tools/torture/lease/owner.ts': '',
  'tools/verify/verify.ts': '',
  'tools/verify/verify.test.ts': '',
  'tools/new/draft.ts': '',
  'tools/new/draft.test.ts': "import './draft.ts';",
  'tools/trial/a.ts': '',
  'packages/verifier/src/judge.test.ts': '',
  'packages/i18n/src/spot/zh.json': '{}',
  'packages/i18n/src/wallet/en.json': '{}',
  'packages/i18n/src/refusal/en.json': '{}',
  'apps/admin/src/features/staff/desk.tsx': '',
  'apps/admin/src/app/desk.css': '',
  'docs/decisions.md': '',
};
const TRIALS = [
  { name: 'torture kills', file: 'tools/torture/kills.ts', touches: ['apps/server/src/modules/ledger/'] },
  { name: 'torture lease', file: 'tools/torture/lease.ts', touches: [] },
  { name: 'torture spot', file: 'tools/torture/spot.ts', touches: ['apps/server/src/modules/spot/'] },
];
const repository = { tree: plant(PLANTED), trials: TRIALS, head: '00000001' };

const changing = (...files: string[]): Selection => select({ base: 'base', files, added: [], before: {} }, repository);
/** Returns the tests that a file reaches. */
const testsReached = (file: string) =>
  [...reach(usersOf(repository.tree), [file])].filter((path) => path !== file && path.endsWith('.test.ts'));
const chosen = (selection: Selection) =>
  Object.fromEntries(
    Object.entries(selection).map(([tier, { chosen: some, of }]) => [tier, some.length === of ? 'all' : some]),
  );
const CORE = ['spot', 'not-listed'];
const OTHERS = ['other/a', 'other/b', 'other/c', 'other/d', 'wallet/wallet'].map(
  (name) => `apps/server/src/modules/${name}.db.test.ts`,
);
const EVERYTHING = { unit: 'all', db: 'all', journeys: 'all', screens: 'all', trials: 'all' };
const NOTHING = { unit: [], db: [], journeys: [], screens: [], trials: [] };

describe('what a change can break, by imports', () => {
  it('given a file, then the test that imports it is selected', () => {
    expect(changing('apps/web/src/features/spot/orders/orders-screen.tsx').screens.chosen).toEqual([
      '/pages/transaction/orders',
    ]);
    expect(testsReached('packages/domain/src/wallet/index.ts')).toEqual(['packages/domain/src/wallet/wallet.test.ts']);
  });

  it('given a file, then everything that uses it is selected, across packages too', () => {
    const found = changing('packages/domain/src/spot/fee.ts');
    expect(testsReached('packages/domain/src/spot/fee.ts')).toContain('packages/domain/src/spot/fee.test.ts');
    expect(found.db.chosen).toEqual(['apps/server/src/modules/spot/spot.db.test.ts']);
    expect(found.screens.chosen).toEqual(['/pages/transaction/currency']);
    expect(found.trials.chosen).toEqual(['torture spot']);
    expect(found.journeys.chosen).toEqual(['spot', 'spot-entry', 'not-listed']);
    expect(found.journeys.why).toBe('spot, core');
  });

  it('given a file of which only types are used, then its users are not selected', () => {
    expect(changing('packages/domain/src/wallet/index.ts').db.chosen).toEqual([]);
  });

  it('given a test helper, then the tests that use it are selected, and no journey or trial', () => {
    const { db, journeys, trials } = changing('apps/server/test/testbed.ts');
    expect(db.chosen).toEqual(['apps/server/src/modules/spot/spot.db.test.ts']);
    expect([journeys.chosen, trials.why]).toEqual([CORE, 'none is touched: a sample by commit']);
  });

  it('given a journey helper, then the journeys that use it are selected', () => {
    expect(changing('apps/e2e/spot-actions.ts').journeys.chosen).toContain('spot-entry');
    expect(changing('apps/e2e/books.spec.ts').journeys.chosen).toContain('books');
  });

  it('given a test, then only itself is selected, wherever it is', () => {
    const found = changing('apps/server/src/modules/spot/spot.db.test.ts');
    expect(found.db.chosen).toEqual(['apps/server/src/modules/spot/spot.db.test.ts']);
    expect(found.journeys.chosen).not.toContain('spot-entry');
    expect(found.trials.why).toBe('none is touched: a sample by commit');
    expect(changing('apps/server/src/platform/a.test.ts').trials.why).toBe(found.trials.why);
  });

  it('given a panel, then the screens with a slot for it are selected', () => {
    expect(changing('apps/web/src/features/spot/book-panel.tsx').screens.chosen).toEqual(['/pages/market/market']);
  });

  it('given a table of screens, then all its screens are selected', () => {
    expect(changing('apps/web/src/features/spot/spot.screens.ts').screens.chosen).toEqual([
      '/pages/transaction/currency',
      '/pages/transaction/orders',
    ]);
  });
});

describe('what a change can break, by paths', () => {
  it('given a program started by its path, then the test and the trial that start it are selected', () => {
    expect(changing('apps/server/src/modules/wallet/index.ts').db.chosen).toContain(
      'apps/server/src/bin/worker.db.test.ts',
    );
    expect(testsReached('apps/server/src/modules/spot/thread.ts')).toEqual([
      'apps/server/src/modules/spot/open.test.ts',
    ]);
    expect(changing('tools/torture/lease/owner.ts').trials.chosen).toEqual(['torture lease']);
  });

  it('given a file in a folder that is read, then the tests that read it are selected', () => {
    expect(testsReached('packages/matching/test/cases/one.json')).toEqual([
      'packages/matching/src/cases.test.ts',
      'packages/matching/src/case.test.ts',
    ]);
  });

  it('given a process of the product, then all journeys and trials are selected', () => {
    expect(chosen(changing('apps/server/src/bin/worker.ts'))).toMatchObject({
      journeys: 'all',
      trials: 'all',
      screens: [],
    });
  });

  it('given a migration that changes what exists, then everything with a database is selected', () => {
    const whole = { db: 'all', journeys: 'all', trials: 'all', screens: [] };
    expect(chosen(changing('apps/server/migrations/0002_change.sql'))).toMatchObject(whole);
    const edited = { base: 'base', files: ['apps/server/migrations/0003_add.sql'], added: [], before: {} };
    expect(chosen(select(edited, repository))).toMatchObject(whole);
  });

  it('given a new migration that only adds, then what names its tables is selected, the core, and others by turns', () => {
    const dbOf = (number: number) => {
      const path = `apps/server/migrations/000${number}_add.sql`;
      return select({ base: 'base', files: [path], added: [path], before: {} }, repository);
    };
    const found = dbOf(3);
    expect(found.journeys.chosen).toEqual(['spot', 'spot-entry', 'not-listed']);
    expect(found.trials.chosen).toEqual(['torture kills', 'torture spot']);
    const always = ['apps/server/src/bin/worker.db.test.ts', 'apps/server/src/modules/spot/spot.db.test.ts'];
    const others = [3, 4, 5].map((number) => dbOf(number).db.chosen.filter((path) => !always.includes(path)));
    for (const number of [3, 4, 5]) expect(dbOf(number).db.chosen).toEqual(expect.arrayContaining(always));
    expect(others.flat().toSorted()).toEqual(OTHERS);
    expect(others.every((some) => some.length < OTHERS.length)).toBe(true);
  });

  it('given a style, then all screens and journeys are selected', () => {
    expect(chosen(changing('packages/ui/src/styles/base.css'))).toMatchObject({
      journeys: 'all',
      screens: 'all',
      db: [],
    });
  });

  it('given texts of the app, then what shows them is selected; everything if nothing does, or the server reads them', () => {
    const found = changing('packages/i18n/src/spot/en.json', 'packages/i18n/src/spot/zh.json');
    expect(found.screens.chosen).toEqual(['/pages/transaction/orders']);
    expect(found.journeys.chosen).toEqual(['spot', 'spot-entry', 'not-listed']);
    expect(found.db.chosen).toEqual([]);
    const english = 'packages/i18n/src/spot/en.json';
    const from = (before: string) =>
      select({ base: 'base', files: [english], added: [], before: { [english]: before } }, repository);
    expect(from('{ "a": "A" }').screens.chosen).toEqual([]);
    expect(from('{ "a": "A", "b": "Other" }').screens.chosen).toEqual(found.screens.chosen);
    expect(from('{ "a": "A", "c": "C" }').screens.chosen).toEqual(found.screens.chosen);
    const whole = { db: 'all', journeys: 'all', screens: 'all' };
    expect(chosen(changing('packages/i18n/src/wallet/en.json'))).toMatchObject(whole);
    expect(chosen(changing('packages/i18n/src/refusal/en.json'))).toMatchObject(whole);
  });

  it('given the back office, then the journeys that open it are selected', () => {
    const inBackOffice = [...CORE, 'support', 'claim'].sort();
    for (const path of ['apps/admin/src/features/staff/desk.tsx', 'apps/admin/src/app/desk.css']) {
      const { journeys, screens } = changing(path);
      expect([...journeys.chosen].sort(), path).toEqual(inBackOffice);
      expect(screens.chosen, path).toEqual([]);
    }
  });

  it('given the tools that run trials, then all trials are selected, and of the rest what imports them', () => {
    const { db, trials } = changing('tools/trial/a.ts');
    expect([db.chosen, trials.chosen.length]).toEqual([[], TRIALS.length]);
  });

  it('given a list of all routes, then tests of the list are selected, and no feature that reads it', () => {
    const list = 'packages/protocol/src/routes.ts';
    const route = 'packages/protocol/src/spot/routes.ts';
    const reader = 'apps/server/src/modules/wallet/read.ts';
    const ofList = 'apps/server/src/bin/all.db.test.ts';
    const ofReader = 'apps/server/src/modules/wallet/read.db.test.ts';
    const tree = plant({
      ...PLANTED,
      [route]: 'export const order = 1;',
      [list]: "import * as spot from './spot/routes.ts';\nexport const ROUTES = [spot];",
      [reader]: "import { ROUTES } from '../../../../../packages/protocol/src/routes.ts';",
      [ofList]: "import { ROUTES } from '../../../../packages/protocol/src/routes.ts';",
      [ofReader]: "import './read.ts';",
    });
    const changed = (file: string) =>
      select({ base: 'base', files: [file], added: [], before: {} }, { ...repository, tree });
    expect(changed(route).db.chosen).toEqual([ofList]);
    expect(changed(route).journeys.chosen).toEqual(['spot', 'spot-entry', 'not-listed']);
    expect(changed(list).db.chosen).toEqual([ofList, ofReader]);
    expect(changed(list).journeys.chosen).toContain('books');
  });

  it('given a process, then trials of processes are selected only if it has changed itself', () => {
    const trials = [
      ...TRIALS,
      { name: 'torture bin', file: 'tools/torture/bin.ts', touches: ['apps/server/src/bin/'] },
    ];
    const touchedBy = (file: string) =>
      select({ base: 'base', files: [file], added: [], before: {} }, { ...repository, trials }).trials.chosen;
    expect(touchedBy('apps/server/src/modules/wallet/index.ts')).not.toContain('torture bin');
    expect(touchedBy('apps/server/src/modules/spot/index.ts')).toEqual(['torture spot']);
    expect(touchedBy('apps/server/src/bin/worker.ts')).toContain('torture bin');
  });

  it('given tools that nothing changed reaches, then their unit tests do not run; all others do', () => {
    const unitOf = (...files: string[]) => changing(...files).unit;
    const found = unitOf('apps/web/src/features/spot/orders/orders-screen.tsx');
    expect(found.of - found.chosen.length).toBe(2);
    expect(found.chosen).toContain('tools/verify/verify.test.ts');
    expect(unitOf('tools/new/draft.ts').chosen).toContain('tools/new/draft.test.ts');
    expect(unitOf('tools/new/draft.ts').chosen).not.toContain('packages/verifier/src/judge.test.ts');
  });

  it('given an article, then everything that shows articles is selected, although it is a document', () => {
    expect(chosen(changing('apps/server/content/en/first.md'))).toMatchObject({ db: 'all', journeys: 'all' });
  });

  it('given a removed file, then whatever its folder reaches is selected', () => {
    expect(changing('apps/server/src/modules/spot/gone.ts').trials.chosen).toEqual(['torture spot']);
  });
});

describe('everything or nothing', () => {
  it('given only documents, then nothing is selected', () => {
    expect(chosen(changing('docs/decisions.md', 'docs/screens/home.webp', 'packages/ui/README.md'))).toEqual(NOTHING);
    expect(chosen(changing('docs/decisions.md', 'tools/verify/verify.ts')).journeys).toEqual(['spot', 'not-listed']);
  });

  it('given a file that no rule matches, or that nothing refers to, then everything is selected', () => {
    expect(chosen(changing('apps/robot/main.ts'))).toEqual(EVERYTHING);
    expect(chosen(changing('Makefile'))).toEqual(EVERYTHING);
    expect(chosen(changing('apps/server/src/modules/wallet/rates.yaml'))).toEqual(EVERYTHING);
  });

  it.each([
    '.ci/run',
    '.npmrc',
    'apps/web/tsconfig.json',
    'package-lock.json',
    'packages/base/src/a.ts',
    'packages/money/package.json',
    'packages/protocol/src/route.ts',
    'packages/testkit/src/a.ts',
    'tools/affected/rules.ts',
    'tools/browser/a.ts',
    'tools/ci/a.ts',
    'tools/dev/a.ts',
    'tools/services/a.ts',
    'tools/stack/a.ts',
    'tsconfig.base.json',
    'vitest.config.ts',
  ])('given %s, then everything is selected', (path) =>
    expect(chosen(changing('docs/decisions.md', path))).toEqual(EVERYTHING),
  );

  it.each([
    'apps/web/src/app/a.tsx',
    'apps/web/src/data/a.ts',
    'apps/web/src/lib/a.ts',
    'apps/web/index.html',
    'packages/ui/src/a.tsx',
  ])('given %s, then all screens and journeys are selected', (path) =>
    expect(chosen(changing(path))).toMatchObject({ journeys: 'all', screens: 'all', db: [] }),
  );

  it('given a dependency of every server process, then everything that starts one is selected', () => {
    expect(chosen(changing('apps/server/src/platform/a.ts'))).toMatchObject({
      db: 'all',
      journeys: 'all',
      trials: 'all',
      screens: [],
    });
  });

  it('given a file that tests read from disk, then those tests are selected', () => {
    expect(chosen(changing('docs/spec/routes.json'))).toMatchObject({ unit: 'all', screens: 'all' });
    expect(chosen(changing('apps/server/testdata/a.json'))).toMatchObject({ unit: 'all', db: 'all' });
    expect(chosen(changing('apps/e2e/close-browser.ts'))).toMatchObject({ journeys: 'all', screens: [] });
  });

  it('given everything counts as changed, then everything is selected, with the reason', () => {
    const found = select({ all: 'the history is shallow' }, repository);
    expect(chosen(found)).toEqual(EVERYTHING);
    expect(found.db.why).toBe('the history is shallow');
  });

  it('given no trial is touched, then one fixed trial and one chosen by the commit are selected', () => {
    const sampleOf = (head: string) =>
      select({ base: 'base', files: ['tools/verify/verify.ts'], added: [], before: {} }, { ...repository, head }).trials
        .chosen;
    expect(sampleOf('00000000')).toEqual(['torture kills', 'torture lease']);
    expect(sampleOf('00000001')).toEqual(['torture kills', 'torture spot']);
  });
});
