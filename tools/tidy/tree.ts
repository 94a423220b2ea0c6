import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  isTest,
  type Manifest,
  ownerOf,
  type Place,
  placeOf,
  readManifest,
  resolve,
  type Target,
  unitOf,
} from './packages.ts';
import { findImports, type Import, type Masks, mask } from './source-text.ts';

export type SourceFile = { readonly path: string; readonly text: string };

export type Source = SourceFile &
  Masks & {
    readonly place: Place | undefined;
    readonly owner: string;
    readonly unit: string | undefined;
    readonly isTest: boolean;
    readonly imports: readonly (Import & { readonly target: Target })[];
  };

/** Input of all rules, read and resolved once. */
export type Tree = {
  readonly files: readonly SourceFile[];
  readonly sources: readonly Source[];
  readonly manifests: ReadonlyMap<string, Manifest>;
};

/** One required change. The advice names the alternative, not only the fault. */
export type Finding = { readonly path: string; readonly line: number; readonly advice: string };

export type Rule = {
  readonly name: string;
  readonly check: (tree: Tree) => readonly Finding[];
  /** False while the rule has nothing to compare yet; the summary then reports that. */
  readonly applies?: (tree: Tree) => boolean;
};

const isSource = (path: string) => /\.(?:[cm]?[jt]s|[jt]sx)$/.test(path);

/** Builds a tree from a list of files. Pure, so that a test can plant any tree. */
export function makeTree(files: readonly SourceFile[]): Tree {
  const manifests = new Map<string, Manifest>();
  for (const { path, text } of files) {
    const folder = /^(?:(.+)\/)?package\.json$/.exec(path);
    if (folder) manifests.set(folder[1] ?? '', readManifest(text));
  }
  const sources = files.filter(({ path }) => isSource(path)).map((file) => readSource(file, manifests));
  return { files, sources, manifests };
}

function readSource(file: SourceFile, manifests: ReadonlyMap<string, Manifest>): Source {
  const { path, text } = file;
  const masks = mask(text);
  const imports = findImports(text, masks.code).map((found) => ({
    ...found,
    target: resolve(path, found.specifier, manifests),
  }));
  return {
    ...file,
    ...masks,
    place: placeOf(path),
    owner: ownerOf(path),
    unit: unitOf(path),
    isTest: isTest(path),
    imports,
  };
}

/** Files whose text the rules read; for any other file only the path matters. */
const READ =
  /\.(?:[cm]?[jt]s|[jt]sx|sql|css|html)$|(?:^|\/)package\.json$|^package-lock\.json$|^docs\/spec\/|^tools\/tidy\/sleeps\.json$|^packages\/i18n\/src\/.*\.json$/;

/** Reads the files of a repository from disk. */
export function readTree(top: string): Tree {
  const paths = listFiles(top).filter((path) => existsSync(join(top, path)));
  return makeTree(paths.map((path) => ({ path, text: READ.test(path) ? readFileSync(join(top, path), 'utf8') : '' })));
}

/** Returns the root of the repository that contains a folder. */
export function findTop(folder: string): string {
  return git(folder, 'rev-parse', '--show-toplevel').trimEnd();
}

/** Lists tracked files and new ones that are not ignored. */
export function listFiles(top: string): string[] {
  const listed = git(top, 'ls-files', '-co', '--exclude-standard', '-z').split('\0');
  return [...new Set(listed)].filter((path) => path !== '').sort();
}

function git(folder: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}
