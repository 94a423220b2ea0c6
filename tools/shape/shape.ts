import { execFileSync } from 'node:child_process';
import { findTop } from '../tidy/tree.ts';
import { countImporters, countOldWords, countPackings, largeFolders, measureFiles, type Sources } from './measure.ts';

/**
 * Prints the shape of the code: sizes of files and folders, files with one importer, packings, old words.
 * `npm run shape [-- <commit>]`; without a commit it measures the last one.
 */
const [commit = 'HEAD'] = process.argv.slice(2);
const GROUPS = [
  ['all', ''],
  ['web', 'apps/web/'],
  ['server', 'apps/server/'],
  ['domain', 'packages/domain/'],
  ['protocol', 'packages/protocol/'],
  ['client', 'packages/client/'],
  ['ui', 'packages/ui/'],
  ['tools', 'tools/'],
] as const;

const top = findTop(process.cwd());
const sources = readSources();
const importers = countImporters(sources);

console.log(`${'commit'.padEnd(10)} ${git('rev-parse', '--short', commit).trim()}`);
console.log(`${''.padEnd(10)} ${['files', 'median', 'p90', 'one importer'].map((name) => name.padStart(12)).join('')}`);
for (const [name, folder] of GROUPS) {
  const { files, medianLines, p90Lines, oneImporter } = measureFiles(sources, importers, folder);
  const figures = [files, medianLines, p90Lines, oneImporter].map((figure) => String(figure).padStart(12));
  console.log(`${name.padEnd(10)} ${figures.join('')}`);
}
const folders = largeFolders(sources);
console.log(`folders above 25 files: ${folders.map(({ folder, files }) => `${folder} ${files}`).join(', ') || 'none'}`);
console.log(`packings: ${countPackings(sources)}`);
const words = [...countOldWords(sources)].map(([word, count]) => `${word} ${count}`);
console.log(`old words: ${words.join(', ')}`);

function readSources(): Sources {
  const paths = git('ls-tree', '-r', '--name-only', commit)
    .split('\n')
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'));
  const objects = paths.map((path) => `${commit}:${path}`).join('\n');
  const batch = execFileSync('git', ['cat-file', '--batch'], { cwd: top, input: objects, maxBuffer: 1 << 28 });
  const found = new Map<string, string>();
  let offset = 0;
  for (const path of paths) {
    const end = batch.indexOf(10, offset);
    const size = Number(batch.subarray(offset, end).toString().split(' ')[2]);
    found.set(path, batch.subarray(end + 1, end + 1 + size).toString());
    offset = end + 1 + size + 1;
  }
  return found;
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: top, encoding: 'utf8', maxBuffer: 1 << 28 });
}
