import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Change, changeOfCommit, findChange, headOf } from '../affected/change.ts';
import { usersOf } from '../affected/graph.ts';
import { screensOf } from '../affected/screens.ts';
import { select } from '../affected/select.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { buildWeb } from '../stack/build-web.ts';
import { readTree } from '../tidy/tree.ts';
import { type NearSelection, pickNear } from './near.ts';
import { readWarm } from './state.ts';

/**
 * Inner loop: runs the tests affected by the uncommitted change, or else by the last commit, nearest first and in half
 * a minute. Servers and stack come from `npm run warm`; without it they are started, which takes longer. CI runs the
 * rest.
 */
const { values } = parseArgs({ options: { base: { type: 'string' } } });
const beganMs = performance.now();
const change = readChange();
const files = 'all' in change ? [] : change.files;
if (files.length === 0) throw new Error('nothing has changed; npm test runs everything');
const tree = readTree(REPOSITORY);
const selection = select(change, { tree, trials: [], head: headOf(REPOSITORY) });
const screenFiles = new Map(screensOf(tree).map(({ address, files: loaded }) => [address, loaded] as const));
const near = pickNear(files, usersOf(tree), selection, screenFiles);
for (const [tier, { run, left }] of Object.entries(near))
  console.log(`${tier}: ${run.length}${left > 0 ? ` of ${run.length + left}, the rest is left to CI` : ''}`);
const warm = readWarm();
const touchesMigrations = files.some((path) => path.startsWith('apps/server/migrations/'));
if (warm === undefined) console.log('npm run warm keeps servers running and makes this faster');
// A changed migration needs a new template, which the warm servers do not have.
const environment = warm === undefined || touchesMigrations ? {} : warm.environment;
const results = await Promise.all([runTests(near), runInBrowser(near)]);
const seconds = ((performance.now() - beganMs) / 1_000).toFixed(1);
const hasFailed = results.some((ok) => !ok);
console.log(`${hasFailed ? 'FAILED' : 'ok'} in ${seconds} s`);
process.exitCode = hasFailed ? 1 : 0;

function readChange(): Change {
  const uncommitted = findChange(REPOSITORY, { base: values.base ?? 'HEAD', worktree: true });
  return 'all' in uncommitted ? changeOfCommit(REPOSITORY, 'HEAD') : uncommitted;
}

async function runTests({ unit, db }: NearSelection): Promise<boolean> {
  const isUnitOk = await runVitest('unit', unit.run);
  return (await runVitest('db', db.run)) && isUnitOk;
}

async function runInBrowser({ screens, journeys }: NearSelection): Promise<boolean> {
  if (screens.run.length + journeys.run.length === 0) return true;
  buildWeb();
  const entries = screens.run.map((address) => address.replace(/^\/(?:pages\/)?/, ''));
  const isPagesOk =
    entries.length === 0 || (await run(process.execPath, 'tools/pages/pages.ts', '--quick', ...entries));
  const specs = journeys.run.map((name) => `apps/e2e/${name}.spec.ts`);
  return (await runVitest('e2e', specs)) && isPagesOk;
}

async function runVitest(project: string, paths: readonly string[]): Promise<boolean> {
  if (paths.length === 0) return true;
  return await run(
    join(REPOSITORY, 'node_modules/.bin/vitest'),
    'run',
    '--project',
    project,
    '--reporter=dot',
    ...paths,
  );
}

/** Runs a program and prints its output as a whole, because two lanes run at once. */
function run(program: string, ...args: string[]): Promise<boolean> {
  const child = spawn(program, args, { cwd: REPOSITORY, env: { ...process.env, ...environment } });
  const parts: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => parts.push(part));
  child.stderr.on('data', (part: Buffer) => parts.push(part));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      process.stdout.write(Buffer.concat(parts));
      resolve(code === 0);
    });
  });
}
