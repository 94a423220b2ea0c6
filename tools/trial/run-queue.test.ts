import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-queue-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Trial that prints when it starts and ends, and behaves as its name states. */
const PROGRAM = `
import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { writeRows } from '${join(import.meta.dirname, '../ci/rows.ts')}';
const [name] = process.argv.slice(2);
const note = (what) => appendFileSync('${'FOLDER'}/order', \`\${what} \${name}\\n\`);
console.log(name, 'begins with seed', process.argv[process.argv.indexOf('--seed') + 1]);
note('begin');
if (name === 'hang' || name === 'late') await pause(60_000);
// One and two end only after both have begun: a queue that runs them one by one would wait here.
const hasBegun = (other) => readFileSync('${'FOLDER'}/order', 'utf8').includes('begin ' + other);
if (name === 'one') while (!hasBegun('two')) await pause(10);
if (name === 'two') while (!hasBegun('one')) await pause(10);
if (name === 'die') process.kill(process.pid, 'SIGKILL');
console.error(name, 'ends');
note('end');
const state = name === 'wrong' ? 'failed' : 'passed';
writeRows(process.argv[process.argv.indexOf('--report') + 1], [{ name: 'torture ' + name, state, ms: 1, why: 'a figure' }]);
`;

const QUEUE = `
import { runQueue } from '${join(import.meta.dirname, 'run-queue.ts')}';
const entry = (name) => ({ kind: 'torture', trial: { name, seconds: 1, ...(name === 'alone' && { isAlone: true }) } });
const [parallel, owed, ...names] = process.argv.slice(2);
const rows = await runQueue(names.map(entry), {
  short: true, seed: 7, parallel: Number(parallel), lastBeginMs: Number.POSITIVE_INFINITY,
  programOf: () => '${'FOLDER'}/program.ts',
  limitMsOf: ({ trial }) => (trial.name === 'late' ? 3_000 : 60_000),
  owed: owed === 'none' ? undefined : { entry: entry(owed), limitMs: 3_000 },
  onRows: () => {},
});
console.log(JSON.stringify(rows.map(({ name, state, why, noVerdict }) => [name, state, why, noVerdict])));
`;

const startQueue = (parallel: number, ...names: string[]) => startQueueWith('none', parallel, ...names);
function startQueueWith(owed: string, parallel: number, ...names: string[]) {
  const plant = (file: string, text: string) => writeFileSync(join(folder, file), text.replaceAll('FOLDER', folder));
  plant('program.ts', PROGRAM);
  plant('queue.ts', QUEUE);
  const child = spawn(process.execPath, [join(folder, 'queue.ts'), String(parallel), owed, ...names]);
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (printed += chunk));
  const ended = new Promise<string>((done) => child.once('close', () => done(printed)));
  return { child, ended, order: readOrder };
}
function readOrder(): string[] {
  const file = join(folder, 'order');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}
/** Finds the rows in the output: stdout and stderr are read separately, so a trial's stderr may come after the rows. */
const rowsIn = (printed: string) =>
  JSON.parse(printed.split('\n').find((line) => line.startsWith('[[')) ?? '') as (string | true | null)[][];

describe('a queue of trials', () => {
  it('given two at a time, then they run in parallel, each output stays together, and solo trials come last', async () => {
    const { ended, order } = startQueue(2, 'alone', 'one', 'two');
    const printed = await ended;
    expect(order().slice(0, 2).sort()).toEqual(['begin one', 'begin two']);
    expect(order().slice(4)).toEqual(['begin alone', 'end alone']);
    for (const name of ['one', 'two', 'alone']) expect(printed).toContain(`${name} begins with seed 7\n${name} ends\n`);
    expect(rowsIn(printed).map(([name]) => name)).toHaveLength(3);
  });

  it('given one dies and one is wrong, then both have failed, and the others still run', async () => {
    const printed = await startQueue(1, 'die', 'wrong', 'fine').ended;
    expect(rowsIn(printed)).toEqual([
      ['torture die', 'failed', 'it ended without a verdict: SIGKILL', true],
      ['torture wrong', 'failed', 'a figure', null],
      ['torture fine', 'passed', 'a figure', null],
    ]);
  });

  it('given no verdict in time, then it is ended and not tried again, and the row says so', async () => {
    const { ended, order } = startQueue(2, 'late', 'fine');
    expect(rowsIn(await ended).sort()).toEqual([
      ['torture fine', 'passed', 'a figure', null],
      ['torture late', 'failed', 'it had no verdict within 3 s', true],
    ]);
    expect(order().filter((line) => line === 'begin late')).toHaveLength(1);
  });

  it('given an owed one, then it runs after all others, and its own failure counts', async () => {
    const { ended, order } = startQueueWith('wrong', 2, 'alone', 'fine');
    expect(rowsIn(await ended).at(-1)).toEqual(['torture wrong', 'failed', 'a figure', null]);
    expect(order().slice(-2)).toEqual(['begin wrong', 'end wrong']);
  });

  it('given an owed one without a verdict in time, then it has not run, and nothing has failed', async () => {
    expect(rowsIn(await startQueueWith('hang', 2, 'fine').ended)).toEqual([
      ['torture fine', 'passed', 'a figure', null],
      ['torture hang', 'not-run', 'its turn, but it had no verdict within 3 s', null],
    ]);
  });

  it('given it is ended, then a running trial’s output is shown, and no other is started', async () => {
    const { child, ended, order } = startQueue(2, 'hang', 'hang', 'fine');
    await expect.poll(order, { timeout: 20_000 }).toEqual(['begin hang', 'begin hang']);
    child.kill('SIGTERM');
    const printed = await ended;
    expect(printed.match(/hang begins/g)).toHaveLength(2);
    expect(rowsIn(printed).sort()).toEqual([
      ['torture fine', 'not-run', 'the queue was ended before its turn', null],
      ['torture hang', 'failed', 'it ended without a verdict: SIGTERM', true],
      ['torture hang', 'failed', 'it ended without a verdict: SIGTERM', true],
    ]);
  });
});
