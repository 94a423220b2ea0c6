import type { PrivatePostgres } from '../torture/private-postgres.ts';
import { guarantee, ms as inMs, ratio } from '../trial/aims.ts';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { compareRounds } from './bare/compare.ts';
import { openBare } from './contract/bare.ts';
import { untilRows } from './contract/count-rows.ts';
import { disturb, linesOf } from './contract/disturb.ts';
import { openAndClose, sendSteadily } from './contract/load.ts';
import { OTHER_MARKET, OTHER_USERS, openOrderOf, PRICES, toClose, toOpen } from './contract/mix.ts';
import { meanwhile } from './contract/others.ts';
import { CROWDED, populate } from './contract/population.ts';
import { describeRound, measureOurs } from './contract/round.ts';
import { countStatements } from './contract/statements.ts';
import {
  CONTRACT_SHARD,
  type ContractArena,
  openContractArena,
  openElsewhere,
  setCrowded,
  untilFunded,
} from './contract/testbed.ts';
import { AIMS, type Figures, linesOfFigures } from './contract/verdict.ts';
import { type Part, runParts } from './parts.ts';
import { quantile } from './spot/load.ts';

const LONG = { users: 20_000, traders: 1_000, rounds: 5, ms: 8_000, steadyMs: 10_000, positions: 1_000_000 };
const SHORT = { users: 5_000, traders: 1_000, rounds: 3, ms: 5_000, steadyMs: 4_000, positions: 50_000 };
const NIGHT_MS_MAX = 3_000_000;

/** Measures contracts on the engine: openings and closings against bare rows, and the night of many positions. */
export const contractBench: Trial = {
  name: 'contract',
  claim: `The contract shard opens and closes positions at no less than ${AIMS.ratio} of bare writes of the same rows.`,
  touches: ['apps/server/src/engine/', 'apps/server/src/modules/contract/', 'packages/domain/src/contract/'],
  seconds: 120,
  isAlone: true,
  isFigure: true,
  run: runParts({ trading: measureTrading, night: passNight }),
};

async function measureTrading(postgres: PrivatePostgres, options: TrialOptions): Promise<Part> {
  const { short, print } = options;
  const { users, traders, rounds, ms, steadyMs } = short ? SHORT : LONG;
  const arena = await openContractArena(postgres, users);
  try {
    await arena.sealer.set(PRICES);
    await untilFunded(arena);
    const bare = await openBare(postgres, users);
    const everybody = Array.from({ length: users }, (_, index) => index + 1);
    await openAndClose(arena.contract, { users: everybody.slice(0, traders), ms }); // Not counted: accounts and plans.
    await arena.root.query('checkpoint'); // Pages first written after it are logged in full: part of the cost.
    const printStatements = await countStatements(arena, options);
    const compared = await compareRounds(
      {
        measureOurs: () => measureOurs(arena, everybody.slice(0, traders), ms),
        runBare: ({ after, batch }) => bare.run(arena.root, { after, size: Math.ceil(batch) }),
        describe: describeRound,
      },
      rounds,
      print,
    );
    await bare.stop();
    await printStatements();
    const { p50, p99 } = await measureSteady(arena, { users, perSecond: compared.ours / 2, ms: steadyMs }, print);
    const figures: Figures = { compared, p50, p99 };
    const summary =
      `${Math.round(compared.ours)} positions opened and closed a second, bare ${Math.round(compared.bare)}, ratio ${ratio(compared.ratio)}; ` +
      `at half load an opening takes p50 ${inMs(p50)}, p99 ${inMs(p99)}, the wait for a price included`;
    return { lines: linesOfFigures(figures), summary };
  } finally {
    await arena.stop();
  }
}

type Steady = { readonly users: number; readonly perSecond: number; readonly ms: number };

/** Opens at a fixed rate; each position is closed once it is open, and nobody waits for that. */
async function measureSteady(arena: ContractArena, { users, perSecond, ms }: Steady, print: (line: string) => void) {
  const closes: Promise<unknown>[] = [];
  const sent = await sendSteadily(
    async (count) => {
      const user = 1 + (count % users);
      const reply = await arena.contract.send(toOpen(openOrderOf(user)));
      const { id } = (reply.ok ?? {}) as { readonly id?: string }; // The engine's own answer.
      if (id !== undefined) closes.push(arena.contract.send(toClose(user, id)));
      return { refused: reply.refused };
    },
    perSecond,
    meanwhile(ms),
  );
  await Promise.all(closes);
  const times = sent.map(({ tookMs }) => tookMs);
  const p50 = quantile(times, 0.5);
  const p99 = quantile(times, 0.99);
  const refused = sent.filter((it) => it.refused !== undefined).length;
  print(
    `at ${Math.round(perSecond)} openings/s: p50 ${inMs(p50)}, p99 ${inMs(p99)} of ${sent.length}, refused ${refused}`,
  );
  return { p50, p99 };
}

/** Lets many positions pass 00:00 UTC: the first price of their market after it comes while others trade. */
async function passNight(postgres: PrivatePostgres, options: TrialOptions): Promise<Part> {
  const { short, print } = options;
  const positions = Number(options.args.find((it) => /^\d+$/.test(it)) ?? (short ? SHORT : LONG).positions);
  const fill = { positions, fragile: 0, nightsAgo: 1 };
  const arena = await openContractArena(postgres, OTHER_USERS, (root) => populate(root, fill));
  try {
    await arena.sealer.set({ [OTHER_MARKET]: PRICES[OTHER_MARKET] ?? '' });
    await untilFunded(arena);
    const plan = {
      shard: CONTRACT_SHARD,
      sendOwn: openElsewhere(arena),
      begin: () => setCrowded(arena, PRICES[CROWDED] ?? ''),
      untilDone: () => untilRows(arena.root, 'contract_charge', { rows: positions, withinMs: NIGHT_MS_MAX }),
      beforeMs: short ? 5_000 : 10_000,
    };
    const printStatements = await countStatements(arena, options);
    const night = await disturb(arena, plan, print);
    await printStatements();
    const charged = await countCharged(arena);
    const summary = `${positions.toLocaleString('en-GB')} positions charged for a night in ${(night.tookMs / 1_000).toFixed(1)} s`;
    print(summary);
    return {
      lines: [guarantee('every position is charged once', charged === positions), ...linesOf('a night', night)],
      summary,
    };
  } finally {
    await arena.stop();
  }
}

async function countCharged({ root }: ContractArena): Promise<number> {
  const { rows } = await root.query<{ count: number }>(
    `select count(distinct position)::int as count from contract_charge where market = $1 and charge > 0`,
    [CROWDED],
  );
  return rows[0]?.count ?? 0;
}
