import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeRows } from '../ci/rows.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { describeFindings } from './findings.ts';
import type { UiLanguage } from './looks.ts';
import type { Opened } from './open-all.ts';
import { planEnglish, planOthers, planTurn } from './plan.ts';
import { describeRun, describeTargets, toRows } from './report.ts';
import { chooseRoutes, pagesOf, type Route, readRoutes } from './routes.ts';
import { Run } from './run.ts';
import { onSite } from './site.ts';
import { keysOf, longestLanguage, readCatalogues } from './texts/catalogues.ts';

const REPORT = join(REPOSITORY, 'reports/pages.json');
const print = (line: string) => console.log(line);

type Choice = {
  /** Restricts the run to these screens, treated as changed. */
  readonly only: readonly string[];
  readonly changed: readonly string[];
  readonly isFull: boolean;
  /** Uses only the seed's looks, also for named screens: for the inner loop. */
  readonly isQuick: boolean;
  readonly seed: string;
  /** Decides which unchanged screens are opened if there is no time for all. */
  readonly turn: number;
};

function readChoice(): Choice {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      all: { type: 'boolean' },
      quick: { type: 'boolean' },
      changed: { type: 'string' },
      seed: { type: 'string' },
      turn: { type: 'string' },
    },
  });
  const changed = (values.changed ?? '').split(',').filter((entry) => entry !== '');
  return {
    only: positionals,
    changed,
    isFull: values.all ?? false,
    isQuick: values.quick ?? false,
    seed: values.seed ?? headCommit(),
    turn: Number(values.turn ?? countLandings()),
  };
}

/** Returns the HEAD commit as seed: sampled looks change from commit to commit and are reproducible for a commit. */
const headCommit = (): string => git('rev-parse', '--short=12', 'HEAD') || 'no commit';

/** Counts the commits that name what landed, one for each landing: screens take turns from landing to landing. */
const countLandings = (): string => git('rev-list', '--count', 'HEAD', '--', '.ci/landed') || '0';

const git = (...args: readonly string[]): string =>
  spawnSync('git', args, { cwd: REPOSITORY, encoding: 'utf8' }).stdout.trim();

async function openFull(run: Run, routes: readonly Route[], longest: UiLanguage): Promise<Opened[]> {
  const inEnglish = await run.open(planEnglish(routes));
  const open = routes.filter(({ isPublic }) => isPublic);
  print(`${open.filter((route) => run.differs(route)).length} of ${open.length} public screens differ for a visitor`);
  const others = await run.open(planOthers(routes, (route) => run.differs(route), ['pseudo', longest]));
  return [...inEnglish, ...others];
}

async function main({ only, changed, isFull, isQuick, seed, turn }: Choice): Promise<void> {
  const beganMs = performance.now();
  const catalogues = readCatalogues();
  const longest = longestLanguage(catalogues);
  const all = await readRoutes();
  const named = only.length > 0 ? chooseRoutes(all, only) : all;
  const touched = changed.includes('all') ? all.filter(({ isBuilt }) => isBuilt) : chooseRoutes(all, changed);
  const due = isQuick ? [] : only.length > 0 ? named : touched;
  const { openings, left } = planTurn({ routes: named, changed: due, longest, seed, turn });
  const opened = await onSite('pages', async (site) => {
    const run = new Run({ site, known: { keys: keysOf(catalogues), pages: pagesOf(all) }, print });
    await run.refuseToBeBlind();
    const form = `seed ${seed}, turn ${turn}, ${openings.length} openings, ${left.length} screens wait for the next landing`;
    print(`longest language: ${longest}; ${isFull ? 'full' : form}`);
    const done = isFull ? await openFull(run, named, longest) : await run.open(openings);
    for (const line of describeTargets(run.controls)) print(line);
    return done;
  });
  for (const line of describeFindings(opened.flatMap(({ findings }) => findings))) print(line);
  writeRows(REPORT, toRows(opened, isFull ? [] : left));
  for (const line of describeRun(opened, performance.now() - beganMs)) print(line);
  if (opened.length === 0 || opened.some(({ findings }) => findings.length > 0)) process.exitCode = 1;
}

try {
  await main(readChoice());
} catch (error) {
  console.error(error);
  const why = error instanceof Error ? error.message : String(error);
  writeRows(REPORT, [{ name: 'the whole run', state: 'failed', ms: performance.now(), why }]);
  process.exitCode = 1;
}
