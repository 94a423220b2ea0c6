import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const SORTED = 'order by n.account';

/** Applies the sabotage in one database only: the ledger's trigger, unchanged except for the order of its locks. */
export async function shuffleLocks(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `select pg_get_functiondef('ledger_apply()'::regprocedure) as text`,
    );
    const text = rows[0]?.text ?? '';
    if (!text.includes(SORTED)) throw new Error(`the sabotage no longer fits: ledger_apply() has no "${SORTED}"`);
    await client.query(text.replace(SORTED, 'order by random()'));
  });
}

/** Counts deadlocks. A backend reliably reports them when it ends, so the number is current once all have ended. */
export async function countDeadlocks(url: string): Promise<number> {
  return await withClient(url, async (client) => {
    while ((await one(client, OTHERS)) > 0) await pause(20);
    return await one(client, 'select deadlocks as found from pg_stat_database where datname = current_database()');
  });
}

const OTHERS = `select count(*) as found from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;

async function one(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ found: string }>(query);
  return Number(rows[0]?.found);
}

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
