import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of this run; `--sequence.seed` repeats it. */
    seed: number;
    /** `TESTS_LONG=1`: a full run, which has time for the long form of slow tests. */
    isLong: boolean;
  }
}

/** For tests that take a sample, another one in every run and the same one for the same seed, and for those with a long form. */
export function setup(project: TestProject): void {
  project.provide('seed', project.vitest.config.sequence.seed);
  project.provide('isLong', process.env.TESTS_LONG === '1');
}
