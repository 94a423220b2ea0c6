import type { FreshDatabase } from '@app/testkit';
import type pg from 'pg';
import { auditBooks } from '../ack-audit.ts';
import { countWrongs, withClient } from '../rig.ts';
import type { Findings } from './findings.ts';
import { type Acknowledgement, type AnyIntent, readOrderLogs } from './order-log.ts';
import type { ByForm } from './product-rig.ts';
import type { AnyTestbed } from './testbed.ts';
import { type ReceiptCheck, verifyReceipts } from './verify-receipts.ts';

/** What an audit can look at beside the clients' logs: the rows and the sealed blocks. */
export type Evidence = {
  readonly client: pg.Client;
  readonly database: FreshDatabase;
  /** How often an engine loaded each shard: nobody else may have written it. */
  readonly loads: ReadonlyMap<string, number>;
  readonly findings: Findings;
};

/** How a product's runs are audited. Checks import nothing from the product, so that a bug there cannot be repeated here. */
export type ProductAudit<Intent extends AnyIntent> = {
  /** Columns of `requests`, the requests and their outcomes as known to the client, beside those that all products have. */
  readonly requests: string;
  /** Columns of `answers`, every answer that a client received, beside the key. */
  readonly answers: string;
  /** Returns the columns of a request; its own fields, unless said otherwise. */
  rowOf?(intent: Intent): object;
  /** Compares the logs with the tables, and tables with each other. Each query returns violations. */
  readonly checks: Readonly<Record<string, string>>;
  /** Judges everything by the product's own slow replay. Returns what it has seen, in words. */
  replay(evidence: Evidence): Promise<string>;
  /** Receipts, which the verifier checks one by one. */
  readonly receipts?: ReceiptCheck & { readonly most: ByForm & { readonly control: number } };
  /** Counts what the run exercised, from the tables alone: rows of `what` and `times`. */
  readonly activity: string;
};

/** What an audit found: acknowledgements, what happened, and counts of each kind of violation; only those that occurred. */
export type AuditReport = {
  readonly ok: number;
  readonly fail: number;
  readonly receipts: number;
  /** What the slow replay has seen. */
  readonly replayed: string;
  readonly wrongs: ReadonlyMap<string, number>;
  /** First violation of each kind in detail. */
  readonly details: readonly string[];
  /** Counts of what happened: a check of something that never happened proves nothing. */
  readonly activity: ReadonlyMap<string, number>;
};

/** Audits a run whose engines have stopped. */
export async function auditRun<Intent extends AnyIntent>(
  testbed: AnyTestbed,
  audit: ProductAudit<Intent>,
  form: 'short' | 'long' | 'control',
): Promise<AuditReport> {
  const { database, files, cluster, findings } = testbed;
  const acks = readOrderLogs<Intent, object>(files);
  const url = database.urlOf('postgres');
  return await withClient(url, async (client) => {
    await loadLogs(client, acks, audit);
    const replayed = await audit.replay({ client, database, loads: cluster.loads, findings });
    const { receipts } = audit;
    const verified = receipts ? await verifyReceipts(database, receipts.most[form], { ...receipts, findings }) : 0;
    const wrongs = new Map([
      ...(await countWrongs(client, audit.checks)),
      ...(await auditBooks(url)),
      ...findings.counts,
    ]);
    const of = (outcome: string) => acks.filter((ack) => ack.outcome === outcome).length;
    return {
      ok: of('ok'),
      fail: of('fail'),
      receipts: verified,
      replayed,
      wrongs,
      details: findings.details,
      activity: await countActivity(client, testbed, audit.activity),
    };
  });
}

async function loadLogs<Intent extends AnyIntent>(
  client: pg.Client,
  acks: readonly Acknowledgement<Intent, object>[],
  { requests, answers, rowOf = (intent) => intent }: Pick<ProductAudit<Intent>, 'requests' | 'answers' | 'rowOf'>,
): Promise<void> {
  await client.query(`
    create temp table requests (key uuid, "user" bigint, name text, outcome text, why text, ${requests});
    create temp table answers (key uuid, ${answers})`);
  const asked = acks.map(({ intent, outcome, why }) => ({ ...intent, ...rowOf(intent), outcome, why }));
  const answered = acks.flatMap(({ intent: { key }, answers: own }) => own.map((answer) => ({ key, ...answer })));
  for (const [table, rows] of Object.entries({ requests: asked, answers: answered }))
    await client.query(`insert into ${table} select * from json_populate_recordset(null::${table}, $1)`, [
      JSON.stringify(rows),
    ]);
  await client.query('analyze');
}

/** Activity of every rig: requests whose outcome was known only when they were sent again. */
export const ASKED_AGAIN = 'known only when asked again';

/** Counts what happened, by the tables, the clients and the load. */
export async function countActivity(
  client: pg.Client,
  { happened, load }: AnyTestbed,
  query: string,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ what: string; times: string }>(query);
  const counted = rows.map(({ what, times }) => [what, Number(times)] as const);
  return new Map([...counted, ...happened, [ASKED_AGAIN, load.repeated]]);
}
