import type { FreshDatabase } from '@app/testkit';
import type pg from 'pg';
import { auditBooks } from '../ack-audit.ts';
import type { AuditReport } from '../engines/fault-run.ts';
import { Findings } from '../engines/findings.ts';
import { withClient } from '../rig.ts';
import { auditAcks } from './audit-acks.ts';
import { readFacts } from './facts.ts';
import type { Acknowledgement } from './intents.ts';
import { probeRights } from './probe-rights.ts';
import { replayBets } from './replay-bets.ts';
import { verifyDays, verifyReceipts } from './verify-receipts.ts';

export type Report = AuditReport & { readonly bets: number; readonly settlements: number; readonly ticks: number };

type Audit = {
  readonly acks: readonly Acknowledgement[];
  /** Most receipts to verify with all their proofs. */
  readonly receiptsMax: number;
};

/**
 * Audits a run from the rows and the sealed blocks alone: the clients' logs against the tables, every bet against all
 * ticks of its market, all money in exact fractions, rights by trying, receipts and statistics by the verifier.
 */
export async function auditBets(database: FreshDatabase, { acks, receiptsMax }: Audit): Promise<Report> {
  const url = database.urlOf('postgres');
  return await withClient(url, async (client) => {
    const findings = new Findings();
    const facts = await readFacts(client);
    replayBets(facts, findings);
    await probeRights(database, findings);
    const receipts = await verifyReceipts(database, receiptsMax, findings);
    const settlements = await verifyDays(client, findings);
    const wrongs = new Map([...(await auditAcks(client, acks)), ...(await auditBooks(url)), ...findings.counts]);
    const of = (outcome: string) => acks.filter((ack) => ack.outcome === outcome).length;
    return {
      ok: of('ok'),
      fail: of('fail'),
      bets: facts.bets.length,
      settlements,
      ticks: [...facts.ticks.values()].reduce((sum, ticks) => sum + ticks.length, 0),
      receipts,
      wrongs,
      details: findings.details,
      activity: await countActivity(client),
    };
  });
}

const ACTIVITY = `
  select outcome as what, count(*) as times from seconds_settlement group by outcome
   union all
  select 'void without an exit tick', count(*) from seconds_settlement where outcome = 'void' and entry_seq is not null
   union all
  select 'void without an entry tick', count(*) from seconds_settlement where outcome = 'void' and entry_seq is null
   union all
  select 'cancels too late', count(*) from seconds_bet where cancel_ms is not null and entry_seq is not null
   union all
  select 'versions of terms', count(distinct terms) - 1 from seconds_bet
   union all
  select 'fundings', count(*) from ledger_transfer where kind = 'seconds.funding'`;

/** Counts what the run exercised: a check of something that never happened proves nothing. */
async function countActivity(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ what: string; times: string }>(ACTIVITY);
  return new Map(rows.map(({ what, times }) => [what, Number(times)]));
}
