import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { warnOfOldFullRun } from './full-run.ts';
import { describeSlowest, describeStepTimes } from './seconds.ts';
import { describeFailures, describeFlaky, describeNotRun, readSteps, readStepTimes } from './steps.ts';

/**
 * `summary.ts <reports> <failed step>…`: the end of every CI run. Prints times first, then what needs attention, and
 * the count alone on the last line. Fails if anything failed or nothing ran; times and warnings never fail it.
 */
const [folder = 'reports', ...failedNames] = process.argv.slice(2);
const steps = readSteps(folder, failedNames);
const times = readStepTimes(folder);
const rows = steps.flatMap(({ reports }) => reports).flatMap((report) => report.rows);
const passed = rows.filter(({ state }) => state === 'passed' || state === 'flaky').length;
const failures = describeFailures(steps);

const sections = [
  describeStepTimes(times),
  describeSlowest(steps),
  [...warnOfOldFullRun(), ...describeNotRun(steps), ...describeFlaky(steps), ...failures],
  [`${passed} passed, ${failures.length} failed`],
];
for (const lines of sections.filter(({ length }) => length > 0)) console.log(`\n${lines.join('\n')}`);

if (existsSync(folder)) {
  const all = [...describeStepTimes(times), ...describeSlowest(steps, Number.POSITIVE_INFINITY)];
  writeFileSync(join(folder, 'seconds.txt'), `${all.join('\n')}\n`);
}
process.exitCode = failures.length > 0 || passed === 0 ? 1 : 0;
