import { evidenceOf } from './evidence.ts';
import { OUTSIDE_TESTS, type Report, type Row } from './rows.ts';

/** Tiers whose failures are tried once more. Check, unit, weight and pages are not: no load excuses them. */
const TIERS = ['db', 'journeys', 'api', 'trials'] as const;
export type RetriedTier = (typeof TIERS)[number];

/** What is tried again as a whole: a test file, or a trial by its name. */
export type FailedFile = {
  readonly tier: RetriedTier;
  readonly name: string;
  /** Name of the report that has its rows. */
  readonly report: string;
  readonly rows: readonly Row[];
};

/** Failures that may come from load alone, and those that may not, each with the reason. */
export type Sorted = {
  readonly again: readonly FailedFile[];
  readonly never: readonly { readonly file: FailedFile; readonly why: string }[];
};

/** More failed files than this are no flake. */
const FILES_MAX = 5;

const STACK_TIERS: readonly RetriedTier[] = ['journeys', 'api'];

/**
 * Sorts the failed files of a run. None is tried again that has evidence of a defect in its rows, its report or the
 * shared stack, that is a trial with a finding, or that is one of too many.
 */
export function sortFailures(reports: readonly Report[], stackDefects: readonly string[]): Sorted {
  const failed = reports.flatMap(failedFilesOf).map((file) => {
    const strays = reports.find(({ name }) => name === file.report)?.rows.filter(isStray) ?? [];
    return { file, why: reasonAgainst(file, strays, STACK_TIERS.includes(file.tier) ? stackDefects : []) };
  });
  const again = failed.flatMap(({ file, why }) => (why === undefined ? [file] : []));
  const never = failed.flatMap(({ file, why }) => (why === undefined ? [] : [{ file, why }]));
  if (again.length + never.length <= FILES_MAX) return { again, never };
  const tooMany = `${again.length + never.length} failed files are more than a busy minute explains`;
  return { again: [], never: [...never, ...again.map((file) => ({ file, why: tooMany }))] };
}

function reasonAgainst({ tier, rows }: FailedFile, strays: readonly Row[], defects: readonly string[]) {
  const evidence = [...rows, ...strays].map(evidenceOf).find((each) => each !== undefined) ?? defects[0];
  if (evidence !== undefined) return `evidence of a defect: ${evidence}`;
  if (tier === 'trials' && rows.some(({ noVerdict }) => noVerdict !== true)) return 'a trial with a finding';
  return undefined;
}

/** Whether a row has an error that belongs to no file. It stays failed, whatever the second try of the files says. */
const isStray = ({ file, state }: Row) => state === 'failed' && file === OUTSIDE_TESTS;

/** Whether a report is one of a tier's: `db`, or `db-2` for its second part. */
export const isReportOf = (tier: RetriedTier, report: string): boolean =>
  report === tier || new RegExp(`^${tier}-\\d+$`).test(report);

function failedFilesOf({ name: report, rows }: Report): FailedFile[] {
  const tier = TIERS.find((each) => isReportOf(each, report));
  if (tier === undefined) return [];
  const failed = rows.filter((row) => row.state === 'failed' && !isStray(row));
  return [...Map.groupBy(failed, (row) => row.file ?? row.name)].map(([name, own]) => ({
    tier,
    name,
    report,
    rows: own,
  }));
}
