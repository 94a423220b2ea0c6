import { readFileSync } from 'node:fs';

/** Seconds by file of an earlier run, with all tiers beside each other. */
const WEIGHTS: Readonly<Record<string, number>> = JSON.parse(
  readFileSync(new URL('../ci/test-weights.json', import.meta.url), 'utf8'),
);
const KINDS = [/\.spec\.ts$/, /\.db\.test\.ts$/];
const MEDIANS = KINDS.map((kind) => ({ kind, seconds: medianOf(kind) }));

/** Returns the seconds of a db test or a journey; for one that has not been measured, the median of its kind. */
export const weightOf = (path: string): number =>
  WEIGHTS[path] ?? MEDIANS.find(({ kind }) => kind.test(path))?.seconds ?? 0;

export const weightOfAll = (paths: readonly string[]): number => paths.reduce((sum, path) => sum + weightOf(path), 0);

function medianOf(kind: RegExp): number {
  const seconds = Object.keys(WEIGHTS).flatMap((path) => (kind.test(path) ? (WEIGHTS[path] ?? []) : []));
  return seconds.toSorted((a, b) => a - b)[Math.floor(seconds.length / 2)] ?? 0;
}
