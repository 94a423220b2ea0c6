import { defineConfig } from 'vitest/config';

/** How long a state may take to come. A busy machine is slow, not wrong; what holds is seen at once all the same. */
const PATIENCE = { poll: { timeout: 15_000 } };

export default defineConfig({
  test: {
    reporters: [process.env.CI === undefined ? 'default' : 'dot', './tools/ci/naming-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{apps,packages,tools}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts'],
          // Nothing outside of the process takes part, so chance has no say; patience is for whoever computes much.
          retry: 0,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['{apps,packages,tools}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['tools/services/test-services.ts'],
          // Whoever reads the outbox waits for all transactions of a server, in whichever database, so files that share one
          // take turns. `--shard` runs parts beside each other, each on servers of its own.
          fileParallelism: false,
          // What passes only when tried again is told as flaky by CI, so that it is seen and mended.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: PATIENCE,
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
