/** A file that the worker makes waits, runs and ends in one of three ways. */
export const EXPORT_STATES = ['waiting', 'running', 'done', 'failed', 'stopped'] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

export const hasEnded = (state: ExportState): boolean => state !== 'waiting' && state !== 'running';

/** Why a file could not be made. `defect` is an error of ours, and is logged. */
export const EXPORT_ERRORS = ['export_font_missing', 'too_large', 'defect'] as const;
export type ExportError = (typeof EXPORT_ERRORS)[number];

/** The period of a file is a month or a year in UTC; some files have none. */
export type PeriodLength = 'month' | 'year';

/** Kinds of files and the periods they can be made for; `[]` is a file without a period. */
const PERIODS_OF_KIND = {
  /** The statement of a month, to read. */
  'statement.pdf': ['month'],
  /** The same figures, to compute with. */
  'statement.csv': ['month'],
  /** The user's fills, without cost basis. */
  'trades.csv': ['month', 'year'],
  /** Every change of the user's balances. */
  'ledger.csv': ['month', 'year'],
  /** The user's fills with the cost of what was sold, first in first out. */
  'fills.csv': ['year'],
  /** Everything stored about the user. */
  'account.data': [],
} as const satisfies Readonly<Record<string, readonly PeriodLength[]>>;

export type ExportKindName = keyof typeof PERIODS_OF_KIND;

export const EXPORT_KINDS = Object.keys(PERIODS_OF_KIND) as [ExportKindName, ...ExportKindName[]]; // All of its keys.

/** Returns the lengths of period for which a kind can be made. */
export const periodsOf = (kind: ExportKindName): readonly PeriodLength[] => PERIODS_OF_KIND[kind];

/** A session alone cannot request everything that is stored about its user: that is what a thief would want. */
export type PlainKind = Exclude<ExportKindName, 'account.data'>;
export const PLAIN_KINDS = EXPORT_KINDS.filter((kind) => kind !== 'account.data') as [PlainKind, ...PlainKind[]];
