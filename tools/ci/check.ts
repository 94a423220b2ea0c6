import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Command, createSteps } from './step.ts';
import { CHECK } from './tiers.ts';

/**
 * `npm run check [-- name…]`: the checks of a landing, two at once, or those with a program of that name. Prints the whole
 * output of each when it has ended, and fails if one of them does.
 */
const names = process.argv.slice(2);
const nameOf = ({ run: [program, first = ''] }: Command) =>
  basename(program === process.execPath ? first : program, '.ts');
const commands = CHECK.commands.filter((each) => names.length === 0 || names.includes(nameOf(each)));

if (commands.length === 0) {
  console.error(`there are ${[...new Set(CHECK.commands.map(nameOf))].join(', ')}`);
  process.exitCode = 1;
} else {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-check-'));
  const steps = createSteps(folder, Date.now() + CHECK.minutes * 60_000);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      steps.end();
      process.exit(1);
    });
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  process.exitCode = (await steps.run({ ...CHECK, commands })) ? 0 : 1;
}
