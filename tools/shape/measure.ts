import { posix } from 'node:path';

/** Text of every source file by its path. */
export type Sources = ReadonlyMap<string, string>;

export type Shape = {
  readonly files: number;
  readonly medianLines: number;
  readonly p90Lines: number;
  /** Production files that exactly one production file imports. */
  readonly oneImporter: number;
};

const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
const TEST = /\.(?:test|spec)\.tsx?$|\/test\/|^apps\/e2e\//;
/** Spread literals and tuples of declarations: they only save lines. */
const PACKINGS = [/\.\.\.\{ [\w$, ]+ \}/g, /\b(?:const|let) \[[^\]=]+\](?:: [^=;]+)? = \[[^\]]*\](?: as [^;]+)?;/g];
/** Words of the former vocabulary. Names of the specification that contain them do not count. */
const OLD_WORDS = ['told', 'heard', 'said', 'wish', 'whoever', 'somebody', 'nobody', 'anew'];
const FOLDER_FILES_MAX = 25;

const isProduction = (path: string) => !TEST.test(path);
const linesOf = (text: string) => text.split('\n').length - 1;

/** Measures the production files below a folder. */
export function measureFiles(sources: Sources, importers: ReadonlyMap<string, number>, folder: string): Shape {
  const paths = [...sources.keys()].filter((path) => path.startsWith(folder) && isProduction(path));
  const lines = paths.map((path) => linesOf(sources.get(path) ?? '')).sort((a, b) => a - b);
  const at = (share: number) => lines[Math.floor(lines.length * share)] ?? 0;
  const oneImporter = paths.filter((path) => importers.get(path) === 1).length;
  return { files: paths.length, medianLines: at(0.5), p90Lines: at(0.9), oneImporter };
}

/** Counts the production files that import each file, by relative specifiers. */
export function countImporters(sources: Sources): Map<string, number> {
  const counts = new Map<string, number>();
  for (const [path, text] of sources) {
    if (!isProduction(path)) continue;
    const targets = new Set([...text.matchAll(IMPORT)].map(([, specifier = '']) => resolve(path, specifier)));
    for (const target of targets) if (sources.has(target)) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return counts;
}

const resolve = (from: string, specifier: string) => posix.join(posix.dirname(from), specifier);

/** Lists folders with more source files than a reader can scan, largest first. */
export function largeFolders(sources: Sources): { readonly folder: string; readonly files: number }[] {
  const counts = new Map<string, number>();
  for (const path of sources.keys()) {
    if (!isProduction(path)) continue;
    counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, files]) => files > FOLDER_FILES_MAX)
    .map(([folder, files]) => ({ folder, files }))
    .sort((a, b) => b.files - a.files);
}

export function countPackings(sources: Sources): number {
  const texts = [...sources.values()];
  return PACKINGS.reduce((sum, pattern) => sum + texts.reduce((n, text) => n + countOf(text, pattern), 0), 0);
}

/** Counts the old words as parts of identifiers, comments and titles. */
export function countOldWords(sources: Sources): ReadonlyMap<string, number> {
  const texts = [...sources].filter(([path]) => !path.startsWith('tools/shape/')).map(([, text]) => text);
  return new Map(
    OLD_WORDS.map((word) => {
      const pattern = new RegExp(`(?<![A-Za-z])${word}(?![a-z])|(?<=[a-z])${capitalised(word)}(?![a-z])`, 'g');
      return [word, texts.reduce((sum, text) => sum + countOf(text, pattern), 0)];
    }),
  );
}

const capitalised = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
const countOf = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].length;
