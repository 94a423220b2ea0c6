import type { PrivatePostgres } from '../../torture/private-postgres.ts';
import { median } from '../../trial/mann-whitney.ts';
import { fillHistory, HISTORY } from './history.ts';
import { makePairs, type Pair } from './mix.ts';
import { describeRound, measureOurs } from './round.ts';
import { type Arena, openArena } from './testbed.ts';
import { warmUpUsers } from './warm-up.ts';

const ROUNDS = 5;
const MS = 5_000;

type Young = {
  readonly postgres: PrivatePostgres;
  readonly arena: Arena;
  readonly nextPair: () => Pair;
  readonly users: number;
};

/** Returns the rate with years of history as a share of the rate of a new shard, measured alternately. */
export async function compareWithHistory(
  { postgres, arena, nextPair, users }: Young,
  print: (line: string) => void,
): Promise<number> {
  const startedMs = performance.now();
  const old = await openArena(postgres, users, (root) => fillHistory(root, users));
  try {
    const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
    print(`${HISTORY.orders} orders and ${HISTORY.entries} entries of history in ${seconds} s`);
    const nextOldPair = makePairs(users);
    await warmUpUsers(old, nextOldPair, users);
    const ratios: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const young = await measureOurs(arena, nextPair, MS);
      const aged = await measureOurs(old, nextOldPair, MS);
      ratios.push(aged.perSecond / young.perSecond);
      print(`without history ${Math.round(young.perSecond)}/s; with it ${describeRound(aged)}`);
    }
    return median(ratios);
  } finally {
    await old.stop();
  }
}
