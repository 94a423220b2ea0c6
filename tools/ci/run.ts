import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../dev/processes.ts';
import { buildWeb } from '../stack/build-web.ts';
import { SHARED_SHAPE, shareStack } from '../stack/shared-stack.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { createSteps, type Step } from './step.ts';

const reports = join(REPOSITORY, 'reports');

export const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();

/** Opens one CI run: an empty reports folder, steps, and a summary at the end. */
export function openRun({ minutes }: { readonly minutes: number }) {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);
  const steps = createSteps(reports, Date.now() + minutes * 60_000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      steps.end();
      process.exit(1); // The guard stops the stack, if any.
    });
  return {
    steps,
    reports,
    runAll: async (list: readonly Step[]) => {
      for (const step of list) await steps.run(step);
    },
    /** Starts one build and one stack for everything that shares them; undefined if it fails twice. */
    openStack: async (): Promise<Stack | undefined> => {
      let stack: Stack | undefined;
      const start = async () => {
        buildWeb();
        stack = await startStack('ci', SHARED_SHAPE);
        Object.assign(process.env, shareStack(stack, join(reports, 'stack-urls.json')));
        return { cpuMs: 0 };
      };
      // Without a stack nothing that needs a browser would run. A second failure is no busy minute.
      if (!(await steps.record('stack', start)) && (await steps.record('stack again', start)))
        steps.forgive('stack', 1);
      return stack;
    },
    finish: () => {
      const failed = steps.results.filter(({ ok }) => !ok).map(({ name }) => name);
      const summary = [join(import.meta.dirname, 'summary.ts'), reports, ...failed];
      const { status } = spawnSync(process.execPath, summary, { cwd: REPOSITORY, stdio: 'inherit' });
      process.exitCode = status ?? 1;
    },
  };
}
