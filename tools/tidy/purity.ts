import { findMatches } from './banned-text.ts';
import type { Rule, Tree } from './tree.ts';

const CLOCK = 'a rule gets the time as a parameter, so that it can be recomputed.';
const CHANCE = 'a rule gets its randomness as a parameter, so that it can be recomputed.';
const WAITING = 'a rule never waits; let the caller decide when to call it.';

const BANS = [
  { args: /\bDate\s*\.\s*now\b|\bnew\s+Date\b(?!\s*\(\s*[^\s)])|(?<![\w$.]|new\s+)Date\s*\(/g, advice: CLOCK },
  { args: /\bperformance\s*\.\s*(?:now|timeOrigin)\b|\bTemporal\s*\.\s*Now\b/g, advice: CLOCK },
  { args: /\bMath\s*\.\s*random\b|\bcrypto\s*\.\s*(?:random\w*|getRandomValues)\b/g, advice: CHANCE },
  { args: /(?<![\w$.])(?:randomUUID|randomBytes|randomInt|getRandomValues)\s*\(/g, advice: CHANCE },
  { args: /\b(?:setTimeout|setInterval|setImmediate)\b/g, advice: WAITING },
];

const PURE = /^packages\/(?:base|money|domain|matching|verifier)\//;

/** Requires money rules to be deterministic: same result later, on another machine, and in the user's browser. */
export const purity: Rule = {
  name: 'purity',
  check: ({ sources }: Tree) =>
    sources
      .filter(({ path, isTest }) => PURE.test(path) && !isTest)
      .flatMap(({ path, code }) => findMatches(path, code, BANS)),
};
