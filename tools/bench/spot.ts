import type pg from 'pg';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { compareRounds } from './bare/compare.ts';
import { type Bare, openBare } from './spot/bare.ts';
import { meetDust } from './spot/dust.ts';
import { compareWithHistory } from './spot/history.ts';
import { CASES, type Held, hold } from './spot/isolation.ts';
import { fillBooks, goSteadily, quantile } from './spot/load.ts';
import { makePairs, type Pair } from './spot/mix.ts';
import { describeRound, measureOurs, warmUpUsers } from './spot/round.ts';
import { type Arena, openArena, openPostgres } from './spot/testbed.ts';
import { AIMS, type Figures, judgeSpot } from './spot/verdict.ts';

const LONG = { users: 100_000, rounds: 5, ms: 7_000, steadyMs: 8_000, dustRounds: 10 };
const SHORT = { users: 20_000, rounds: 3, ms: 2_000, steadyMs: 2_000, dustRounds: 3 };

/** Measures from a request on the bus to its committed response, against a bare script that writes the same rows. */
export const spotBench: Trial = {
  name: 'spot',
  claim: `The spot shard settles orders at no less than ${AIMS.ratio} of bare writes of the same rows, half of them matching.`,
  touches: ['apps/server/src/engine/', 'apps/server/src/modules/spot/', 'packages/matching/'],
  seconds: 45,
  isAlone: true,
  isFigure: true,
  run: async (options) => {
    const postgres = await openPostgres();
    const closers = [postgres.stop];
    try {
      const { users } = options.short ? SHORT : LONG;
      const arena = await openArena(postgres, users);
      closers.unshift(arena.stop);
      const nextPair = makePairs(users);
      await warmUpUsers(arena, nextPair, users);
      const bare = await openBare(postgres, users);
      closers.unshift(bare.stop);
      await bare.run({ size: 500, orders: users / 2 });
      const figures = await measure({ arena, nextPair, bare }, options);
      const { dustRounds: rounds } = options.short ? SHORT : LONG;
      const perSecond = figures.compared.ours / 2;
      const dust = await meetDust({ arena, nextPair, perSecond, rounds });
      if (options.short) return judgeSpot({ ...figures, dust });
      const helds = await isolate({ arena, nextPair, user: users + 1 }, perSecond, options);
      const history = await compareWithHistory({ postgres, arena, nextPair, users }, options.print);
      return judgeSpot({ ...figures, dust }, { helds, history });
    } finally {
      for (const close of closers) await close();
    }
  },
};

type Contest = { readonly arena: Arena; readonly nextPair: () => Pair; readonly bare: Bare };

async function measure(
  { arena, nextPair, bare }: Contest,
  { short, print }: TrialOptions,
): Promise<Omit<Figures, 'dust'>> {
  const { rounds, ms, steadyMs } = short ? SHORT : LONG;
  await arena.root.query('checkpoint'); // Pages first written after it are logged in full: part of the cost.
  const compared = await compareRounds(
    {
      measureOurs: () => measureOurs(arena, nextPair, ms),
      runBare: ({ batch, orders }) => bare.run({ size: Math.max(2, Math.round(batch)), orders }),
      describe: describeRound,
    },
    rounds,
    print,
  );
  const sum = (of: 'orders' | 'walBytes' | 'imageBytes' | 'storedBytes') =>
    compared.rounds.reduce((total, it) => total + it[of], 0);
  await assertHalfMatch(arena.root);
  const perSecond = compared.ours / 2;
  await fillBooks(arena.client, nextPair, 1_000);
  const sent = await goSteadily(arena.client, nextPair, { perSecond, ms: steadyMs });
  const times = sent.map(({ tookMs }) => tookMs);
  const p50 = quantile(times, 0.5);
  const p99 = quantile(times, 0.99);
  print(`at ${Math.round(perSecond)} orders/s: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms of ${sent.length}`);
  const walBytesInAll = sum('walBytes') / sum('orders');
  const storedBytes = sum('storedBytes') / sum('orders');
  const walBytes = walBytesInAll - (sum('imageBytes') || 0) / sum('orders');
  return { compared, walBytes, walBytesInAll, storedBytes, p50, p99 };
}

/** Asserts one fill for every two orders: the mix is as declared, and no order rests that should have taken. */
async function assertHalfMatch(root: pg.Pool): Promise<void> {
  const { rows } = await root.query<{ share: number }>(
    `select (select count(*) from spot_fill)::float8 / count(*) as share from spot_order`,
  );
  const share = rows[0]?.share ?? 0;
  if (Math.abs(share - 0.5) > 0.05) throw new Error(`${share} fills for each order, and not a half`);
}

async function isolate(
  scene: { readonly arena: Arena; readonly nextPair: () => Pair; readonly user: number },
  perSecond: number,
  { print }: TrialOptions,
): Promise<readonly Held[]> {
  const helds: Held[] = [];
  for (const what of CASES) {
    const held = await hold({ ...scene, perSecond }, what);
    const { orders, busy, slowestMs } = held.blocked;
    const blocked =
      orders === 0
        ? ''
        : `; of ${orders} who had to meet it ${busy} were refused, the slowest after ${slowestMs.toFixed(0)} ms`;
    print(`one who ${what} is held: others' p99 ${held.freeP99.toFixed(0)} → ${held.heldP99.toFixed(0)} ms${blocked}`);
    helds.push(held);
  }
  return helds;
}
