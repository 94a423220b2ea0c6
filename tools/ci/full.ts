import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { REPOSITORY } from '../dev/processes.ts';
import { readRecord, updateRecord, writeRecord } from './record.ts';
import { readRows } from './rows.ts';
import { git, openRun } from './run.ts';
import { FULL_ON_STACK, FULL_WITHOUT_STACK, fullTrials } from './tiers.ts';

/**
 * Runs everything, in long forms and against real aims, without caches: before an issue is called resolved, as far as
 * the change concerns it. Names select tiers (`bench`) or trials (`bench:spot`); none means all. Writes
 * docs/BENCHMARKS.md.
 */
const names = process.argv.slice(2);
const isWanted = (name: string) => names.length === 0 || names.some((each) => each.split(':')[0] === name);
const only = (kind: string) =>
  names.flatMap((each) => (each.startsWith(`${kind}:`) ? [each.slice(kind.length + 1)] : []));
Object.assign(process.env, { TIDEMARK_NO_CACHE: '1', TESTS_LONG: '1' });
const run = openRun({ minutes: 24 * 60 });
await run.runAll(FULL_WITHOUT_STACK.filter(({ name }) => isWanted(name)));
const onStack = FULL_ON_STACK.filter(({ name }) => isWanted(name));
const stack = onStack.length > 0 ? await run.openStack() : undefined;
if (stack !== undefined) await run.runAll(onStack);
await stack?.stop();
const trials = fullTrials(only);
await run.runAll(trials.filter(({ name }) => isWanted(name)));
const kinds = trials.map(({ name }) => name);
const rows = readRows(join(REPOSITORY, 'reports')).flatMap((report) =>
  kinds.some((kind) => report.name === kind || report.name.startsWith(`${kind}-`)) ? report.rows : [],
);
const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
const when = { commit: git('rev-parse', '--short=10', 'HEAD'), date: new Date().toISOString().slice(0, 10) };
writeRecord(updateRecord(readRecord(), { run: when, isComplete: names.length === 0, machine, rows }));
run.finish();
