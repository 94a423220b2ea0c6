import { TestSequencer } from '@app/tools/ci/test-sequencer';
import { defineConfig } from 'vitest/config';

/** How long a state may take to come. A busy machine is slow, not wrong; what holds is seen at once all the same. */
const PATIENCE = { poll: { timeout: 15_000 } };
/** Longer where nothing is tried again. */
const MORE_PATIENCE = { poll: { timeout: 60_000 } };

export default defineConfig({
  test: {
    reporters: [process.env.CI === undefined ? 'default' : 'dot', './tools/ci/naming-reporter.ts'],
    sequence: { sequencer: TestSequencer },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts'],
          // Files share a worker: a process for each would take more time than the tests. What one leaves behind would
          // disturb another, so the order of files and tests changes with the seed that is printed at the start.
          // `--sequence.seed=<n> --maxWorkers=1` repeats an order exactly.
          isolate: false,
          maxWorkers: '100%',
          sequence: { groupOrder: 0, shuffle: { tests: true } },
          globalSetup: ['tools/ci/provide-seed.ts'],
          retry: 0,
          // No limit on computing: a busy machine is slow, not wrong. CI ends a step that hangs.
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['{apps,packages,tools}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['tools/services/test-services.ts', 'tools/ci/provide-seed.ts'],
          // One process for all files, in an order that changes with the seed; each file's world ends with it.
          isolate: false,
          setupFiles: ['apps/server/test/end-testbed.ts'],
          // Readers of the outbox wait for all transactions of a server, in whichever database, so files that share a
          // server run one after the other. `--shard` runs parts beside each other, each on servers of its own.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          retry: 0,
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect: MORE_PATIENCE,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['apps/e2e/**/*.spec.ts'],
          globalSetup: ['tools/stack/e2e-stack.ts'],
          setupFiles: ['apps/e2e/close-browser.ts'],
          // Each file has users of its own, so two run side by side on one stack.
          maxWorkers: 2,
          retry: 1,
          testTimeout: 180_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
        },
      },
    ],
  },
});
