import { parseArgs } from 'node:util';
import { findTop, readTree } from '../tidy/tree.ts';
import { LANDING } from '../trial/landing-trials.ts';
import { changeOfCommit, findChange, headOf, lastCommits } from './change.ts';
import { cutOf, describeTier, estimate, minutesOf } from './estimate.ts';
import { TIERS } from './rules.ts';
import { type Repository, select } from './select.ts';
import { placeOf } from './select-trials.ts';

/**
 * Prints what a change can break, a line per tier; `--json` prints it for scripts, and the lines as errors, so that one
 * call serves both. `--replay 10` prints the lines for the last ten commits.
 */
const { values } = parseArgs({
  options: {
    base: { type: 'string' },
    worktree: { type: 'boolean' },
    json: { type: 'boolean' },
    replay: { type: 'string' },
  },
});
const top = findTop(process.cwd());
const head = headOf(top);
const repository: Repository = { tree: readTree(top), trials: LANDING.map(placeOf), head };
if (values.replay === undefined) showChange();
else replay(Number(values.replay));

function showChange(): void {
  const { base = process.env.CI_BASE, worktree = false } = values;
  const change = findChange(top, { base, worktree });
  const selection = select(change, repository);
  const what = 'all' in change ? change.all : `${change.files.length} files since ${change.base.slice(0, 10)}`;
  const cut = cutOf(selection, LANDING, head);
  const lines = [
    `changed: ${what}`,
    ...TIERS.map((tier) => describeTier(tier, selection[tier])),
    ...(cut.length > 0 ? [`not run for lack of time: ${cut.join(', ')}`] : []),
    `about ${minutesOf(estimate(selection, LANDING, head))} minutes`,
  ];
  (values.json ? console.error : console.log)(lines.join('\n'));
  if (values.json) console.log(JSON.stringify({ change, ...selection }));
}

function replay(count: number): void {
  const sums: number[] = [];
  for (const line of lastCommits(top, count)) {
    const [commit = ''] = line.split(' ');
    const change = changeOfCommit(top, commit);
    const selection = select(change, { ...repository, head: commit });
    const seconds = estimate(selection, LANDING, commit);
    const minutes = minutesOf(seconds);
    sums.push(Number(minutes));
    const counts = TIERS.map((tier) => `${tier} ${selection[tier].chosen.length}/${selection[tier].of}`).join(', ');
    const files = 'all' in change ? 'all' : change.files.length;
    const parts = TIERS.map((tier) => `${tier} ${(seconds[tier] / 60).toFixed(1)}`).join(', ');
    console.log(`${line}\n  ${files} files: ${counts}\n  ${minutes} min (${parts})`);
    for (const tier of ['journeys', 'screens', 'trials'] as const)
      console.log(`  ${describeTier(tier, selection[tier])}`);
    const cut = cutOf(selection, LANDING, commit);
    if (cut.length > 0) console.log(`  not run for lack of time: ${cut.join(', ')}`);
  }
  const mean = sums.reduce((sum, minutes) => sum + minutes, 0) / sums.length;
  console.log(`mean ${mean.toFixed(1)} min, at most ${Math.max(...sums)} min`);
}
