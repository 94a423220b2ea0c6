import type { Finding, Rule, Tree } from './tree.ts';

const NAMELESS = ['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'service', 'types'];
const KEBAB = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Requires descriptive file names, because files are found by name. */
export const names: Rule = {
  name: 'names',
  check: ({ sources }: Tree) => sources.flatMap(({ path }) => checkName(path)),
};

function checkName(path: string): Finding[] {
  const parts = (path.split('/').at(-1) ?? '').split('.').slice(0, -1);
  if (parts[0] === '') return [];
  const nameless = parts.find((part) => NAMELESS.includes(part));
  if (nameless) return [{ path, line: 1, advice: `${nameless} is no name: name the file after the concept it holds.` }];
  if (parts.every((part) => KEBAB.test(part))) return [];
  return [{ path, line: 1, advice: 'write the file name in words-with-dashes, with its role after a dot.' }];
}
