import { stripVTControlCharacters } from 'node:util';
import { firstLine, type Results } from './name-results.ts';

/** What a step of CI left behind: its tests, where it has any, and everything it printed. */
export type Step = {
  readonly name: string;
  readonly hasFailed: boolean;
  readonly results: Results | undefined;
  readonly log: string;
};

const FALLS_SHORT = /^FALLS SHORT · (.+?): (.*)$/gm;
/** `a.ts:1:2`, `a.ts(1,2)`: checkers say where. */
const PLACE = /^\s*\S+\.\w+[:(]\d+/;
const TELLING = /\berror\b|✖|×|not found|cannot /i;

/** A line for everything that passed only when tried again, then one for everything that failed. */
export function describeFailures(steps: readonly Step[]): string[] {
  const flaky = steps.flatMap(({ results }) => results?.flaky ?? []);
  return [...flaky.map(({ file, test }) => `flaky: ${file}: ${test}`), ...steps.flatMap(failuresOf)];
}

function failuresOf({ name, hasFailed, results, log }: Step): string[] {
  const tests = (results?.failed ?? []).map(({ file, test, reason }) => `failed: ${file}: ${test}: ${reason}`);
  const trials = [...log.matchAll(FALLS_SHORT)].map(([, trial, figure]) => `failed: ${name}: ${trial}: ${figure}`);
  const named = [...tests, ...trials];
  return hasFailed && named.length === 0 ? [`failed: ${name}: ${reasonIn(log)}`] : named;
}

/** Where nobody gave a name: the first line with a place, the first that sounds like a fault, or else the last one said. */
function reasonIn(log: string): string {
  const lines = stripVTControlCharacters(log)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const isPlaced = (line: string) => PLACE.test(line);
  const isTelling = (line: string) => TELLING.test(line);
  return firstLine(lines.find(isPlaced) ?? lines.find(isTelling) ?? lines.at(-1) ?? '');
}
