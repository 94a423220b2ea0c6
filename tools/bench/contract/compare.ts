import { median } from '../../trial/mann-whitney.ts';
import type { Bare } from '../bare/contestant.ts';
import { describeRound, measureOurs, type Round } from './round.ts';
import type { ContractArena } from './testbed.ts';

export type Comparison = {
  readonly ours: number;
  readonly bare: number;
  readonly ratio: number;
  readonly rounds: readonly Round[];
};

type Contest = { readonly arena: ContractArena; readonly bare: Bare; readonly users: readonly number[] };

/** Runs both in turn, so that a slow phase of the machine affects both; bare writes the rows of our last round. */
export async function compare(
  { arena, bare, users }: Contest,
  { rounds, ms }: { readonly rounds: number; readonly ms: number },
  print: (line: string) => void,
): Promise<Comparison> {
  const ours: Round[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const own = await measureOurs(arena, users, ms);
    const { perSecond, cpuUs } = await bare.run(arena.root, { after: own.after, size: Math.ceil(own.batch) });
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
