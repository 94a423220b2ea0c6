import type { FreshDatabase } from '@app/testkit';
import type pg from 'pg';
import { auditBooks } from '../ack-audit.ts';
import type { AuditReport } from '../engines/fault-run.ts';
import { Findings } from '../engines/findings.ts';
import { withClient } from '../rig.ts';
import { auditAcks } from './audit-acks.ts';
import { readFacts } from './facts.ts';
import type { Acknowledgement } from './intents.ts';
import { replayMoney } from './replay-money.ts';
import { replayTriggers } from './replay-triggers.ts';
import { SHARD } from './terms.ts';
import { verifyReceipts } from './verify-receipts.ts';

export type Report = AuditReport & {
  readonly positions: number;
  readonly settlements: number;
  readonly ticks: number;
};

type Audit = {
  readonly acks: readonly Acknowledgement[] /** Most receipts to verify. */;
  readonly receiptsMax: number;
};

/**
 * Audits a run from the rows and the sealed blocks alone: the clients' logs against the tables, every position against
 * all ticks of its market, all money against exact fractions, and receipts by the verifier.
 */
export async function auditContracts(database: FreshDatabase, { acks, receiptsMax }: Audit): Promise<Report> {
  const url = database.urlOf('postgres');
  return await withClient(url, async (client) => {
    const findings = new Findings();
    const facts = await readFacts(client, SHARD);
    replayTriggers(facts, findings);
    replayMoney(facts, findings);
    const receipts = await verifyReceipts(database, receiptsMax, findings);
    const wrongs = new Map([...(await auditAcks(client, acks)), ...(await auditBooks(url)), ...findings.counts]);
    const of = (outcome: string) => acks.filter((ack) => ack.outcome === outcome).length;
    return {
      ok: of('ok'),
      fail: of('fail'),
      positions: facts.lives.length,
      settlements: facts.lives.reduce((sum, { settlements }) => sum + settlements.length, 0),
      ticks: [...facts.ticks.values()].reduce((sum, ticks) => sum + ticks.length, 0),
      receipts,
      wrongs,
      details: findings.details,
      activity: await countActivity(client),
    };
  });
}

const ACTIVITY = `
  select 'closed by ' || cause as what, count(*) as times from contract_settlement group by cause
   union all
  select 'cancelled: ' || cause, count(*) from contract_position where status = 'cancelled' group by cause
   union all
  select 'limits filled', count(*) from rig_history p where p.row ->> 'status' = 'pending' and exists (
    select from rig_history f where f.position = p.position and f.row ->> 'status' = 'open')
   union all
  select 'part closes', count(*) from contract_settlement s join contract_position p on p.id = s.position
   where s.cause = 'user' and s.lots < p.opened_lots
   union all
  select 'reduced by liquidation', count(*) from receipt
   where kind = 'contract.settlement' and body -> 'settlement' ->> 'cause' = 'liquidation'
     and jsonb_typeof(body -> 'rest') = 'object'
   union all
  select 'shortfalls', count(*) from contract_settlement where shortfall > 0
   union all
  select 'shortfalls paid by capital', count(*) from contract_settlement where by_capital > 0
   union all
  select 'nights', count(*) from contract_overnight
   union all
  select 'charges', count(*) from contract_charge
   union all
  select 'margin changes', count(*) from ledger_transfer where kind in ('contract.margin_added', 'contract.margin_removed')`;

/** Counts what the run exercised: a check of something that never happened proves nothing. */
async function countActivity(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ what: string; times: string }>(ACTIVITY);
  return new Map(rows.map(({ what, times }) => [what, Number(times)]));
}
