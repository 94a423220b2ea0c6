import { posix } from 'node:path';
import type { Tree } from '../tidy/tree.ts';

/** One address of the app, the table that lists it, and the files it loads. */
export type ScreenEntry = { readonly address: string; readonly table: string; readonly files: readonly string[] };

const TABLE = /^apps\/web\/src\/features\/.+\.screens\.ts$/;
const ADDRESS = /['"](\/pages\/[^'"]+)['"]/g;
const LOADED = /\bimport\(\s*['"](\.[^'"]+)['"]\s*\)/g;

/**
 * Returns the implemented screens of the features' tables. The text between one address and the next belongs to the
 * first; a planned page loads nothing. A screen loaded by a function beside the table counts as loading everything the
 * table loads.
 */
export function screensOf({ sources }: Tree): ScreenEntry[] {
  return sources
    .filter(({ path }) => TABLE.test(path))
    .flatMap(({ path, uncommented }) => readTable(path, uncommented));
}

function readTable(table: string, text: string): ScreenEntry[] {
  const found = [...text.matchAll(ADDRESS)];
  return found.flatMap((match, at) => {
    const line = text.slice(match.index, found[at + 1]?.index);
    if (!/\bload\b/.test(line)) return [];
    const own = filesIn(table, line);
    return [{ address: match[1] ?? '', table, files: own.length > 0 ? own : filesIn(table, text) }];
  });
}

const filesIn = (table: string, text: string): string[] =>
  [...text.matchAll(LOADED)].map(([, file = '']) => posix.join(posix.dirname(table), file));
