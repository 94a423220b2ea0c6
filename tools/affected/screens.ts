import { posix } from 'node:path';
import type { Tree } from '../tidy/tree.ts';

/** One address of the app, the table that lists it, and the file that it shows. */
export type ScreenEntry = { readonly address: string; readonly table: string; readonly file: string };

const TABLE = /^apps\/web\/src\/features\/.+\.screens\.ts$/;
const ADDRESS = /['"](\/pages\/[^'"]+)['"]/g;
const LOADED = /import\(\s*['"]([^'"]+)['"]\s*\)/;

/**
 * The built screens of the features' tables. What stands between an address and the next belongs to the first; a page that is
 * still to come loads nothing.
 */
export function screensOf({ sources }: Tree): ScreenEntry[] {
  return sources
    .filter(({ path }) => TABLE.test(path))
    .flatMap(({ path: table, uncommented }) => {
      const found = [...uncommented.matchAll(ADDRESS)];
      return found.flatMap((match, at) => {
        const loaded = LOADED.exec(uncommented.slice(match.index, found[at + 1]?.index))?.[1];
        if (loaded === undefined) return [];
        return [{ address: match[1] ?? '', table, file: posix.join(posix.dirname(table), loaded) }];
      });
    });
}
