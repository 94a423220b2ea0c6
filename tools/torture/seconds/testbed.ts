import { join } from 'node:path';
import { type FreshDatabase, fundAccounts } from '@app/testkit';
import { setSettings } from '../engines/settings.ts';
import { type Testbed as AnyTestbed, type TestbedPlan as Plan, withTestbed as withAny } from '../engines/testbed.ts';
import type { PrivatePostgres } from '../private-postgres.ts';
import { withClient } from '../rig.ts';
import { bet } from './bet-client.ts';
import { betRequests } from './bets.ts';
import { SABOTAGED_TABLES, stoodInOf } from './builds.ts';
import type { Answer, Intent } from './intents.ts';
import { openWalk, type Walk } from './prices.ts';
import { CURRENCY, MARKETS, MODE, SETTINGS, SHARD } from './terms.ts';

export type Testbed = AnyTestbed<Intent, Answer> & { readonly walk: Walk };

/** Runs `work` on a testbed. Clients bet from the start: they are refused until an engine is ready. */
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
      name: 'seconds',
      shard: SHARD,
      program: join(import.meta.dirname, 'engine-program.ts'),
      stoodInMin: stoodInOf(plan.injectedFault),
      markets: MARKETS,
      ticksOf: walk.ticksOf,
      isSilent: ({ id }) => walk.silent.has(id),
      prepare: (database) => prepare(database, plan),
      orders: betRequests,
      trade: async (load, open) => {
        const bettors = Array.from({ length: plan.clients }, (_, n) => ({ user: n + 1, seed: plan.seed + n }));
        await Promise.all(bettors.map((bettor) => bet(load, { ...bettor, log: open() })));
      },
    },
    (testbed) => work({ ...testbed, walk }),
  );
}

const RICH = '200000';
/** Balance of poor users, who run out, so that there are refusals too. */
const POOR = '300';
const ONE_IN_IS_POOR = 5;

async function prepare(database: FreshDatabase, { clients, injectedFault }: Plan): Promise<void> {
  const gifts = Array.from({ length: clients }, (_, n) => n + 1).map((userId) => ({
    userId,
    kind: 'seconds',
    currency: CURRENCY,
    amount: userId % ONE_IN_IS_POOR === 0 ? POOR : RICH,
  }));
  await fundAccounts(database, MODE, gifts);
  await withClient(database.urlOf('postgres'), async (root) => {
    await setSettings(root, SETTINGS);
    for (const change of injectedFault.split('+').flatMap((fault) => SABOTAGED_TABLES[fault] ?? []))
      await root.query(change);
  });
}
