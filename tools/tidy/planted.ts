import { makeTree, type Rule } from './tree.ts';

/** A tree that exists only in a test: paths and what stands in them. */
export const plant = (texts: Readonly<Record<string, string>>) =>
  makeTree(Object.entries(texts).map(([path, text]) => ({ path, text })));

/** What one rule says about a planted tree, as `path:line`. */
export const spotsFound = (rule: Rule, texts: Readonly<Record<string, string>>) =>
  rule.check(plant(texts)).map(({ path, line }) => `${path}:${line}`);

/** What one rule advises about a planted tree, in one text. */
export const adviceOn = (rule: Rule, texts: Readonly<Record<string, string>>) =>
  rule
    .check(plant(texts))
    .map(({ advice }) => advice)
    .join('\n');
