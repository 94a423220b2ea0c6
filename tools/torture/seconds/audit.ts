import type { Evidence, ProductAudit } from '../engines/audit.ts';
import { ABOUT_ACKS, ABOUT_ROWS } from './audit-acks.ts';
import { readFacts } from './facts.ts';
import type { Intent } from './intents.ts';
import { probeRights } from './probe-rights.ts';
import { replayBets } from './replay-bets.ts';
import { verifyBet, verifyDays } from './verify-bets.ts';

/** Holds every bet against all ticks of its market and exact fractions, tries rights, and recomputes the statistics. */
async function replay({ client, database, findings }: Evidence): Promise<string> {
  const { bets, ticks, ...facts } = await readFacts(client);
  replayBets({ bets, ticks, ...facts }, findings);
  await probeRights(database, findings);
  const settlements = await verifyDays(client, findings);
  const sealed = [...ticks.values()].reduce((sum, own) => sum + own.length, 0);
  return `${settlements} settlements of ${bets.length} bets at ${sealed} ticks`;
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

export const AUDIT: ProductAudit<Intent> = {
  requests: 'fields jsonb',
  answers: `id bigint, created bigint, terms int, rate numeric, cancel_sent bigint, entry_time bigint, exit_time bigint, result text,
    returned numeric`,
  checks: { ...ABOUT_ACKS, ...ABOUT_ROWS },
  replay,
  receipts: {
    kinds: 'seconds.%',
    preferred: 'seconds.settlement',
    verify: verifyBet,
    // With all their proofs; the chain and the statistics are recomputed from every one.
    most: { short: 50, long: 1_500, control: 10 },
  },
  activity: ACTIVITY,
};
