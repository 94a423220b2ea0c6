import { describe, expect, it } from 'vitest';
import { plant } from '../tidy/planted.ts';
import { type Selection, select } from './select.ts';

/** Small product: a domain, a module, a process started by its path, screens with a slot, and their tests. */
const PLANTED = {
  'packages/domain/package.json': '{ "exports": { "./*": "./src/*/index.ts" } }',
  'packages/domain/src/spot/index.ts': "export * from './fee.ts';",
  'packages/domain/src/spot/fee.ts': 'export const fee = 1;',
  'packages/domain/src/spot/fee.test.ts': "import { fee } from './fee.ts';",
  'packages/domain/src/wallet/index.ts': 'export type Wallet = 1;',
  'packages/domain/src/wallet/wallet.test.ts': "import './index.ts';",
  'packages/i18n/src/spot/en.json': '{}',
  'packages/ui/src/styles/base.css': '',
  'packages/matching/test/cases/one.json': '',
  'packages/matching/src/cases.test.ts': "readdirSync(resolve(import.meta.dirname, '../test/cases'));",
  'packages/matching/src/case.test.ts': ['readFileSync(`../test/cases/o$', '{name}.json`)'].join(''),
  'apps/server/migrations/0001_spot.sql': '',
  'apps/server/content/articles.json': '[]',
  'apps/server/src/platform/db/migrate.ts': "const FOLDER = resolve(import.meta.dirname, '../../migrations');",
  'apps/server/src/modules/spot/index.ts': "import { fee } from '@app/domain/spot';",
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
  'apps/web/src/features/spot/orders/orders-screen.tsx': '',
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
  'apps/e2e/not-listed.spec.ts': '',
  'tools/torture/lease.ts': "fork(join(import.meta.dirname, 'lease/owner.ts'));",
  'tools/torture/lease/owner.ts': '',
  'tools/verify/verify.ts': '',
  'docs/decisions.md': '',
};
const TRIALS = [
  { name: 'torture kills', file: 'tools/torture/kills.ts', touches: ['apps/server/src/modules/ledger/'] },
  { name: 'torture lease', file: 'tools/torture/lease.ts', touches: [] },
  { name: 'torture spot', file: 'tools/torture/spot.ts', touches: ['apps/server/src/modules/spot/'] },
];
const repository = { tree: plant(PLANTED), trials: TRIALS, head: '00000001' };

const changing = (...files: string[]): Selection => select({ base: 'base', files }, repository);
const chosen = (selection: Selection) =>
  Object.fromEntries(
    Object.entries(selection).map(([tier, { chosen: some, of }]) => [tier, some.length === of ? 'all' : some]),
  );
const CORE = ['spot', 'not-listed'];
const EVERYTHING = { unit: 'all', db: 'all', journeys: 'all', screens: 'all', trials: 'all' };
const NOTHING = { unit: [], db: [], journeys: [], screens: [], trials: [] };

describe('what a change can break, by imports', () => {
  it('given a file, then the test that imports it is selected', () => {
    expect(changing('apps/web/src/features/spot/orders/orders-screen.tsx').screens.chosen).toEqual([
      '/pages/transaction/orders',
    ]);
    expect(changing('packages/domain/src/wallet/index.ts').unit.chosen).toEqual([
      'packages/domain/src/wallet/wallet.test.ts',
    ]);
  });

  it('given a file, then everything that uses it is selected, across packages too', () => {
    const found = changing('packages/domain/src/spot/fee.ts');
    expect(found.unit.chosen).toEqual(['packages/domain/src/spot/fee.test.ts']);
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
    expect(changing('apps/server/src/modules/spot/thread.ts').unit.chosen).toEqual([
      'apps/server/src/modules/spot/open.test.ts',
    ]);
    expect(changing('tools/torture/lease/owner.ts').trials.chosen).toEqual(['torture lease']);
  });

  it('given a file in a folder that is read, then the tests that read it are selected', () => {
    expect(changing('packages/matching/test/cases/one.json').unit.chosen).toEqual([
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

  it('given a migration, then everything with a database is selected', () => {
    expect(chosen(changing('apps/server/migrations/0001_spot.sql'))).toMatchObject({
      db: 'all',
      journeys: 'all',
      trials: 'all',
      unit: [],
      screens: [],
    });
  });

  it('given a style, then all screens and journeys are selected', () => {
    expect(chosen(changing('packages/ui/src/styles/base.css'))).toMatchObject({
      journeys: 'all',
      screens: 'all',
      unit: [],
      db: [],
    });
  });

  it('given a catalogue, then everything that shows texts is selected', () => {
    expect(chosen(changing('packages/i18n/src/spot/en.json'))).toMatchObject({
      unit: 'all',
      db: 'all',
      journeys: 'all',
      screens: 'all',
      trials: ['torture kills', 'torture spot'],
    });
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
    'packages/protocol/src/a.ts',
    'packages/testkit/src/a.ts',
    'tools/affected/rules.ts',
    'tools/browser/a.ts',
    'tools/ci/a.ts',
    'tools/dev/a.ts',
    'tools/services/a.ts',
    'tools/stack/a.ts',
    'tools/trial/a.ts',
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
      select({ base: 'base', files: ['tools/verify/verify.ts'] }, { ...repository, head }).trials.chosen;
    expect(sampleOf('00000000')).toEqual(['torture kills', 'torture lease']);
    expect(sampleOf('00000001')).toEqual(['torture kills', 'torture spot']);
  });
});
