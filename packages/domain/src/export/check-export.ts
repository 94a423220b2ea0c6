import { type Decision, ID_EPOCH_MS, ok, refuse } from '@app/base';
import { monthBounds, type PeriodBounds, type PeriodName } from '../statement/index.ts';
import { type ExportKindName, periodsOf } from './export-kinds.ts';

/** A user's exports that count against the limits. */
export type OpenExports = {
  /** Waiting or running. */
  readonly open: number;
  /** Requested within the last 24 hours, and the seconds until the oldest of them is older. */
  readonly today: number;
  readonly secondsLeft: number;
};

/** Decides whether a user may request one more export. */
export function checkExport(
  { open, today, secondsLeft }: OpenExports,
  limits: { readonly openMax: number; readonly perDay: number },
): Decision<true, 'too_many_exports' | 'too_many_requests'> {
  if (open >= limits.openMax) return refuse('too_many_exports', { maximum: String(limits.openMax) });
  if (today >= limits.perDay) return refuse('too_many_requests', { seconds: String(Math.max(1, secondsLeft)) });
  return ok(true);
}

const MONTH = /^2\d{3}-(0[1-9]|1[0-2])$/;
const YEAR = /^2\d{3}$/;

/** Returns the bounds of an export's period. The kind decides its length, and it lies in the platform's time and has begun; null without a period. */
export function checkPeriod(
  kind: ExportKindName,
  period: PeriodName | undefined,
  nowMs: number,
): Decision<PeriodBounds | null, 'parameter_error'> {
  const lengths = periodsOf(kind);
  if (period === undefined) return lengths.length === 0 ? ok(null) : refuse('parameter_error');
  const bounds =
    lengths.includes('month') && MONTH.test(period)
      ? monthBounds(period)
      : lengths.includes('year') && YEAR.test(period)
        ? yearBounds(period)
        : undefined;
  const exists = bounds !== undefined && bounds.fromMs <= nowMs && bounds.fromMs >= ID_EPOCH_MS;
  return exists ? ok(bounds) : refuse('parameter_error');
}

const yearBounds = (year: PeriodName): PeriodBounds => ({
  fromMs: monthBounds(`${year}-01`).fromMs,
  toMs: monthBounds(`${year}-12`).toMs,
});
