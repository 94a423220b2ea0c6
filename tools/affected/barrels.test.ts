import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plant } from '../tidy/planted.ts';
import { readTree, type Source } from '../tidy/tree.ts';
import { filesAddedTo, followBarrels } from './barrels.ts';
import { type Graph, reach, usersOf } from './graph.ts';

const TOP = resolve(import.meta.dirname, '../..');
/** Barrels that load fast and without a server. */
const LOADED = /^packages\/(?:base|domain|matching|money|protocol|verifier)\/src\/(?:.*\/)?index\.ts$/;

const FEE = 'packages/domain/src/spot/fee.ts';
const BOOK = 'packages/domain/src/spot/book.ts';
const BARREL = 'packages/domain/src/spot/index.ts';
const OUTER = 'packages/domain/src/outer/index.ts';
const PLANTED = {
  'packages/domain/package.json': '{ "exports": { "./*": "./src/*/index.ts" } }',
  [FEE]: 'export const fee = 1, cost = 2;\nexport type Fee = 1;',
  [BOOK]: 'const open = 1;\nexport async function* read() {}\nexport { open as opened };\nexport default open;',
  [BARREL]: "export { fee, type Fee, cost as price } from './fee.ts';\nexport * from './book.ts';",
  [OUTER]: "export { fee } from '../spot/index.ts';\nexport * as spot from '../spot/index.ts';",
};

/** Returns what a file uses that contains a text. */
function usedIn(text: string): string[] {
  const tree = plant({ ...PLANTED, 'apps/server/src/bin/api.ts': text });
  const source = tree.sources.find(({ path }) => path.endsWith('api.ts')) as Source; // Planted.
  return [...followBarrels(tree).usedBy(source)].sort();
}

describe('what an import of a barrel uses', () => {
  it.each([
    ["import { fee } from '@app/domain/spot';", [FEE]],
    ["import { price } from '@app/domain/spot';", [FEE]],
    ["import { read, type Fee } from '@app/domain/spot';", [BOOK]],
    ["import { opened as o } from '@app/domain/spot';", [BOOK]],
    ["export { read } from '@app/domain/spot';", [BOOK]],
    ["import { type Fee } from '@app/domain/spot';", []],
    ["import { fee } from '@app/domain/spot';\nimport { read } from '@app/domain/spot';", [BOOK, FEE]],
    ["import * as spot from '@app/domain/spot';\nspot.fee + spot.price", [FEE]],
  ])('given %j, then the barrel and the files that define the names', (text, files) =>
    expect(usedIn(text)).toEqual([...files, BARREL].sort()),
  );

  it.each([
    "import { unknown } from '@app/domain/spot';",
    "import '@app/domain/spot';",
    "await import('@app/domain/spot');",
    "import * as spot from '@app/domain/spot';\nlist([spot]);",
    "import * as spot from '@app/domain/spot';\nspot.fee + spot.unknown",
    "import spot from '@app/domain/spot';",
    "export * from '@app/domain/spot';",
    "export * as spot from '@app/domain/spot';",
  ])('given %j, then all of it', (text) => expect(usedIn(text)).toEqual([BOOK, FEE, BARREL].sort()));

  it('given a barrel of barrels, then it is followed to the end', () => {
    expect(usedIn("import { fee } from '@app/domain/outer';")).toEqual([FEE, BARREL, OUTER].sort());
    expect(usedIn("import { spot } from '@app/domain/outer';")).toEqual([FEE, BOOK, BARREL, OUTER].sort());
    expect(usedIn("import '@app/domain/outer';")).toEqual([FEE, BOOK, BARREL, OUTER].sort());
  });

  it('given only types, then nothing', () =>
    expect(usedIn("import type { Fee } from '@app/domain/spot';")).toEqual([]));

  it('given barrels that export each other, then what defines the name is still found', () => {
    const tree = plant({
      'packages/domain/src/a/index.ts': "export * from '../b/index.ts';",
      'packages/domain/src/b/index.ts': "export * from '../a/index.ts';\nexport * from './c.ts';",
      'packages/domain/src/b/c.ts': 'export const c = 1;',
      'packages/domain/src/user.ts': "import { c } from './a/index.ts';",
    });
    expect(reach(usersOf(tree), ['packages/domain/src/b/c.ts'])).toContain('packages/domain/src/user.ts');
  });

  it('given a barrel named by its path, then all of it is used', () => {
    const tree = plant({ ...PLANTED, 'packages/domain/src/all.test.ts': `read('../../../${BARREL}');` });
    expect(reach(usersOf(tree), [BOOK])).toContain('packages/domain/src/all.test.ts');
  });
});

