/** Shared machines are noisy: the short run only fails where something is wrong altogether. */
const SLACK_WHEN_SHORT = 3;
/** Long tasks are counted, not timed: a neighbour makes many of a few. */
const TASKS_SLACK_WHEN_SHORT = 40;

/** A figure in words, what was aimed for, and whether it fails the bench. */
export type Line = { readonly text: string; readonly isMissed: boolean; readonly fails: boolean };

/** `blank`: what an empty page had in the same run. */
type Aim = { readonly aim: number; readonly short: boolean; readonly blank?: number };

export const ms = (value: number) => `${Math.round(value)} ms`;

/** An aim of time: in the short form a noisy machine may miss it, but not by far. */
export function timed(text: string, value: number, { aim, short, blank = 0 }: Aim): Line {
  const most = short ? SLACK_WHEN_SHORT * Math.max(aim, blank) : aim;
  const fails = !(value <= most);
  return { text: `${text} ${ms(value)} (aim ${ms(aim)})`, isMissed: !(value <= aim), fails };
}

/** Tasks longer than 50 ms in ten seconds, and those of a blank page beside them. */
export const tasked = (text: string, tasks: { ours: number; blank: number }, { aim, short }: Aim): Line => ({
  text: `${text} ${tasks.ours.toFixed(1)} tasks > 50 ms in 10 s (aim ${aim}; blank page ${tasks.blank.toFixed(1)})`,
  isMissed: tasks.ours > aim,
  fails: tasks.ours > aim * (short ? TASKS_SLACK_WHEN_SHORT : 1),
});

/** What holds on any machine. */
export const sure = (text: string, holds: boolean): Line => ({ text, isMissed: !holds, fails: !holds });

/** The verdict of all lines. */
export function judge(lines: readonly Line[]): { holds: boolean; figure: string } {
  const missed = lines.filter(({ isMissed }) => isMissed).map(({ text }) => text);
  const figure = missed.length === 0 ? `${lines.length} aims met` : `missed: ${missed.join('; ')}`;
  return { holds: !lines.some(({ fails }) => fails), figure };
}

export const inWords = ({ text, isMissed }: Line): string => `${isMissed ? '!' : '✓'} ${text}`;
