/** Something we claim and anyone can repeat: a proof, a torture rig or a benchmark. */
export type Trial = {
  readonly name: string;
  /** The claim, in one sentence. */
  readonly claim: string;
  /** Beginnings of the paths that it covers beyond its own imports. A landing that changes one of them runs it. */
  readonly touches: readonly string[];
  /** How long the short form takes, roughly, on two busy cores. */
  readonly seconds: number;
  /** It guards money: a landing that touches it runs it, whatever the budget. */
  readonly isMoney?: true;
  /** It measures time, so nothing else may run beside it. */
  readonly isAlone?: true;
  /** A figure, not a law: no landing waits for it, only the full run. */
  readonly isFigure?: true;
  readonly run: (options: TrialOptions) => Promise<Verdict>;
};

export type TrialOptions = {
  /** The quick form CI runs: fewer rounds, the same checks. */
  readonly short: boolean;
  readonly seed: number;
  readonly print: (line: string) => void;
  /** What follows the name on the command line. */
  readonly args: readonly string[];
};

export type Verdict = {
  /** Whether everything that must hold on any machine does. */
  readonly holds: boolean;
  /** What was measured, in one line; it is printed last. */
  readonly figure: string;
  /** Figures that missed their aim, each with its aim. They fail nothing: a busy machine misses some. */
  readonly missed?: readonly string[];
};

/** The commands that run trials, and the folders of their files. */
export type Kind = 'torture' | 'proof' | 'bench';

/** A trial with the command that runs it. */
export type Entry = { readonly kind: Kind; readonly trial: Trial };

/** As people call it: `torture kills`. */
export const entryName = ({ kind, trial }: Entry): string => `${kind} ${trial.name}`;
