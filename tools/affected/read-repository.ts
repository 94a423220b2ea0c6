import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '../tidy/git-files.ts';
import { makeTree, type Tree } from '../tidy/tree.ts';

/** Files whose imports are read; of any other file only the path matters. */
const READ = /\.(?:[cm]?[jt]s|[jt]sx)$|(?:^|\/)package\.json$/;

/** Reads the files of a repository from disk. */
export function readRepository(top: string): Tree {
  const paths = listFiles(top).filter((path) => existsSync(join(top, path)));
  return makeTree(paths.map((path) => ({ path, text: READ.test(path) ? readFileSync(join(top, path), 'utf8') : '' })));
}
