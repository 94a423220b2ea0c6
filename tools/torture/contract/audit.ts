import type { Evidence, ProductAudit } from '../engines/audit.ts';
import { ABOUT_ACKS, ABOUT_MONEY } from './audit-acks.ts';
import { readFacts } from './facts.ts';
import type { Intent } from './intents.ts';
import { replayMoney } from './replay-money.ts';
import { replayTriggers } from './replay-triggers.ts';
import { SHARD } from './terms.ts';
import { verifyContract } from './verify-contract.ts';

/** Holds every position against all ticks of its market, and all money against exact fractions. */
async function replay({ client, findings }: Evidence): Promise<string> {
  const facts = await readFacts(client, SHARD);
  replayTriggers(facts, findings);
  replayMoney(facts, findings);
  const settlements = facts.lives.reduce((sum, life) => sum + life.settlements.length, 0);
  const ticks = [...facts.ticks.values()].reduce((sum, own) => sum + own.length, 0);
  return `${settlements} settlements of ${facts.lives.length} positions at ${ticks} ticks`;
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

export const AUDIT: ProductAudit<Intent> = {
  requests: 'fields jsonb',
  answers: 'id bigint, status int, stop_loss_price numeric, target_profit_price numeric, closing_share numeric',
  checks: { ...ABOUT_ACKS, ...ABOUT_MONEY },
  replay,
  receipts: { kinds: 'contract.%', verify: verifyContract, most: { short: 60, long: 1_000, control: 20 } },
  activity: ACTIVITY,
};
