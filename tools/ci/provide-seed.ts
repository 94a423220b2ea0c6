import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of this run; `--sequence.seed` repeats it. */
    seed: number;
    /** `TESTS_LONG=1`: a full run, which has time for the long form of slow tests. */
    isLong: boolean;
  }
}

/**
 * Provides the seed for tests that take a sample, different in every run and the same for the same seed, and `isLong`
 * for tests with a long form.
 */
export function setup(project: TestProject): void {
  project.provide('seed', project.vitest.config.sequence.seed);
  project.provide('isLong', process.env.TESTS_LONG === '1');
}
