import { median } from '../../trial/mann-whitney.ts';

/** Medians of all rounds: ours and bare a second, and their ratio. */
export type Comparison<Round> = {
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly rounds: readonly Round[];
};

type Contest<Round> = {
  measureOurs(): Promise<Round>;
  /** Lets bare write what ours has just written. */
  runBare(own: Round): Promise<{ readonly perSecond: number; readonly cpuUs: number }>;
  describe(own: Round): string;
};

/** Runs both in turn, so that a slow phase of the machine affects both. */
export async function compareRounds<Round extends { readonly perSecond: number }>(
  { measureOurs, runBare, describe }: Contest<Round>,
  count: number,
  print: (line: string) => void,
): Promise<Comparison<Round>> {
  const rounds: Round[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < count; round++) {
    const own = await measureOurs();
    const { perSecond, cpuUs } = await runBare(own);
    rounds.push(own);
    theirs.push(perSecond);
    print(describe(own));
    print(
      `  bare ${Math.round(perSecond)}/s, µs of a core ${cpuUs.toFixed(0)}; ratio ${(own.perSecond / perSecond).toFixed(2)}`,
    );
  }
  const ratios = rounds.map(({ perSecond }, index) => perSecond / (theirs[index] ?? 1));
  const ours = median(rounds.map(({ perSecond }) => perSecond));
  return { ours, bare: median(theirs), ratio: median(ratios), rounds };
}
