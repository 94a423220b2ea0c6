import { TestSequencer } from '@app/tools/ci/test-sequencer';
import { defineConfig } from 'vitest/config';

/**
 * Poll timeout for an expected state, generous because a busy machine is slow, not wrong; a state that already holds
 * passes at once.
 */
const PATIENCE = { poll: { timeout: 15_000 } };
/** Longer timeout where four parts share two cores. */
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
          // Files share a worker: a process per file would take longer than the tests. Leftovers of one file could
          // affect another, so the order of files and tests changes with the seed printed at the start.
          // `--sequence.seed=<n> --maxWorkers=1` repeats an order exactly.
          isolate: false,
          maxWorkers: '100%',
          sequence: { groupOrder: 0, shuffle: { tests: true } },
          globalSetup: ['tools/ci/provide-seed.ts'],
          retry: 0,
          // Generous timeout: a busy machine is slow, not wrong. CI ends a step that hangs.
          testTimeout: process.env.TESTS_LONG === '1' ? 3_600_000 : 300_000, // 12,000 histories take twenty minutes on a busy machine.
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['{apps,packages,tools}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['tools/services/test-services.ts', 'tools/ci/provide-seed.ts'],
          // One process for all files, in an order that changes with the seed; each file's testbed ends with it.
          isolate: false,
          setupFiles: ['apps/server/test/end-testbed.ts'],
          // Outbox readers wait for all transactions of a server, in any database, so files that share a server run
          // sequentially. `--shard` runs parts in parallel, each on its own servers.
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
          globalSetup: ['tools/stack/e2e-stack.ts', 'tools/ci/provide-seed.ts'],
          setupFiles: ['apps/e2e/close-browser.ts'],
          // Each file has its own users, so two run in parallel on one stack.
          maxWorkers: 2,
          retry: 0, // CI tries a failed file once more, alone, when everything else has ended.
          testTimeout: 180_000,
          hookTimeout: 300_000, // A stack of a journey's own takes two minutes to start on a busy machine.
          expect: PATIENCE,
        },
      },
    ],
  },
});
