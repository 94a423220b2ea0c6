// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings here are source text.
import { describe, expect, it } from 'vitest';
import { findImports, mask } from './source-text.ts';

const codeOf = (text: string) => mask(text).code.replace(/\s+/g, ' ').trim();

describe('a mask', () => {
  it.each([
    ['a line comment', "a; // b 'c'\nd;", 'a; d;'],
    ['a block comment', 'a; /* b\n "c" */ d;', 'a; d;'],
    ['a comment that is never closed', 'a; /* b', 'a;'],
    ['a string', 'a("b // c");', 'a(" ");'],
    ['an escaped quote', "a('it\\'s // b'); c;", "a(' '); c;"],
    ['the other quote inside', `a("it's"); b('"'); c;`, `a(" "); b(' '); c;`],
    ['an empty string', "a(''); b;", "a(''); b;"],
    ['a template', 'a(`b // c`); d;', 'a(` `); d;'],
    ['code inside a template', 'a(`b ${c({ d: `e ${f} g` })} h`); i;', 'a(` ${c({ d: ` ${f} ` })} `); i;'],
    ['an escaped template', 'a(`b \\${c} \\` d`); e;', 'a(` `); e;'],
    ['a dollar alone', 'a(`$5 $`); b;', 'a(` `); b;'],
    ['a regular expression with a quote', 'a = /[\'"]/g; b;', 'a = / ; b;'],
    ['a regular expression with a slash in a class', 'a(/[/*]x/); b;', 'a(/ ); b;'],
    ['a regular expression after a keyword', 'return /"/.test(a);', 'return / .test(a);'],
    ['divisions', 'a / b / c; d;', 'a / b / c; d;'],
    ['a division after a call', 'a() / 2; // b / c\nd;', 'a() / 2; d;'],
    ['closing tags', '<p>{a}</p>; <b />; c;', '<p>{a}</p>; <b />; c;'],
    ['an apostrophe in JSX text', "<p>Don't</p>\nb;", "<p>Don' b;"],
  ])('blanks %s', (_, text, code) => {
    expect(codeOf(text)).toBe(code);
  });

  it('keeps every line and column where it was', () => {
    const text = "a; // one\n/* two\n three */ b('four');\n`five ${c}\n`;";
    for (const masked of Object.values(mask(text))) {
      expect(masked).toHaveLength(text.length);
      expect([...masked.matchAll(/\n/g)].map(({ index }) => index)).toEqual(
        [...text.matchAll(/\n/g)].map(({ index }) => index),
      );
    }
  });

  it('separates comments from strings', () => {
    const { comments, uncommented } = mask("a('b'); // c\n/* d */");
    expect(comments.replace(/\s+/g, ' ')).toBe(' // c /* d */');
    expect(uncommented.trim()).toBe("a('b');");
  });
});

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
    expect(importsOf(text)).toMatchObject([{ specifier: 'x', line: 1, when }]);
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

  it.each([
    ["import a from 'x';", ['default as a']],
    ["import { a, b as c, } from 'x';", ['a as a', 'b as c']],
    ["import a, { type B, type C as D, c } from 'x';", ['default as a', 'c as c']],
    ["import a, * as b from 'x';", ['default as a', '* as b']],
    ["import {\n  a, // from 'y'\n  b,\n} from 'x';", ['a as a', 'b as b']],
    ["import { type, type as a } from 'x';", ['type as type', 'type as a']],
    ["import { 'a b' as c, d } from 'x';", ['* as ', 'd as d']],
    ["import { type A } from 'x';", []],
    ["import type { A } from 'x';", []],
    ["import 'x';", ['* as ']],
    ["const { a } = await import('x');", ['* as ']],
    ["export * from 'x';", ['* as ']],
    ["export * as a from 'x';", ['* as a']],
    ["export { a, default as b } from 'x';", ['a as a', 'default as b']],
  ])('in %j take what exists at run time', (text, names) => {
    const [found] = importsOf(text);
    expect(found?.taken.map(({ name, as }) => `${name} as ${as}`)).toEqual(names);
    expect(found?.isPassedOn).toBe(text.startsWith('export'));
  });

  it('keep the order and line numbers of the text', () => {
    const text = "import a from 'one';\n\nconst b = import('two');\nexport {\n  c,\n} from 'three';\n";
    expect(importsOf(text).map(({ specifier, line }) => `${line} ${specifier}`)).toEqual(['1 one', '3 two', '4 three']);
  });
});
