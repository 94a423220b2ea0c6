import { stripVTControlCharacters } from 'node:util';
import type { SerializedError, TestCase, TestModule, TestSuite } from 'vitest/node';

/** One thing that did not go as it should: where, what, and the first line of why. */
type Named = { readonly file: string; readonly test: string; readonly reason: string };
export type Results = { readonly passed: number; readonly failed: readonly Named[]; readonly flaky: readonly Named[] };

const HOOK = 'before or after its tests';
const NOWHERE = 'outside of any test';

/** Everything of a run that failed, hooks and stray rejections too, and what passed only when tried again. */
export function nameResults(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Results {
  const tests = modules.flatMap(({ children }) => [...children.allTests()]);
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
  const ended = (state: string) => tests.filter((test) => test.result().state === state);
  return {
    passed: ended('passed').length,
    failed: [
      ...suites.flatMap((suite) => suite.errors().map((error) => nameHook(suite, error))),
      ...ended('failed').map(nameTest),
      ...unhandled.map((error) => ({ file: NOWHERE, test: error.name ?? 'error', reason: firstLine(error.message) })),
    ],
    flaky: tests.filter((test) => test.diagnostic()?.flaky === true).map(nameTest),
  };
}

/** The last try's reason is the one that counted. */
const nameTest = (test: TestCase): Named => ({
  file: test.module.relativeModuleId,
  test: test.fullName,
  reason: firstLine(test.result().errors?.at(-1)?.message ?? ''),
});

const nameHook = (suite: TestModule | TestSuite, error: SerializedError): Named => ({
  file: suite.type === 'module' ? suite.relativeModuleId : suite.module.relativeModuleId,
  test: suite.type === 'module' ? HOOK : `${suite.fullName}, ${HOOK}`,
  reason: firstLine(error.message),
});

/** Runners colour their words; a log is read by eyes and by `grep`. */
export const firstLine = (text: string): string =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '') ?? 'it does not say why';
