import { describe, expect, it } from 'vitest';
import { countImporters, countOldWords, countPackings, largeFolders, measureFiles } from './measure.ts';

const lines = (count: number, first = '') => `${first}\n`.concat('x;\n'.repeat(count - 1));
const sources = new Map([
  ['apps/web/src/a.ts', lines(10, "import { b } from './b.ts';")],
  ['apps/web/src/b.ts', lines(20, "import type { C } from '../src/c.ts';")],
  ['apps/web/src/c.ts', lines(30)],
  ['apps/web/src/d.ts', lines(40, "const load = () => import('./c.ts');")],
  ['apps/web/src/c.test.ts', lines(50, "import { c } from './c.ts'; import './a.ts';")],
]);

describe('the shape of the code', () => {
  it('given files, then sizes and single importers are those of production files', () => {
    const shape = measureFiles(sources, countImporters(sources), 'apps/');
    expect(shape).toEqual({ files: 4, medianLines: 30, p90Lines: 40, oneImporter: 1 });
  });

  it('given a folder of 26 files, then it is listed', () => {
    const many = new Map(Array.from({ length: 26 }, (_, index) => [`tools/many/${index}.ts`, '']));
    expect(largeFolders(new Map([...many, ...sources]))).toEqual([{ folder: 'tools/many', files: 26 }]);
  });

  it('given packed literals and old words, then each is counted, also inside identifiers', () => {
    const spread = `const x = { ...${'{ a, b }'} };`;
    const tuple = `const ${'[a, b]'} = [1, 2];`;
    expect(countPackings(new Map([['a.ts', `${spread}\n${tuple}\nconst [c] = list;\n`]]))).toBe(2);
    const text = 'told(isTold, toldAtMs); // Untold and retold are other words.';
    expect(countOldWords(new Map([['a.ts', text]])).get('told')).toBe(3);
  });
});
