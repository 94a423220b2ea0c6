// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings here are source text.
import { describe, expect, it } from 'vitest';
import { findImports } from './imports.ts';
import { mask } from './mask.ts';

const importsOf = (text: string) => findImports(text, mask(text).code);

describe('imports', () => {
  it.each([
    ["import a from 'x';", 'load'],
    ["import { a, b as c } from 'x';", 'load'],
    ["import a, { b } from 'x';", 'load'],
    ["import * as a from 'x';", 'load'],
    ["import a, * as b from 'x';", 'load'],
    ["import {\n  a, // from 'y'\n  b,\n} from 'x';", 'load'],
    ["import 'x';", 'load'],
    ['import{a}from"x"', 'load'],
    ["import { type A, b } from 'x';", 'load'],
    ["import { type A } from 'x';", 'load'],
    ["import type from 'x';", 'load'],
    ["import a from 'x' with { type: 'json' };", 'load'],
    ["export * from 'x';", 'load'],
    ["export * as a from 'x';", 'load'],
    ["export { a, default as b } from 'x';", 'load'],
    ["import type A from 'x';", 'erased'],
    ["import type { A } from 'x';", 'erased'],
    ["import type * as A from 'x';", 'erased'],
    ["export type { A } from 'x';", 'erased'],
    ["export type * from 'x';", 'erased'],
    ["const a = await import('x');", 'lazy'],
    ["const a = lazy(() => import(/* y */ 'x'));", 'lazy'],
    ['const a = import(`x`);', 'lazy'],
    ["type A = typeof import('x');", 'lazy'],
    ["const a = `${await import('x')}`;", 'lazy'],
  ])('are found in %j', (text, when) => {
    expect(importsOf(text)).toEqual([{ specifier: 'x', line: 1, when }]);
  });

  it.each([
    "// import a from 'x';",
    "/* import 'x'; */",
    'const a = "import b from \'x\'";',
    "const a = `import 'x'`;",
    'const a = import.meta.url;',
    "a.import('x');",
    "const a = { import: 'x' };",
    "export const a = 'x';",
    "export default 'x';",
    "export type A = 'x' | 'y';",
    "const from = 'x';",
    "Array.from('x');",
    'const a = import(`./${b}.ts`);',
    'const a = import(b);',
    "reimport('x');",
  ])('are ignored in %j', (text) => {
    expect(importsOf(text)).toEqual([]);
  });

  it('keep the order and line numbers of the text', () => {
    const text = "import a from 'one';\n\nconst b = import('two');\nexport {\n  c,\n} from 'three';\n";
    expect(importsOf(text).map(({ specifier, line }) => `${line} ${specifier}`)).toEqual(['1 one', '3 two', '4 three']);
  });
});
