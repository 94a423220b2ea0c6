import { runCapital } from '@app/server/bin/capital-app';
import { openDatabase } from '@app/server/platform/db/database';
import { openLog } from '@app/server/platform/process/log';
import { type FreshDatabase, fundAccounts } from '@app/testkit';
import { setSettings } from '../engines/settings.ts';
import { withClient } from '../rig.ts';
import { MODE, PAID_IN, SETTINGS } from './terms.ts';

const RICH = '250000';
/** Balance of poor users, who run out, so that there are refusals too. */
const POOR = '400';
const ONE_IN_IS_POOR = 5;

/** Funds all users; sets terms, and keeps the history of positions. */
export async function prepare(database: FreshDatabase, users: number): Promise<void> {
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
