import pg from 'pg';
import type { Acknowledgement } from './ack-log.ts';

/** Counts of each kind of error, and of acknowledged transfers. */
export type AckReport = {
  readonly ok: number;
  readonly fail: number;
  /** Acknowledged, but not in the ledger. */
  readonly lost: number;
  /** All other errors by name, with their counts; only those that occurred. */
  readonly wrongs: ReadonlyMap<string, number>;
};

/**
 * Compares the clients' logs with the tables as a final audit, in independent SQL. It imports no
 * product code, so a bug there cannot be repeated here.
 */
export async function auditAcks(url: string, acks: readonly Acknowledgement[]): Promise<AckReport> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await load(client, acks);
    const counts = new Map<string, number>();
    for (const [wrong, query] of Object.entries({ ...ABOUT_ACKS, ...ABOUT_BOOKS })) {
      counts.set(wrong, await count(client, query));
    }
    const lost = counts.get('lost') ?? 0;
    counts.delete('lost');
    const of = (outcome: string) => acks.filter((ack) => ack.outcome === outcome).length;
    return { ok: of('ok'), fail: of('fail'), lost, wrongs: new Map([...counts].filter(([, found]) => found > 0)) };
  } finally {
    await client.end();
  }
}

/** Audits the ledger without logs: whatever was posted, balances and transfers must add up. */
export async function auditBooks(url: string): Promise<ReadonlyMap<string, number>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const found = new Map<string, number>();
    for (const [wrong, query] of Object.entries(ABOUT_BOOKS)) found.set(wrong, await count(client, query));
    return new Map([...found].filter(([, wrongs]) => wrongs > 0));
  } finally {
    await client.end();
  }
}

async function count(client: pg.Client, query: string): Promise<number> {
  const { rows } = await client.query<{ found: string }>(`select count(*) as found from (${query}) wrong`);
  return Number(rows[0]?.found);
}

async function load(client: pg.Client, acks: readonly Acknowledgement[]): Promise<void> {
  const lines = acks.flatMap(({ ref, lines: own }) => own.map((line) => ({ ref, ...line })));
  await client.query('create temp table ack (ref text, outcome text)');
  await client.query('create temp table meant (ref text, owner text, available numeric, frozen numeric)');
  await client.query('insert into ack select * from json_to_recordset($1) as a (ref text, outcome text)', [
    JSON.stringify(acks.map(({ ref, outcome }) => ({ ref, outcome }))),
  ]);
  await client.query(
    `insert into meant select ref, 'user:' || "user", available, frozen
       from json_to_recordset($1) as m (ref text, "user" text, available numeric, frozen numeric)`,
    [JSON.stringify(lines)],
  );
  await client.query('analyze');
}

const KEPT = `select ref from ledger_transfer where kind = 'torture.kill'`;

const WRITTEN = `
  select t.ref, a.owner, e.available_delta as available, e.frozen_delta as frozen
    from ledger_transfer t join ledger_entry e on e.transfer = t.id join ledger_account a on a.id = e.account
   where t.kind = 'torture.kill' and a.kind = 'wallet' and a.currency = 'USDT' and a.book = 'real' and t.book = 'real'`;

const MEANT = `select m.ref, m.owner, m.available, m.frozen from meant m join ledger_transfer t
    on t.kind = 'torture.kill' and t.ref = m.ref`;

const ABOUT_ACKS = {
  lost: `select from ack left join (${KEPT}) kept using (ref) where outcome = 'ok' and kept.ref is null`,
  'not as it was meant': `select distinct ref from (((${MEANT}) except all (${WRITTEN})) union all
                                                    ((${WRITTEN}) except all (${MEANT}))) differing`,
  'kept more than once': `${KEPT} group by ref having count(*) > 1`,
  'refused but kept': `select from ack join (${KEPT}) kept using (ref) where outcome = 'fail'`,
  'kept but never sent': `select from (${KEPT}) kept left join ack using (ref) where ack.ref is null`,
  'never settled': `select from ack where outcome = 'unknown'`,
} as const;

const ABOUT_BOOKS = {
  'balance that is not the sum of its entries': `
    select a.id from ledger_account a
      full join (select account, sum(available_delta) as available, sum(frozen_delta) as frozen
                   from ledger_entry group by account) e on e.account = a.id
     where a.id is null or a.available <> coalesce(e.available, 0) or a.frozen <> coalesce(e.frozen, 0)`,
  'transfer that does not net to zero': `
    select transfer from ledger_entry group by transfer, currency having sum(available_delta + frozen_delta) <> 0`,
  'transfer without entries': `
    select from ledger_transfer t left join ledger_entry e on e.transfer = t.id where e.transfer is null`,
  'entry without its transfer': `
    select from ledger_entry e left join ledger_transfer t on t.id = e.transfer where t.id is null`,
  'negative balance': `
    select id from ledger_account where frozen < 0 or (available < 0 and kind <> 'external')`,
} as const;
