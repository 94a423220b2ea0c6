import { join } from 'node:path';
import { MODES } from '@app/domain/ledger';
import { type FreshDatabase, fundAccounts } from '@app/testkit';
import type { Load } from '../engines/load.ts';
import { type Testbed as AnyTestbed, type TestbedPlan as Plan, withTestbed as withAny } from '../engines/testbed.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { withClient } from '../rig.ts';
import type { Answer, Intent } from './intents.ts';
import { trade } from './order-client.ts';
import { spotOrders } from './orders.ts';
import { indexTicks } from './prices.ts';
import {
  FEE_LEVELS,
  type InjectedFault,
  LADDER,
  LADDER_FUNDING,
  LIMITED,
  LOSS_MAX,
  MARKETS,
  POISONERS,
  QUOTE,
  SHARDS,
  TARGET,
} from './terms.ts';

export type Testbed = AnyTestbed<Intent, Answer>;
type TestbedPlan = Plan<InjectedFault>;

/** Runs `work` on a testbed. Clients trade from the start: they are refused until an engine is ready. */
export const withTestbed = <Value>(
  postgres: PrivatePostgres,
  plan: TestbedPlan,
  work: (testbed: Testbed) => Promise<Value>,
): Promise<Value> =>
  withAny(
    postgres,
    plan,
    {
      name: 'spot',
      shard: SHARDS[TARGET],
      program: join(import.meta.dirname, 'engine-program.ts'),
      stoodInMin: isWatchOnly(plan.injectedFault) ? 1 : 2,
      markets: MARKETS,
      ticksOf: indexTicks,
      prepare: (database) => fundTraders(database, plan.clients + POISONERS),
      orders: spotOrders,
      trade: (load, open) => startTrading(load, plan, open),
    },
    work,
  );

/** The watch is in every build; the fault of this one is in the watch itself. */
const isWatchOnly = (fault: InjectedFault) => fault === 'none' || fault === 'reload-forgets';

/** Starts the clients. Every fifth trades in real mode, as a user who also trades in demo mode. */
async function startTrading(
  load: Load<Intent, Answer>,
  { clients, seed }: TestbedPlan,
  open: Testbed['openLog'],
): Promise<void> {
  const traders = Array.from({ length: clients }, (_, n) => {
    const isReal = n % 5 === 4;
    return { user: isReal ? n : n + 1, mode: isReal ? 'real' : 'demo', seed: seed + n + 1, log: open() } as const;
  });
  await Promise.all(traders.map((trader) => trade(load, trader)));
}

const RICH = { BTC: 50, ETH: 2_000, DOGE: 5_000_000, [QUOTE]: 3_000_000 } as const;
/** Balances of poor users, who run out, so that there are refusals too. */
const POOR = { BTC: 1, ETH: 1, DOGE: 1_000, [QUOTE]: 300 } as const;
const ONE_IN_IS_POOR = 8;

/** Funds all users in both modes; sets fee rates for which every fee must be rounded. */
async function fundTraders(database: FreshDatabase, users: number): Promise<void> {
  const currencies = [...MARKETS.map(({ base }) => base), QUOTE] as const;
  const gifts = Array.from({ length: users }, (_, n) => n + 1).flatMap((userId) =>
    currencies.map((currency) => ({
      userId,
      kind: 'exchange',
      currency,
      amount: String((userId % ONE_IN_IS_POOR === 0 ? POOR : RICH)[currency]),
    })),
  );
  for (const mode of MODES) await fundAccounts(database, mode, gifts);
  await setRules(database, users);
}

/** Sets fees, the quotes of the house, and what some users set for themselves. */
async function setRules(database: FreshDatabase, users: number): Promise<void> {
  const settings = {
    'spot.fee_levels': FEE_LEVELS,
    'spot.ladder_classes': { classes: [LADDER] },
    'spot.ladder_demo_funding': LADDER_FUNDING,
  };
  await withClient(database.urlOf('postgres'), async (root) => {
    for (const [key, value] of Object.entries(settings)) {
      await root.query(
        `insert into setting (key, version, value, set_by, approved_by, reason)
         select $1, coalesce(max(version), 0) + 1, $2::jsonb, 'rig', '{rig}', 'torture' from setting where key = $1`,
        [key, JSON.stringify(value)],
      );
    }
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
       select id, 'trader-' || id || '@example.com', '$argon2id$test', 'Trader', 'T' || id, 1
         from unnest($1::bigint[]) as n (id)`,
      [Object.values(LIMITED)],
    );
    await root.query(
      `insert into personal_limit (user_id, kind, amount, until)
       values ($1, 'daily_loss', $2, null), ($3, 'cool_off', null, now() + interval '1 day')`,
      [LIMITED.byLoss, LOSS_MAX, LIMITED.byBreak],
    );
    await root.query(
      `insert into spot_fee_level (user_id, level, volume) select n, 1, 0 from generate_series(2, $1, 3) n`,
      [users],
    );
  });
}
