import { join } from 'node:path';
import { runCapital } from '@app/server/bin/capital-app';
import { openDatabase } from '@app/server/platform/db/database';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, fundAccounts } from '@app/testkit';
import { setSettings } from '../engines/settings.ts';
import { type Testbed as AnyTestbed, type TestbedPlan as Plan, withTestbed as withAny } from '../engines/testbed.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { withClient } from '../rig.ts';
import type { Answer, Intent } from './intents.ts';
import { trade } from './order-client.ts';
import { contractOrders } from './orders.ts';
import { openWalk } from './prices.ts';
import { MARKETS, MODE, PAID_IN, SETTINGS, SHARD } from './terms.ts';

export type Testbed = AnyTestbed<Intent, Answer>;

/** Stand-ins of every build: the watch, fast days, fast series, and two for fast sessions. */
const ALWAYS_IN = 5;

/** Runs `work` on a testbed. Clients trade from the start: they are refused until an engine is ready. */
export function withTestbed<Value>(
  postgres: PrivatePostgres,
  plan: Plan,
  work: (testbed: Testbed) => Promise<Value>,
): Promise<Value> {
  const walk = openWalk(plan.seed);
  return withAny(
    postgres,
    plan,
    {
      name: 'contract',
      shard: SHARD,
      program: join(import.meta.dirname, 'engine-program.ts'),
      stoodInMin: ALWAYS_IN + (plan.injectedFault === 'none' ? 0 : plan.injectedFault.split('+').length),
      markets: MARKETS,
      ticksOf: walk.ticksOf,
      prepare: (database) => prepare(database, plan.clients),
      orders: contractOrders,
      trade: async (load, open) => {
        const traders = Array.from({ length: plan.clients }, (_, n) => ({ user: n + 1, seed: plan.seed + n, walk }));
        await Promise.all(traders.map((trader) => trade(load, { ...trader, log: open() })));
      },
    },
    work,
  );
}

const RICH = '250000';
/** Balance of poor users, who run out, so that there are refusals too. */
const POOR = '400';
const ONE_IN_IS_POOR = 5;

async function prepare(database: FreshDatabase, users: number): Promise<void> {
  const gifts = Array.from({ length: users }, (_, n) => n + 1).map((userId) => ({
    userId,
    kind: 'contract',
    currency: 'USDT',
    amount: userId % ONE_IN_IS_POOR === 0 ? POOR : RICH,
  }));
  await fundAccounts(database, MODE, gifts);
  if (MODE === 'real') await payIn(database);
  await withClient(database.urlOf('postgres'), async (root) => {
    await setSettings(root, SETTINGS);
    await root.query(HISTORY);
  });
}

/** Pays the operator's money in, as the capital command does. */
async function payIn(database: FreshDatabase): Promise<void> {
  const pool = openDatabase(
    { url: database.urlOf('migrate'), connectionsMax: 2, name: 'capital' },
    openLog('capital', 'silent'),
  );
  try {
    for (const [account, amount] of Object.entries(PAID_IN)) {
      const order = ['--account', account, '--currency', 'USDT', '--amount', amount, '--ref', account];
      await runCapital(pool, ['--mode', 'real', '--reason', 'torture', ...order], 0);
    }
  } finally {
    await pool.close();
  }
}

/**
 * Keeps every version of every position, in the transaction that writes it. The audit replays prices against what was in
 * force at each of them, which the rows themselves no longer tell.
 */
const HISTORY = `
  create table rig_history (n bigint generated always as identity primary key, position bigint not null, row jsonb not null);
  create function rig_keep() returns trigger language plpgsql security definer set search_path = public as $$
  begin
    insert into rig_history (position, row) values (new.id, to_jsonb(new));
    return null;
  end $$;
  create trigger rig_keep after insert or update on contract_position for each row execute function rig_keep()`;
