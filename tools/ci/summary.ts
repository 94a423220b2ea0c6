import { countResults } from './count-results.ts';
import { describeFailures } from './describe-failures.ts';
import { readSteps } from './read-steps.ts';

/** `summary.ts <reports> <failed step>…`: names what failed, ends with the count, and fails when anything did or nothing ran. */
const [folder = 'reports', ...failedSteps] = process.argv.slice(2);
const steps = readSteps(folder, failedSteps);
const { passed, failed } = countResults(
  steps.flatMap(({ results }) => results ?? []),
  failedSteps.length,
);
console.log(`\n${[...describeFailures(steps), `${passed} passed, ${failed} failed`].join('\n')}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
