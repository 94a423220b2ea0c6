import pg from 'pg';
import { auditBooks } from '../ack-audit.ts';
import { ABOUT_MONEY } from './audit-money.ts';
import { ABOUT_ORDERS } from './audit-orders.ts';
import { FINDING_TEXTS } from './audit-texts.ts';
import type { Acknowledgement } from './order-log.ts';
import { POISON_QUANTITY } from './terms.ts';

/** Acknowledgements and counts of each kind of violation; only those that occurred. */
export type Report = {
  readonly ok: number;
  readonly fail: number;
  readonly orders: number;
  readonly fills: number;
  readonly wrongs: ReadonlyMap<string, number>;
};

/**
 * Compares the clients' logs with the tables (final audit, reliability 3.1, rule 5), in independent SQL. It imports no
 * product code, so a bug there cannot be repeated here.
 */
export async function auditOrders(url: string, acks: readonly Acknowledgement[]): Promise<Report> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await loadText(client, acks);
    await client.query('analyze');
    const wrongs = new Map<string, number>(await auditBooks(url));
    for (const [wrong, query] of Object.entries({ ...FINDING_TEXTS, ...ABOUT_ORDERS, ...ABOUT_MONEY })) {
      const found = await count(client, query);
      if (found > 0) wrongs.set(wrong, found);
    }
    const of = (outcome: string) => acks.filter((ack) => ack.outcome === outcome).length;
    const orders = await count(client, 'select from spot_order');
    const fills = await count(client, 'select from spot_fill');
    return { ok: of('ok'), fail: of('fail'), orders, fills, wrongs };
  } finally {
    await client.end();
  }
}

async function count(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ found: string }>(`select count(*) as found from (${query}) wrong`);
  return Number(rows[0]?.found);
}

/** Loads the logs. `said`: requests and their outcomes as known to the client. `told`: every answer it received. */
async function loadText(client: pg.Client, acks: readonly Acknowledgement[]): Promise<void> {
  await client.query(`
    create temp table said (key uuid, "user" bigint, book text, name text, market int, side text, price numeric,
      quantity numeric, force text, ord bigint, outcome text, why text, is_poison boolean);
    create temp table told (key uuid, id bigint, status text, filled numeric, cost numeric, fee numeric)`);
  const outcomes = acks.map(({ intent, outcome, why }) => ({
    key: intent.key,
    user: intent.user,
    book: intent.mode,
    name: intent.name,
    outcome,
    why,
    is_poison: false,
    ...(intent.name === 'spot.cancel' && { ord: intent.order }),
    ...(intent.name === 'spot.place' && {
      market: intent.market,
      ...intent.request,
      is_poison: intent.request.quantity === POISON_QUANTITY,
    }),
  }));
  const acked = acks.flatMap(({ intent: { key }, answers }) => answers.map((answer) => ({ key, ...answer })));
  await client.query('insert into said select * from json_populate_recordset(null::said, $1)', [
    JSON.stringify(outcomes),
  ]);
  await client.query('insert into told select * from json_populate_recordset(null::told, $1)', [JSON.stringify(acked)]);
}
