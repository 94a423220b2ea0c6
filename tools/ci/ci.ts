import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Selection } from '../affected/select.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { buildWeb } from '../stack/build-web.ts';
import { SHARED_SHAPE, shareStack } from '../stack/shared-stack.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { createSteps, type Step } from './step.ts';
import { BEFORE_STACK, onStack, TRIALS } from './tiers.ts';

/**
 * The landing path: everything that must hold before a change lands, in the order of what fails fastest. Start-up is paid
 * once: one build and one stack serve journeys, page checks and API checks. Figures are measured by `npm run ci:full`.
 */
const MINUTES_IN_ALL = 85;
const reports = join(REPOSITORY, 'reports');
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports);
const steps = createSteps(reports, Date.now() + MINUTES_IN_ALL * 60_000);
const git = (...args: string[]) => execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
const runAll = async (list: readonly Step[]) => {
  for (const step of list) await steps.run(step);
};

const selection = readSelection();
await runAll(BEFORE_STACK);
await withStack(() => runAll(onStack(selection, git('rev-parse', '--short=12', 'HEAD'))));
await steps.run(TRIALS);
const failed = steps.results.filter(({ ok }) => !ok).map(({ name }) => name);
const { status } = await import('./summary.ts').then(({ printSummary }) => printSummary(reports, failed));
process.exitCode = status;

/** Prints one line per tier: what runs, what does not, and why. */
function readSelection(): Selection {
  const affected = join(REPOSITORY, 'tools/affected/affected.ts');
  execFileSync(process.execPath, [affected], { cwd: REPOSITORY, stdio: 'inherit' });
  return JSON.parse(
    execFileSync(process.execPath, [affected, '--json'], { cwd: REPOSITORY, encoding: 'utf8' }),
  ) as Selection; // Our own tool's.
}

async function withStack(use: () => Promise<void>): Promise<void> {
  let stack: Stack | undefined;
  await steps.record('stack', async () => {
    buildWeb();
    stack = await startStack('landing', SHARED_SHAPE);
    Object.assign(process.env, shareStack(stack, join(reports, 'stack-urls.json')));
    return undefined;
  });
  try {
    await use();
  } finally {
    await stack?.stop();
  }
}
