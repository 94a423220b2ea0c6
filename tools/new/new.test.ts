import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeDraft } from './draft.ts';
import { planNew } from './plan.ts';

const REPOSITORY = resolve(import.meta.dirname, '../..');
/** What commands read or change, and what must resolve to the changed files; other packages are linked. */
const COPIED = [
  ...['packages/domain', 'packages/protocol', 'packages/i18n', 'apps/server', 'apps/web/src', 'apps/web/package.json'],
  ...['docs/spec', 'docs/STYLE.md', 'tools/tidy/import-rules.ts'],
];
const isCopied = (file: string) =>
  /\/[^/.]+$|\.tsx?$|\.json$|\.md$/.test(file) && !/\.test\.ts$|\/(?:node_modules|migrations)$/.test(file);

/** The table of a feature whose only page is announced. */
const PLANNED = 'apps/web/src/features/planned/planned.screens.ts';
const TABLE = `import { coming, type Screen } from '../../data/app/screen.ts';

export const plannedScreens: readonly Screen[] = [coming('/pages/planned/page', 'user', 'planned.page')];
`;
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'new-'));
  for (const path of COPIED)
    cpSync(join(REPOSITORY, path), join(copy, path), { recursive: true, filter: (file) => isCopied(file) });
  linkModules();
  mkdirSync(join(copy, PLANNED, '..'));
  writeFileSync(join(copy, PLANNED), TABLE);
});
afterAll(() => rmSync(copy, { recursive: true }));

/** Links all packages; those that are copied resolve to the copy. */
function linkModules(): void {
  const modules = join(REPOSITORY, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@app'), { recursive: true });
  for (const name of readdirSync(modules))
    if (name !== '@app') symlinkSync(join(modules, name), join(copy, 'node_modules', name));
  for (const name of readdirSync(join(REPOSITORY, 'packages'))) {
    const root = COPIED.includes(`packages/${name}`) ? copy : REPOSITORY;
    symlinkSync(join(root, 'packages', name), join(copy, 'node_modules/@app', name));
  }
}

/** Generates into the copy and returns the touched files. */
function run(command: string): string[] {
  const draft = planNew(copy, command.split(' '));
  writeDraft(copy, draft);
  return [...draft.files.keys()];
}

/**
 * Loads the generated parts with everything they import: a name or file that does not exist ends the program. Types are
 * left to `npm run check`, which takes longer than a test may.
 */
const PROGRAM = `
const { NAMED_ROUTES } = await import('./packages/protocol/src/index.ts');
const { SCREENS } = await import('./apps/web/src/app/screens.ts');
const modules = ['wallet', 'auth', 'sample', 'planned'].map((name) => './apps/server/src/modules/' + name + '/index.ts');
const names = (await Promise.all(modules.map((path) => import(path)))).flatMap(Object.keys);
const built = SCREENS.filter((screen) => 'load' in screen);
console.log(JSON.stringify({ routes: NAMED_ROUTES.map(([name]) => name), built: built.map(({ path }) => path), names }));
`;

function load(): { routes: string[]; built: string[]; names: string[] } {
  const args = ['--input-type=module', '--eval', PROGRAM];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Returns relative imports of a generated file that lead nowhere. */
const strayImports = (path: string) =>
  [...read(path).matchAll(/(?:from |import\()'(\.[^']+)'/g)]
    .map(([, specifier = '']) => join(path, '..', specifier))
    .filter((target) => !existsSync(join(copy, target)));

const read = (path: string) => readFileSync(join(copy, path), 'utf8');

describe('what is generated', () => {
  it('loads and is registered everywhere, for every kind of feature', () => {
    const touched = [
      ...run('endpoint wallet list-samples'),
      ...run('endpoint auth list-tokens-of-tests'), // Its routes are in several files.
      ...run('screen wallet samples'),
      ...run('screen planned page --path /pages/planned/page'),
      ...run('feature sample'),
      ...run('feature planned'), // Its page is announced.
    ];
    const { routes, built, names } = load();
    expect(routes).toEqual(expect.arrayContaining(['listSamples', 'listTokensOfTests', 'listSample', 'listPlanned']));
    expect(built).toEqual(expect.arrayContaining(['/pages/plus/samples', '/pages/plus/sample']));
    expect(names).toEqual(expect.arrayContaining(['sampleRoutes', 'plannedRoutes']));
    expect(touched.filter((path) => path.startsWith('apps/')).flatMap(strayImports)).toEqual([]);
    expect(read('apps/server/src/bin/api-app.ts')).toContain('sampleRoutes(http, deps);');
    expect(read('packages/i18n/src/catalogue.ts')).toContain('sample: typeof sample;');
    expect(read('packages/i18n/src/wallet/en.json')).toContain('"samples.title": "Samples"');
    expect(read('packages/i18n/src/wallet/zh.json')).toContain('"samples.title": "[untranslated] Samples"');
    expect(read('docs/spec/plus-routes.json')).toContain('"plus/samples", "access": "user"');
    expect(read(PLANNED)).toContain("search: { title: 'planned.page.title', icon: 'list' }");
    expect(read(PLANNED)).not.toContain('coming');
    expect(read('docs/STYLE.md')).toMatch(/^3 .*sample {2}planned {2}spot/m);
    expect(read('tools/tidy/import-rules.ts')).toContain("'sample', 'planned', ");
  });

  it('is within twelve files for an endpoint and a screen, apart from texts', () => {
    const touched = new Set(['endpoint spot list-trials', 'screen spot trials'].flatMap(run));
    expect([...touched].filter((path) => !path.startsWith('packages/i18n/')).length).toBeLessThanOrEqual(12);
  });
});

describe('a command that cannot succeed', () => {
  it.each([
    ['endpoint nothing list-rows', 'npm run new feature nothing'],
    ['endpoint wallet change-wallet', 'there is a route changeWallet already'],
    ['endpoint wallet listCards', 'words-with-dashes'],
    ['screen wallet assets --path /pages/fund/assets', 'no `coming` row for /pages/fund/assets'],
    ['screen limits limits', 'plus/limits is listed already'],
    ['feature wallet', 'exists already'],
    ['page wallet cards', 'Say what to generate'],
  ])('%s says why', (command, reason) => {
    expect(() => planNew(REPOSITORY, command.split(' '))).toThrow(reason);
  });

  it('given a missing anchor, then it is named with its file', () => {
    const path = 'apps/server/src/bin/api-app.ts';
    const whole = read(path);
    try {
      writeFileSync(join(copy, path), whole.replace('return { http, metrics, callers };', ''));
      const reason = `${path}: there is no "  return { http, metrics, callers };" to insert at.`;
      expect(() => planNew(copy, ['feature', 'vault'])).toThrow(reason);
    } finally {
      writeFileSync(join(copy, path), whole);
    }
  });
});
