import { lineAt } from './line-at.ts';

/**
 * Import with its kind: `erased` never exists at run time, `lazy` runs after startup; only `load` determines startup
 * order.
 */
export type Import = {
  readonly specifier: string;
  readonly line: number;
  readonly when: 'load' | 'lazy' | 'erased';
};

const NAMES = /(?:[\w$]+\s*,?\s*)?(?:\*(?:\s*as\s+[\w$]+)?|\{[^{}]*\})?/.source;
const STATIC = new RegExp(
  `(?<![\\w$.])(?:import|export)\\s*(type\\b(?!\\s*from\\s*["'])\\s*)?(?:${NAMES}\\s*\\bfrom\\s*)?(["'])`,
  'g',
);
const DYNAMIC = /(?<![\w$.])import\s*\(\s*(["'`])/g;

/**
 * Returns every module a source imports, in the order of the text. `code` is the mask of `text`: comments and strings
 * are blank there, so only real imports match, and the name is read from `text`.
 */
export function findImports(text: string, code: string): Import[] {
  const found: (Import & { at: number })[] = [];
  const add = (match: RegExpExecArray, quote: string | undefined, when: Import['when']) => {
    const from = match.index + match[0].length;
    const specifier = text.slice(from, code.indexOf(quote ?? '', from));
    if (!specifier.includes('${')) found.push({ specifier, line: lineAt(text, match.index), when, at: match.index });
  };
  for (const match of code.matchAll(STATIC)) add(match, match[2], match[1] === undefined ? 'load' : 'erased');
  for (const match of code.matchAll(DYNAMIC)) add(match, match[1], 'lazy');
  return found.sort((a, b) => a.at - b.at).map(({ specifier, line, when }) => ({ specifier, line, when }));
}
