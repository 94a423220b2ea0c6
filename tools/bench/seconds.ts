import { setTimeout as pause } from 'node:timers/promises';
import type { PrivatePostgres } from '../torture/private-postgres.ts';
import { atLeast, guarantee, ratio } from '../trial/aims.ts';
import type { Trial, TrialOptions } from '../trial/trial.ts';
import { compareRounds } from './bare/compare.ts';
import { disturb, linesOf } from './contract/disturb.ts';
import { OTHER_MARKET, OTHER_USERS, PRICES } from './contract/mix.ts';
import { CROWDED } from './contract/population.ts';
import { countStatements } from './contract/statements.ts';
import { setCrowded, untilFunded } from './contract/testbed.ts';
import { type Part, runParts } from './parts.ts';
import { openBare } from './seconds/bare.ts';
import { betElsewhere, pressBets } from './seconds/load.ts';
import { type Expiry, OVERDUE, populateBets } from './seconds/population.ts';
import { measureOurs, untilAllEnded } from './seconds/round.ts';
import { openSecondsArena, SECONDS_SHARD, type SecondsArena } from './seconds/testbed.ts';

const LONG = { users: 1_000, rounds: 3, ms: 15_000, bets: 100_000, beforeMs: 10_000 };
const SHORT = { users: 1_000, rounds: 1, ms: 10_000, bets: 10_000, beforeMs: 4_000 };
const AIM_RATIO = 0.5;
/** The price at which half of the bets win. */
const EXIT_PRICE = '60001';

/** Measures seconds options on the engine: bets against bare rows, and many that end in the same second. */
export const secondsBench: Trial = {
  name: 'seconds',
  claim: `The seconds shard accepts, enters and settles bets at no less than ${AIM_RATIO} of bare writes of the same rows.`,
  touches: ['apps/server/src/engine/', 'apps/server/src/modules/seconds/', 'packages/domain/src/seconds/'],
  seconds: 120,
  isAlone: true,
  isFigure: true,
  run: runParts({ betting: measureBetting, expiry: endTogether }, { second: endWithinSecond }),
};

async function measureBetting(postgres: PrivatePostgres, options: TrialOptions): Promise<Part> {
  const { short, print, runs } = options;
  const { users: count, rounds, ms } = short ? SHORT : LONG;
  const arena = await openSecondsArena(postgres, count);
  try {
    await arena.sealer.set(PRICES);
    await untilFunded(arena);
    const bare = await openBare(postgres, count);
    const users = Array.from({ length: count }, (_, index) => index + 1);
    await pressBets(arena.own, { users, ms: 2_000 }); // Not counted: plans are made.
    await untilAllEnded(arena);
    await arena.root.query('checkpoint'); // Pages first written after it are logged in full: part of the cost.
    const printStatements = await countStatements(arena, options);
    const compared = await compareRounds(
      {
        measureOurs: () => measureOurs(arena, users, ms),
        runBare: ({ after, batch }) => bare.run(arena.root, { after, size: batch }),
        describe: ({ description }) => description,
      },
      runs ?? rounds,
      print,
    );
    await bare.stop();
    await printStatements();
    return {
      lines: [atLeast({ text: 'ratio to bare', value: compared.ratio, aim: AIM_RATIO, format: ratio })],
      summary: `${Math.round(compared.ours)} bets accepted, entered and settled a second, bare ${Math.round(compared.bare)}, ratio ${ratio(compared.ratio)}`,
    };
  } finally {
    await arena.stop();
  }
}

/** Lets many bets of one market end at the same tick, while others trade. */
function endTogether(postgres: PrivatePostgres, options: TrialOptions): Promise<Part> {
  return endMany(postgres, options, { expiry: OVERDUE, text: 'at one tick' });
}

/** Time until the first of the bets ends: the engine loads them, and others are measured before. */
const LEAD_MS = { short: 60_000, long: 180_000 };

/** Lets them end within the same second, at whichever of its ticks comes first. */
function endWithinSecond(postgres: PrivatePostgres, options: TrialOptions): Promise<Part> {
  return endMany(postgres, options, {
    expiry: { fromMs: options.short ? LEAD_MS.short : LEAD_MS.long, withinMs: 1_000 },
    text: 'within a second',
  });
}

type Ending = { readonly expiry: Expiry; readonly text: string };

async function endMany(postgres: PrivatePostgres, options: TrialOptions, { expiry, text }: Ending): Promise<Part> {
  const { short, print } = options;
  const { beforeMs, ...form } = short ? SHORT : LONG;
  const bets = Number(options.args.find((it) => /^\d+$/.test(it)) ?? form.bets);
  let endsMs = 0;
  const arena = await openSecondsArena(postgres, OTHER_USERS, async (root) => {
    endsMs = await populateBets(root, bets, expiry);
  });
  try {
    await arena.sealer.set({ [OTHER_MARKET]: PRICES[OTHER_MARKET] ?? '' });
    await untilFunded(arena);
    const startTicks = () => setCrowded(arena, EXIT_PRICE);
    const untilReady = async () => {
      if (Date.now() > endsMs) throw new Error('the bets ended before others were measured');
      await startTicks();
      await pause(Math.max(0, endsMs - Date.now()));
    };
    const plan = {
      shard: SECONDS_SHARD,
      sendOwn: betElsewhere(arena.own),
      ...(expiry === OVERDUE ? { begin: startTicks } : { begin: () => Promise.resolve(), untilReady }),
      untilDone: () => untilSettled(arena, bets),
      beforeMs,
    };
    const printStatements = await countStatements(arena, options);
    const ended = await disturb(arena, plan, print);
    await printStatements();
    const settled = await countSettled(arena);
    const times = (of: 'spot' | 'own') => ratio(ended.during[of].p99 / ended.before[of].p99);
    const summary =
      `${bets.toLocaleString('en-GB')} bets that end ${text}: the last is settled after ${(ended.tookMs / 1_000).toFixed(1)} s, ` +
      `p99 of spot orders ${times('spot')} times that before, of bets in another market ${times('own')} times`;
    print(summary);
    return {
      lines: [
        guarantee('every bet is settled once, at the first tick after its time', settled === bets),
        ...linesOf('an expiry', ended),
      ],
      summary,
    };
  } finally {
    await arena.stop();
  }
}

const ENDED_MS_MAX = 900_000;

/** Looks at the length of the market's chain, which costs the server little. */
async function untilSettled({ root }: SecondsArena, bets: number): Promise<void> {
  for (const endMs = Date.now() + ENDED_MS_MAX; Date.now() < endMs; await pause(50)) {
    const { rows } = await root.query<{ settled: number }>(
      `select chain_place::int as settled from seconds_market where book = 'demo' and market = $1`,
      [CROWDED],
    );
    if (rows[0]?.settled === bets) return;
  }
  throw new Error('bets are still open');
}

async function countSettled({ root }: SecondsArena): Promise<number> {
  const { rows } = await root.query<{ count: number }>(
    `with tick as materialized (select distinct exit_seq, exit_ms from seconds_settlement where market = $1)
     select count(distinct s.bet)::int as count from seconds_settlement s
      where s.market = $1 and s.outcome = case s.side when 'up' then 'profit' else 'loss' end
        and s.exit_seq = (select min(exit_seq) from tick where exit_ms >= s.entry_ms + s.seconds * 1000)`,
    [CROWDED],
  );
  return rows[0]?.count ?? 0;
}
