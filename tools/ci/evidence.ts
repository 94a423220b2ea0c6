import { OUTSIDE_TESTS, type Row } from './rows.ts';

/** Reasons of failures that no load explains: they name a defect of the product or of the test itself. */
const IN_REASONS: readonly RegExp[] = [
  /\binternal\b/i,
  /\b(?:status(?: of| code)?|expected|received|answered)\D{0,3}5\d\d\b/i,
  /\bunhandled\b|\buncaught\b/i,
  /breach/i,
  /Maximum update depth|Minified React error/,
];

/** Returns what shows that a failed row is a defect, whatever the load; undefined if nothing does. */
export function evidenceOf({ evidence, why = '', file }: Row): string | undefined {
  if (evidence !== undefined) return evidence;
  if (file === OUTSIDE_TESTS) return why;
  return IN_REASONS.some((reason) => reason.test(why)) ? why : undefined;
}