describe('a changed barrel', () => {
  const BEFORE = "export { a, type A } from './a.ts';\nexport * from './b.ts';\n";
  const behind = (now: string, before = BEFORE) => {
    const path = 'packages/domain/src/it/index.ts';
    return filesAddedTo(path, before, plant({ [path]: now }));
  };

  it.each([
    [`${BEFORE}export { c } from './c.ts';`, ['c.ts']],
    [`export { a as d } from './a.ts';\n${BEFORE}export * as all from './all.ts';`, ['a.ts', 'all.ts']],
    ["// Comment.\nexport {\n  a,\n  more,\n} from './a.ts';\nexport * from './b.ts';", ['a.ts']],
    [`${BEFORE}export type { B } from './types.ts';`, []],
    [`${BEFORE}export { z } from 'zod';`, []],
  ])('given it only exports more, then the files behind the new names are returned: %j', (now, files) =>
    expect(behind(now)).toEqual(files.map((file) => `packages/domain/src/it/${file}`)),
  );

  it.each([
    "export { a } from './a.ts';",
    "export { a } from './b.ts';\nexport * from './b.ts';",
    "export { b as a } from './a.ts';\nexport * from './b.ts';",
    `${BEFORE}export const c = 1;`,
    `${BEFORE}import './c.ts';`,
    `${BEFORE}start();`,
  ])('given anything else, then it is unknown: %j', (now) => expect(behind(now)).toBeUndefined());

  it('given it had code of its own, or lost a name from outside, then it is unknown', () => {
    expect(behind(BEFORE, `${BEFORE}start();`)).toBeUndefined();
    expect(behind(BEFORE, `${BEFORE}export { z } from 'zod';`)).toBeUndefined();
  });
});

describe('in this repository', () => {
  const tree = readTree(TOP);
  const graph = usersOf(tree);
  const followed = followBarrels(tree);

  it('never reaches more than imports of whole barrels would', () => {
    const imports = ({ imports: found }: Source) => found.map((each) => ({ ...each, taken: [], isPassedOn: false }));
    const whole = usersOf({
      ...tree,
      sources: tree.sources.map((source) => ({ ...source, imports: imports(source) })),
    });
    fc.assert(
      fc.property(fc.constantFrom(...tree.sources.map(({ path }) => path)), (path) => {
        const wide = reach(whole, [path]);
        expect([...reach(graph, [path])].filter((found) => !wide.has(found))).toEqual([]);
      }),
      { numRuns: 50 },
    );
    const reached = (each: Graph) => reach(each, ['packages/money/src/display.ts']).size;
    expect(reached(graph)).toBeLessThan(reached(whole) / 2);
  });

  it('finds the file that truly defines a name: one that exports the same value', { timeout: 30_000 }, async () => {
    const sources = tree.sources.filter(({ path }) => path.startsWith('packages/'));
    const barrels = sources.filter(({ path, imports }) => LOADED.test(path) && imports.some((each) => each.isPassedOn));
    const load = (path: string) => import(join(TOP, path)) as Promise<Record<string, unknown>>;
    const wrong: string[] = [];
    let count = 0;
    for (const { path: barrel } of barrels) {
      const exported = await load(barrel);
      for (const [name, value] of Object.entries(exported)) {
        count += 1;
        const [user] = plant({ 'tools/user.ts': `import { ${name} } from '../${barrel}';` }).sources;
        const used = user === undefined ? [] : followed.usedBy(user);
        const files = [...used].filter((path) => !path.endsWith('/index.ts'));
        const modules = await Promise.all(files.map(load));
        const isFound = modules.some((module) => module === value || Object.values(module).includes(value));
        if (files.length !== 1 || !isFound) wrong.push(`${barrel}: ${name}: ${files.join(', ')}`);
      }
    }
    expect(count).toBeGreaterThan(300);
    expect(wrong).toEqual([]);
  });
});
