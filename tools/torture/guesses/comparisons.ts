import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Secrets by the function that compares them: a keyed hash, argon2, an authenticator's code. */
export type Compared = 'code' | 'password' | 'authenticator';

/** Variable that names the folder in which processes count their comparisons. */
export const FOLDER_VARIABLE = 'TORTURE_COMPARISONS';
const PROGRAM = join(import.meta.dirname, 'counting-program.ts');

const countsIn = (folder: string) => join(folder, 'counts');
const faultIn = (folder: string) => join(folder, 'compares-silently');

/** Notes one comparison before the process continues; several processes append to the same file. */
export const noteComparison = (folder: string, what: Compared): void => appendFileSync(countsIn(folder), `${what}\n`);

export const isSilentFault = (folder: string): boolean => existsSync(faultIn(folder));

/** Comparisons of all processes of a stack that was started with `environment`. */
export type Comparisons = {
  readonly environment: Readonly<Record<string, string>>;
  count(what: Compared): number;
  /** Makes processes that start from now on compare before they check whether they may. */
  injectSilentFault(): void;
  remove(): void;
};

export function openComparisons(): Comparisons {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-comparisons-'));
  writeFileSync(countsIn(folder), '');
  return {
    environment: { [FOLDER_VARIABLE]: folder, NODE_OPTIONS: `--import=${pathToFileURL(PROGRAM).href}` },
    count: (what) =>
      readFileSync(countsIn(folder), 'utf8')
        .split('\n')
        .filter((line) => line === what).length,
    injectSilentFault: () => writeFileSync(faultIn(folder), ''),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
