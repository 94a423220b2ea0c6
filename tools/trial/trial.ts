/** Repeatable claim: a proof, a torture rig or a benchmark. */
export type Trial = {
  readonly name: string;
  /** Claim in one sentence. */
  readonly claim: string;
  /** Path prefixes it covers beyond its own imports. A landing that changes one of them runs it. */
  readonly touches: readonly string[];
  /** Approximate duration of the short form on two busy cores. */
  readonly seconds: number;
  /** Approximate duration of the long form, where it is far from the usual multiple and no run has recorded it. */
  readonly longSeconds?: number;
  /** Guards money: a landing that touches it runs it, whatever the budget. */
  readonly isMoney?: true;
  /** Trials of one mechanism: where a landing with a budget touches all of them, its commit chooses the one that runs. */
  readonly rig?: string;
  /** Where a change touches everything, it runs only if one of its own `touches` changed, or if its turn has come. */
  readonly needsOwnChange?: true;
  /** Measures time, so nothing else may run concurrently. */
  readonly isAlone?: true;
  /** Produces a figure, not a guarantee: only the full run includes it, no landing waits for it. */
  readonly isFigure?: true;
  readonly run: (options: TrialOptions) => Promise<Verdict>;
};

export type TrialOptions = {
  /** Quick form for CI: fewer rounds, the same checks. */
  readonly short: boolean;
  readonly seed: number;
  readonly print: (line: string) => void;
  /** Arguments after the name on the command line. */
  readonly args: readonly string[];
  /** Measure only this many rounds of the main load, where a trial has rounds. */
  readonly runs?: number | undefined;
  /** Print what each SQL statement cost, where a trial counts them. */
  readonly statements?: boolean | undefined;
};

export type Verdict = {
  /** Whether every guarantee that must hold on any machine holds. */
  readonly holds: boolean;
  /** Measured result in one line; printed last. */
  readonly figure: string;
  /** Figures that missed their aim, each with its aim. They fail nothing: a busy machine misses some. */
  readonly missed?: readonly string[];
};

/** Commands that run trials, and the folders of their files. */
export type Kind = 'torture' | 'proof' | 'bench';

/** Trial with the command that runs it. */
export type Entry = { readonly kind: Kind; readonly trial: Trial };

/** Returns the usual name, e.g. `torture kills`. */
export const entryName = ({ kind, trial }: Entry): string => `${kind} ${trial.name}`;
