/** Something we claim and anyone can repeat: a proof, a torture rig or a benchmark. */
export type Trial = {
  readonly name: string;
  /** The claim, in one sentence. */
  readonly claim: string;
  readonly run: (options: TrialOptions) => Promise<Verdict>;
};

export type TrialOptions = {
  /** The quick form CI runs: fewer rounds, the same checks. */
  readonly short: boolean;
  readonly seed: number;
  readonly say: (line: string) => void;
  /** What follows the name on the command line. */
  readonly args: readonly string[];
};

/** `figure` is what was measured, in one line; it is printed last. */
export type Verdict = { readonly holds: boolean; readonly figure: string };
