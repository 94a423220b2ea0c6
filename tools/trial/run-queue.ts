import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Row, readRows } from '../ci/rows.ts';
import { orderOf } from './plan.ts';
import { type Entry, entryName, type Kind } from './trial.ts';

const TOOLS = resolve(import.meta.dirname, '..');
const commandOf = (kind: Kind) => join(TOOLS, kind, `${kind}.ts`);

export type QueueOptions = {
  readonly short: boolean;
  readonly seed: number;
  readonly parallel: number;
  /** No trial starts after this time. */
  readonly lastBeginMs: number;
  /** Returns the program that runs a trial of this kind by name. */
  readonly programOf?: (kind: Kind) => string;
  /** Returns how long a trial may take. */
  readonly limitMsOf?: (entry: Entry, short: boolean) => number;
  /** Runs last and alone. Ended by this limit it counts as not run: its turn was an extra, and the change is not at fault. */
  readonly owed?: { readonly entry: Entry; readonly limitMs: number } | undefined;
  /** Called after every trial with all rows so far, so that an interrupted queue keeps its results. */
  readonly onRows: (rows: readonly Row[]) => void;
};

/**
 * Runs each trial in its own process: they share no environment, signal handlers or ports, and a crash affects no other
 * trial. In parallel their output is buffered and printed as a whole; sequentially it is streamed.
 */
export async function runQueue(entries: readonly Entry[], options: QueueOptions): Promise<Row[]> {
  const { together, alone } = options.parallel > 1 ? orderOf(entries) : { together: [...entries], alone: [] };
  const rows: Row[] = [];
  const running = new Set<Child>();
  const ending = endOnSignals(running);
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-trials-'));
  const isKept = options.parallel > 1;
  const runOrLeave = (entry: Entry): Promise<Row> | Row => {
    const leave = (why: string): Row => ({ name: entryName(entry), state: 'not-run', ms: 0, why });
    if (ending.hasBegun()) return leave('the queue was ended before its turn');
    if (Date.now() > options.lastBeginMs) return leave('there was no time left');
    return runOne(entry, { ...options, folder, running, isKept });
  };
  const work = async (waiting: Entry[]) => {
    for (let entry = waiting.shift(); entry !== undefined; entry = waiting.shift()) {
      rows.push(await runOrLeave(entry));
      options.onRows(rows);
    }
  };
  try {
    await Promise.all(Array.from({ length: options.parallel }, () => work(together)));
    await work(alone);
    if (options.owed !== undefined) await work([options.owed.entry]);
    return rows;
  } finally {
    ending.forget();
    rmSync(folder, { recursive: true, force: true });
  }
}

type Child = { readonly process: ChildProcess; readonly output: Buffer[] };
type Scene = QueueOptions & { readonly folder: string; readonly running: Set<Child>; readonly isKept: boolean };

/** On a busy machine a trial takes several times its usual time. */
const LIMIT = { leastMs: 300_000, times: 5 };
const usualLimit = ({ trial }: Entry, short: boolean): number =>
  short ? Math.max(LIMIT.leastMs, LIMIT.times * trial.seconds * 1_000) : Number.POSITIVE_INFINITY;

/** Runs one trial. A row without a verdict says so: such a trial may be repeated, one with a finding never. */
async function runOne(
  entry: Entry,
  { short, seed, folder, running, isKept, owed, programOf = commandOf, limitMsOf = usualLimit }: Scene,
): Promise<Row> {
  const { kind, trial } = entry;
  const isOwed = entry === owed?.entry;
  const place = join(folder, `${kind}-${trial.name}`);
  const args = [programOf(kind), trial.name, '--seed', String(seed), '--report', join(place, 'row.json')];
  const startedMs = performance.now();
  const child = spawn(process.execPath, [...args, ...(short ? ['--short'] : [])], {
    stdio: ['ignore', isKept ? 'pipe' : 'inherit', isKept ? 'pipe' : 'inherit'],
  });
  const limitMs = isOwed ? owed.limitMs : limitMsOf(entry, short);
  let isLate = false;
  const endLate = () => {
    isLate = true;
    endChild(child, 'SIGTERM');
  };
  const limit = Number.isFinite(limitMs) ? setTimeout(endLate, limitMs) : undefined;
  const started: Child = { process: child, output: [] };
  running.add(started);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => started.output.push(chunk));
  const end = await new Promise<string>((done) => {
    child.once('error', (error) => done(error.message));
    child.once('close', (code, signal) => done(signal ?? `exit code ${code}`));
  });
  clearTimeout(limit);
  running.delete(started);
  process.stdout.write(Buffer.concat(started.output));
  const ms = performance.now() - startedMs;
  const [row] = readRows(place).flatMap(({ rows }) => rows);
  if (row !== undefined) return { ...row, ms };
  const name = entryName(entry);
  const late = `it had no verdict within ${limitMs / 1_000} s`;
  if (isLate && isOwed) return { name, state: 'not-run', ms, why: `its turn, but ${late}` };
  return { name, state: 'failed', ms, why: isLate ? late : `it ended without a verdict: ${end}`, noVerdict: true };
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const END_MS_MAX = 10_000;

function endChild(child: ChildProcess, signal: NodeJS.Signals): void {
  child.kill(signal);
  setTimeout(() => child.kill('SIGKILL'), END_MS_MAX).unref();
}

/**
 * Forwards signals that end the queue to its trials. Their output so far is still shown, and no further trial starts.
 */
function endOnSignals(running: ReadonlySet<Child>): { hasBegun(): boolean; forget(): void } {
  let hasBegun = false;
  const begin = (signal: NodeJS.Signals) => {
    hasBegun = true;
    for (const { process } of running) endChild(process, signal);
  };
  for (const signal of SIGNALS) process.once(signal, begin);
  return {
    hasBegun: () => hasBegun,
    forget: () => {
      for (const signal of SIGNALS) process.off(signal, begin);
    },
  };
}
