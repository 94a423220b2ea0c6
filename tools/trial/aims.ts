import type { Verdict } from './trial.ts';

/**
 * One line of a report. A guarantee holds on any machine; a figure has an aim, which a busy machine may miss. The two
 * are separate: a broken guarantee fails the trial, a missed aim is reported.
 */
export type Line = {
  readonly kind: 'guarantee' | 'figure';
  readonly text: string;
  readonly isMet: boolean;
};

export const guarantee = (text: string, isMet: boolean): Line => ({ kind: 'guarantee', text, isMet });

/**
 * What a trial found, thrown where it cannot go on. It is a verdict, unlike any other error, after which nothing is known.
 */
export class Finding extends Error {}

type Figure = {
  /** Name of the measured figure, shown before its value. */
  readonly text: string;
  readonly value: number;
  readonly aim: number;
  /** Formats the value and the aim. */
  readonly format: (value: number) => string;
};

/** Builds a figure with a maximum; one that is not a number misses its aim. */
export const atMost = ({ text, value, aim, format }: Figure): Line => ({
  kind: 'figure',
  text: `${text} ${format(value)} (aim ≤ ${format(aim)})`,
  isMet: value <= aim,
});

export const atLeast = ({ text, value, aim, format }: Figure): Line => ({
  kind: 'figure',
  text: `${text} ${format(value)} (aim ≥ ${format(aim)})`,
  isMet: value >= aim,
});

export const ms = (value: number) => `${Math.round(value)} ms`;
export const ratio = (value: number) => value.toFixed(2);

export const timed = (text: string, value: number, aim: number): Line => atMost({ text, value, aim, format: ms });

/** Counts tasks longer than 50 ms in ten seconds, with those of a blank page for comparison. */
export const tasked = (text: string, tasks: { readonly ours: number; readonly blank: number }, aim: number): Line =>
  atMost({
    text: `${text} tasks > 50 ms in 10 s, blank page ${tasks.blank.toFixed(1)}:`,
    value: tasks.ours,
    aim,
    format: (value) => value.toFixed(1),
  });

/** Builds the verdict. `summary` has the figures in one line; without it, the number of aims reached. */
export function judge(lines: readonly Line[], summary?: string): Verdict {
  const figures = lines.filter(({ kind }) => kind === 'figure');
  const missed = figures.filter(({ isMet }) => !isMet).map(({ text }) => text);
  const broken = lines.filter(({ kind, isMet }) => kind === 'guarantee' && !isMet).map(({ text }) => `BROKEN: ${text}`);
  const met = `${figures.length - missed.length} of ${figures.length} aims met`;
  return { holds: broken.length === 0, figure: [...broken, summary ?? met].join('; '), missed };
}

/** Formats a line as a bench prints it while running. */
export function describeLine({ kind, text, isMet }: Line): string {
  if (isMet) return `✓ ${text}`;
  return kind === 'guarantee' ? `✗ ${text}` : `! ${text}`;
}
