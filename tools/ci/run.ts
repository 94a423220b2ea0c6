import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY } from '../dev/processes.ts';
import { buildAdmin, buildWeb } from '../stack/build-web.ts';
import { SHARED_SHAPE, shareStack } from '../stack/shared-stack.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { readWaitedForCpuMs } from './process-cpu.ts';
import { writeRows } from './rows.ts';
import { describeRun, RUN_LINE } from './runs.ts';
import { createSteps, type Step, watchLoad } from './step.ts';
import { readSteps } from './steps.ts';

const reports = join(REPOSITORY, 'reports');

export const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();

/** Opens one CI run: an empty reports folder, steps, and a summary at the end. */
export function openRun({ minutes }: { readonly minutes: number }) {
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports);
  const beganMs = performance.now();
  const load = watchLoad();
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
        const builtMs = readWaitedForCpuMs();
        buildWeb();
        buildAdmin();
        const cpuMs = readWaitedForCpuMs() - builtMs; // Nothing else was waited for: a build lets nothing else run here.
        stack = await startStack('ci', SHARED_SHAPE);
        Object.assign(process.env, shareStack(stack, join(reports, 'stack-urls.json')));
        return { cpuMs };
      };
      // Without a stack nothing that needs a browser would run. A second failure is no busy minute.
      if (await steps.record('stack', start, true)) return stack;
      const why = steps.results.find(({ name }) => name === 'stack')?.why ?? '';
      if (await steps.record('stack again', start, true)) {
        steps.forgive('stack');
        writeRows(join(reports, 'stack.json'), [{ name: 'the stack', state: 'flaky', ms: 0, why }]);
      }
      return stack;
    },
    finish: () => {
      steps.end();
      const line = describeRun({
        commit: git('rev-parse', '--short=12', 'HEAD'),
        endedAt: new Date(),
        tookMs: performance.now() - beganMs,
        load: load(),
        times: steps.results,
        steps: readSteps(reports, []),
      });
      writeFileSync(join(reports, 'run.json'), JSON.stringify(line));
      console.log(`\n${RUN_LINE}${JSON.stringify(line)}`);
      const failed = steps.results.filter(({ ok }) => !ok).map(({ name }) => name);
      const summary = [join(import.meta.dirname, 'summary.ts'), reports, ...failed];
      const { status } = spawnSync(process.execPath, summary, { cwd: REPOSITORY, stdio: 'inherit' });
      process.exitCode = status ?? 1;
    },
  };
}
