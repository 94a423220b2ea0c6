import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from '../services/places.ts';
import { ownedName, ownerRuns } from '../services/run-folder.ts';
import { findTop, listFiles, makeTree, type Tree } from '../tidy/tree.ts';
import type { Fault } from './faults.ts';

export type Scratch = {
  readonly folder: string;
  readonly tree: Tree;
  inject(faults: readonly Fault[]): void;
  /** Removes every fault. */
  restore(): void;
  remove(): void;
};

/** Clones the committed state of a checkout, with its packages, so that the checkout itself is not modified. */
export function openScratch(checkout: string): Scratch {
  const top = findTop(checkout);
  const copies = dataFolder('mutants');
  sweepCopies(copies);
  const folder = join(copies, ownedName('copy'));
  git(top, 'clone', '-q', '--shared', top, folder);
  const files = listFiles(folder);
  const packages = files.flatMap((path) =>
    /(?:^|\/)package\.json$/.test(path) ? path.slice(0, -'package.json'.length) : [],
  );
  for (const place of packages.map((path) => join(path, 'node_modules')))
    if (existsSync(join(top, place))) copyPackages(join(top, place), join(folder, place));
  return {
    folder,
    tree: makeTree(files.map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))),
    inject: (faults) => {
      for (const fault of faults) injectOne(folder, fault);
    },
    restore: () => git(folder, 'checkout', '-q', '--', '.'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Removes copies left behind by killed runs. */
function sweepCopies(copies: string): void {
  for (const name of readdirSync(copies))
    if (!ownerRuns(name)) rmSync(join(copies, name), { recursive: true, force: true });
}

function injectOne(folder: string, { name, file, find, replace }: Fault): void {
  const path = join(folder, file);
  const [before, after, ...more] = readFileSync(path, 'utf8').split(find);
  if (after === undefined || more.length > 0) throw new Error(`${name}: ${file} does not have it exactly once`);
  writeFileSync(path, `${before}${replace}${after}`);
}

/** Caches tools keep there between runs: rewritten in place, they would change in the checkout too. */
const CACHES = ['.cache', '.vite', '.vite-temp'];

/** Copies by hard links, which take no space; by real copies if the folder is on another disk. */
function copyPackages(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
  for (const name of CACHES) rmSync(join(to, name), { recursive: true, force: true });
}

function git(folder: string, ...args: readonly string[]): void {
  execFileSync('git', args, { cwd: folder });
}
