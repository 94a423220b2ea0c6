import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTop, listFiles } from './git-files.ts';
import { report } from './rules.ts';
import { makeTree } from './tree.ts';

/** Files whose text rules read; for any other file only the path matters. */
const READ = /\.(?:[cm]?[jt]s|[jt]sx|sql|css|html)$|(?:^|\/)package\.json$|^package-lock\.json$|^docs\/spec\//;

const top = findTop(process.cwd());
const files = listFiles(top)
  .filter((path) => existsSync(join(top, path)))
  .map((path) => ({ path, text: READ.test(path) ? readFileSync(join(top, path), 'utf8') : '' }));

const { isTidy, lines } = report(makeTree(files));
console.log(lines.join('\n'));
process.exitCode = isTidy ? 0 : 1;
