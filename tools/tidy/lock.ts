import { findAddresses, findMissing, type Lock } from '../lock/complete-lock.ts';
import { lineAt } from './source-text.ts';
import type { Finding, Rule, SourceFile, Tree } from './tree.ts';

const LOCK = 'package-lock.json';
const MEND = 'run `npm run lock:complete`.';

/** Ensures that `npm ci` works on every platform and with every registry. */
export const lock: Rule = {
  name: 'lock',
  check: ({ files }: Tree) => files.filter(({ path }) => path === LOCK).flatMap(checkLock),
};

function checkLock({ path, text }: SourceFile): Finding[] {
  const parsed = JSON.parse(text) as Lock; // npm wrote it
  const lineOf = (at: string) => lineAt(text, Math.max(text.indexOf(`${JSON.stringify(at)}: {`), 0));
  return [
    ...findMissing(parsed).map(({ by, name }) => ({
      path,
      line: lineOf(by),
      advice: `${by || 'the repository'} names ${name}, which has no entry, so npm ci fails; ${MEND}`,
    })),
    ...findAddresses(parsed).map((at) => ({
      path,
      line: lineOf(at),
      advice: `${at} names the address it was downloaded from; ${MEND}`,
    })),
  ];
}
