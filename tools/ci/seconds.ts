import type { Report, Row } from './rows.ts';
import type { StepResult } from './step.ts';
import type { Step, StepTime } from './steps.ts';

const NAMED_AT_MOST = 20;

const seconds = (ms: number): string => (ms / 1_000).toFixed(1);
const column = (text: string): string => text.padStart(9);
const sumOf = (all: readonly { readonly ms: number }[]): number => all.reduce((sum, { ms }) => sum + ms, 0);

/** Time of a step, with what the runner also measures. */
type StepCost = StepTime & Partial<Pick<StepResult, 'stackCpuMs' | 'pressure' | 'stolen'>>;
type StepColumn = { readonly title: string; readonly read: (cost: StepCost) => string | undefined };

const ifKnown = (value: number | undefined, show: (known: number) => string) =>
  value === undefined ? undefined : show(value);
const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
const COLUMNS: readonly StepColumn[] = [
  { title: 'wall s', read: ({ wallMs }) => seconds(wallMs) },
  { title: 'CPU s', read: ({ cpuMs }) => ifKnown(cpuMs, seconds) },
  { title: 'stack s', read: ({ stackCpuMs }) => ifKnown(stackCpuMs, seconds) },
  { title: 'pressure', read: ({ pressure }) => ifKnown(pressure, percent) },
  { title: 'stolen', read: ({ stolen }) => ifKnown(stolen, percent) },
];

/**
 * Lists wall and CPU seconds of every step, in the order in which they ran, with those of the shared stack and the load
 * of the machine where they were measured.
 */
export function describeStepTimes(times: readonly StepCost[]): string[] {
  if (times.length === 0) return [];
  const columns = COLUMNS.filter(({ read }) => times.some((each) => read(each) !== undefined));
  const line = (each: StepCost) =>
    `${columns.map(({ read }) => column(read(each) ?? '-')).join('')}  ${each.name}${each.ok ? '' : ' (failed)'}`;
  return [`${columns.map(({ title }) => column(title)).join('')}  step`, ...times.map(line)];
}

/** Lists the slowest test files and tests, and the trials and page checks of each step, all by wall time. */
export function describeSlowest(steps: readonly Step[], atMost: number = NAMED_AT_MOST): string[] {
  const reports = steps.flatMap((step) => step.reports);
  const files = reports.flatMap((report) => report.files);
  const tests = reports.flatMap((report) => report.rows).filter(hasRun);
  return [
    ...table(
      'test files',
      files.map(({ file, ms, importMs }) => ({ name: `${file} (${seconds(importMs)} of it import and set-up)`, ms })),
      atMost,
    ),
    ...table(
      'tests',
      tests.flatMap(({ file, name, ms }) => (file === undefined ? [] : [{ name: `${file}: ${name}`, ms }])),
      atMost,
    ),
    ...steps.flatMap(({ name, reports: own }) => table(name, own.flatMap(rowsWithoutFile), atMost)),
  ];
}

const hasRun = ({ state }: Row) => state !== 'skipped' && state !== 'not-run';
const rowsWithoutFile = ({ rows }: Report) => rows.filter((row) => row.file === undefined && hasRun(row));

type Timed = { readonly name: string; readonly ms: number };

function table(title: string, all: readonly Timed[], atMost: number): string[] {
  if (all.length === 0) return [];
  const slowest = [...all].sort((one, other) => other.ms - one.ms).slice(0, atMost);
  const which = slowest.length < all.length ? `, the slowest ${slowest.length}` : '';
  return [
    `${column('wall s')}  ${title}: ${all.length} in ${seconds(sumOf(all))} s${which}`,
    ...slowest.map(({ name, ms }) => `${column(seconds(ms))}  ${name}`),
  ];
}
