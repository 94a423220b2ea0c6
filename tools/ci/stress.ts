import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guardChild } from '@app/testkit';
import { REPOSITORY } from '../dev/processes.ts';
import type { RetriedTier } from './failed-files.ts';
import { readFlaky } from './flaky.ts';
import { readRows } from './rows.ts';
import { openRun } from './run.ts';
import { describeLoad, watchLoad } from './step.ts';
import { runAlone } from './tiers.ts';

/**
 * `npm run ci:stress [-- <file>… --times 20]`: runs each flaky file twenty times beside two busy loops and prints how
 * often it passed, each time with another seed. Mending one means twenty of twenty here.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '20' } },
});
const BUSY_LOOPS = 2;
const HOURS_MAX = 8;
const MINUTES_EACH = 15;

const files = positionals.length > 0 ? positionals : [...new Set(readFlaky().map(({ file }) => file))];
const times = Number(values.times);
const run = openRun({ minutes: HOURS_MAX * 60 });
const folder = join(REPOSITORY, 'reports/stress');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const stack = files.some((file) => tierOf(file) === 'journeys') ? await run.openStack() : undefined;
const loops = Array.from({ length: BUSY_LOOPS }, () =>
  guardChild(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })),
);
const lines: string[] = [];
try {
  for (const [place, file] of files.entries()) lines.push(await stress(file, place));
} finally {
  for (const loop of loops) loop.kill('SIGKILL');
  await stack?.stop();
}
console.log(`\n${lines.join('\n') || 'no file is listed as flaky'}`);
process.exitCode = lines.every((line) => line.includes(`: ${times} of ${times} passed`)) ? 0 : 1;

async function stress(file: string, place: number): Promise<string> {
  const load = watchLoad();
  const failures: string[] = [];
  for (let seed = 1; seed <= times; seed++) {
    const reports = join(folder, `${place}-${seed}`);
    const report = join(reports, 'rows.json');
    const command = runAlone({ tier: tierOf(file), name: file }, { report, seed });
    const isOk = await run.steps.run({ name: `stress-${place}-${seed}`, minutes: MINUTES_EACH, commands: [command] });
    const failed = readRows(reports).flatMap(({ rows }) => rows.filter(({ state }) => state === 'failed'));
    if (!isOk)
      failures.push(`  seed ${seed}: ${failed.map(({ name, why }) => `${name}: ${why}`).join('; ') || 'no report'}`);
  }
  return [`${file}: ${times - failures.length} of ${times} passed (${describeLoad(load())})`, ...failures].join('\n');
}

function tierOf(file: string): RetriedTier {
  if (file.endsWith('.db.test.ts')) return 'db';
  return file.endsWith('.spec.ts') ? 'journeys' : 'trials';
}
