import { lineAt } from './source-text.ts';
import type { Finding, Rule, Source, Tree } from './tree.ts';

type Claim = { readonly what: string; readonly path: string; readonly line: number };
type List = { readonly file: string; readonly expected: (text: string) => string[]; readonly claims: Claims };
type Claims = { readonly files: RegExp; readonly args: RegExp; readonly what: (match: RegExpExecArray) => string };

const SCREENS: List = {
  file: 'docs/spec/routes.json',
  expected: (text) => (JSON.parse(text) as string[]).map((path) => `/pages/${path}`), // our own list: an array of paths
  claims: {
    files: /^apps\/web\/src\/features\/[^/]+\/[^/]+\.screens\.tsx?$/,
    args: /['"](\/pages\/[^'"]+)['"]/g,
    what: (match) => match[1] ?? '',
  },
};

const ENDPOINTS: List = {
  file: 'docs/spec/endpoints.txt',
  expected: (text) => text.split('\n').filter((line) => line.trim() !== ''),
  claims: {
    files: /^packages\/protocol\/src\/[^/]+\/(?:[a-z-]+\.)?routes\.ts$/,
    args: /method:\s*['"](\w+)['"],\s*path:\s*['"]([^'"]+)['"]|path:\s*['"]([^'"]+)['"],\s*method:\s*['"](\w+)['"]/g,
    what: ([, method, path, pathFirst, methodAfter]) => `${method ?? methodAfter} ${path ?? pathFirst}`,
  },
};

/** Compares the specification's entries with the code's claims. Anything beyond it is under /plus/. */
export function claimedOnce(expected: readonly string[], claimed: readonly string[]) {
  const within = claimed.filter((what) => !what.includes('/plus/'));
  return {
    missing: expected.filter((what) => !within.includes(what)),
    twice: [...new Set(within.filter((what, index) => within.indexOf(what) !== index))],
    unknown: [...new Set(within.filter((what) => !expected.includes(what)))],
  };
}

/**
 * Requires every screen and endpoint of the specification to exist exactly once. Skipped until there is a list and a
 * table.
 */
export const spec: Rule = {
  name: 'spec',
  applies: (tree) => [SCREENS, ENDPOINTS].some((list) => read(list, tree) !== undefined),
  check: (tree) => [SCREENS, ENDPOINTS].flatMap((list) => checkList(list, tree)),
};

function read({ file, expected, claims }: List, { files, sources }: Tree) {
  const list = files.find(({ path }) => path === file);
  const tables = sources.filter(({ path }) => claims.files.test(path));
  if (list === undefined || tables.length === 0) return undefined;
  return { expected: expected(list.text), claims: tables.flatMap((table) => readClaims(table, claims)) };
}

function readClaims({ path, uncommented }: Source, { args, what }: Claims): Claim[] {
  return [...uncommented.matchAll(args)].map((match) => ({
    what: what(match),
    path,
    line: lineAt(uncommented, match.index),
  }));
}

function checkList(list: List, tree: Tree): Finding[] {
  const lists = read(list, tree);
  if (lists === undefined) return [];
  const { expected, claims } = lists;
  const { missing, twice, unknown } = claimedOnce(
    expected,
    claims.map(({ what }) => what),
  );
  const report = (what: string, advice: string) => {
    const { path, line } = claims.findLast((claim) => claim.what === what) ?? { path: list.file, line: 1 };
    return { path, line, advice: `${what} ${advice}` };
  };
  return [
    ...missing.map((what) => report(what, 'is in the specification and nobody claims it; give it an owner.')),
    ...twice.map((what) => report(what, 'is claimed twice; keep the claim of the feature that owns the data.')),
    ...unknown.map((what) => report(what, 'is not in the specification; correct it, or move it under /plus/.')),
  ];
}
