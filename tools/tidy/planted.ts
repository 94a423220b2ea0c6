import { makeTree, type Rule } from './tree.ts';

/** Builds a tree that exists only in a test, from paths and texts. */
export const plant = (texts: Readonly<Record<string, string>>) =>
  makeTree(Object.entries(texts).map(([path, text]) => ({ path, text })));

/** Returns one rule's findings for a planted tree, as `path:line`. */
export const spotsFound = (rule: Rule, texts: Readonly<Record<string, string>>) =>
  rule.check(plant(texts)).map(({ path, line }) => `${path}:${line}`);

/** Returns one rule's advice for a planted tree, as one text. */
export const adviceOn = (rule: Rule, texts: Readonly<Record<string, string>>) =>
  rule
    .check(plant(texts))
    .map(({ advice }) => advice)
    .join('\n');
