import { median } from '../../trial/mann-whitney.ts';
import type { Bare } from './bare.ts';
import type { Pair } from './mix.ts';
import { describeRound, measureOurs, type Round } from './round.ts';
import type { Arena } from './testbed.ts';

export type Comparison = {
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly rounds: readonly Round[];
};

export type Contest = { readonly arena: Arena; readonly nextPair: () => Pair; readonly bare: Bare };

/**
 * Runs both interleaved, so that a slow phase of the machine affects both; bare writes batches as large as our last
 * ones.
 */
export async function compare(
  { arena, nextPair, bare }: Contest,
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
  print: (line: string) => void,
): Promise<Comparison> {
  const ours: Round[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const own = await measureOurs(arena, nextPair, ms);
    const size = Math.max(2, Math.round(own.batch));
    const { perSecond, cpuUs } = await bare.run({ size, orders: own.orders });
    ours.push(own);
    theirs.push(perSecond);
    print(describeRound(own));
    print(
      `  bare ${Math.round(perSecond)}/s, µs of a core ${cpuUs.toFixed(0)}; ratio ${(own.perSecond / perSecond).toFixed(2)}`,
    );
  }
  const ratios = ours.map(({ perSecond }, index) => perSecond / (theirs[index] ?? 1));
  return { ours: median(ours.map((it) => it.perSecond)), bare: median(theirs), ratio: median(ratios), rounds: ours };
}
