import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of this run; `--sequence.seed` repeats it. */
    seed: number;
  }
}

/** For tests that take a sample: another one in every run, the same one for the same seed. */
export function setup(project: TestProject): void {
  project.provide('seed', project.vitest.config.sequence.seed);
}
