import { lineAt } from './line-at.ts';
import type { Finding } from './tree.ts';

/** Identifier banned in some files, with its alternative. */
export type Ban = { readonly args: RegExp; readonly advice: string };

/** Finds banned identifiers in one masked text. `words` must have the flag `g`. */
export function findMatches(path: string, masked: string, bans: readonly Ban[]): Finding[] {
  return bans
    .flatMap(({ args, advice }) =>
      [...masked.matchAll(args)].map((match) => {
        const word = match[0].replace(/\s+/g, ' ').trim();
        return { path, line: lineAt(masked, match.index), advice: `${word}: ${advice}` };
      }),
    )
    .sort((a, b) => a.line - b.line);
}
