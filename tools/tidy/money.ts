import { findMatches } from './banned-text.ts';
import type { Rule, Source, Tree } from './tree.ts';

const BANS = [
  {
    args: /(?<![\w$.])Number\s*[(),]|\bparse(?:Float|Int)\s*[(),]/g,
    advice: 'a float loses money; parse and compute with @app/money.',
  },
  {
    args: /\.\s*to(?:Fixed|Precision)\s*\(|\bMath\s*\.\s*(?:round|floor|ceil|trunc)\b/g,
    advice: 'round with @app/money, where the direction is written out.',
  },
];

const HOLDS_MONEY = /^packages\/(?:money|domain)\/|^apps\/server\/src\/modules\/[^/]+\/(?:.+\.)?postings\.ts$/;
const ESCAPE = 'tidy: not money';

/**
 * Forbids conversion to `number` and rounding by it where money is computed: an amount cannot leave its type without
 * one of these identifiers. Counts and times may; their line ends with the escape.
 */
export const money: Rule = {
  name: 'money',
  check: ({ sources }: Tree) =>
    sources.filter(({ path, isTest }) => HOLDS_MONEY.test(path) && !isTest).flatMap(checkSource),
};

function checkSource({ path, code, comments }: Source) {
  const remarks = comments.split('\n');
  return findMatches(path, code, BANS)
    .filter(({ line }) => !remarks[line - 1]?.includes(ESCAPE))
    .map((finding) => ({ ...finding, advice: `${finding.advice} If it is no money, end the line with // ${ESCAPE}` }));
}
