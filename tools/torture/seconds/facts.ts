import { type Amount, type Price, parseDecimal } from '@app/money';
import type pg from 'pg';
import { readSealedTicks, type SealedTick } from '../engines/sealed-ticks.ts';

/** Money that one transfer of a bet moved, by whose account it was. */
export type TransferRow = {
  readonly kind: string;
  readonly ref: string;
  readonly available: bigint;
  readonly frozen: bigint;
  readonly platform: bigint;
};

export type SettlementRow = {
  readonly outcome: string;
  readonly returned: bigint;
  readonly entrySeq: number | undefined;
  readonly exitSeq: number | undefined;
  readonly entryPrice: bigint | undefined;
  readonly exitPrice: bigint | undefined;
  readonly atMs: number;
};

/** A bet with everything that happened to it. */
export type BetLife = {
  readonly id: string;
  readonly user: string;
  readonly market: number;
  readonly isUp: boolean;
  readonly seconds: number;
  readonly stake: bigint;
  readonly payoutRate: bigint;
  readonly entryDelayMs: number;
  readonly cancelLeadMs: number;
  readonly voidAfterMs: number;
  readonly acceptedMs: number;
  readonly acceptedSeq: number;
  readonly cancelMs: number | undefined;
  readonly status: string;
  readonly entrySeq: number | undefined;
  readonly settlement: SettlementRow | undefined;
};

export type Facts = {
  readonly ticks: ReadonlyMap<number, readonly SealedTick[]>;
  /** Time of the last block: every tick before it is known. */
  readonly knownToMs: number;
  readonly bets: readonly BetLife[];
  readonly transfers: readonly TransferRow[];
};

type Row = Record<string, string | null>;
const units = (row: Row, name: string): bigint => parseDecimal<Amount | Price>(row[name] ?? '');
const optional = (text: string | null | undefined) => (text == null ? undefined : parseDecimal<Price>(text));
const number = (text: string | null | undefined) => (text == null ? undefined : Number(text));

/** Reads everything about bets from the tables. */
export async function readFacts(client: pg.Client): Promise<Facts> {
  const rows = async (query: string) => (await client.query<Row>(query)).rows;
  const ticks = await readSealedTicks(client);
  const [last] = await rows(`select (extract(epoch from max(at)) * 1000)::bigint::text as at from price_block`);
  return {
    ticks,
    knownToMs: Number(last?.at),
    bets: (await rows(BETS)).map(toBet),
    transfers: (await rows(TRANSFERS)).map((row) => ({
      kind: row.kind ?? '',
      ref: row.ref ?? '',
      available: units(row, 'available'),
      frozen: units(row, 'frozen'),
      platform: units(row, 'platform'),
    })),
  };
}

const BETS = `
  select b.id::text, b.user_id::text, b.market::text, b.side, b.seconds::text, b.stake::text, b.payout_rate::text,
         b.entry_delay_ms::text, b.cancel_lead_ms::text, b.void_after_ms::text, b.accepted_ms::text, b.accepted_seq::text,
         b.cancel_ms::text, b.status, b.entry_seq::text, s.outcome, s.returned::text, s.entry_seq::text as settled_entry,
         s.exit_seq::text, s.entry_price::text, s.exit_price::text, (extract(epoch from s.at) * 1000)::bigint::text as at
    from seconds_bet b left join seconds_settlement s on s.bet = b.id where b.book = 'demo' order by b.id`;

const toBet = (row: Row): BetLife => ({
  id: row.id ?? '',
  user: row.user_id ?? '',
  market: Number(row.market),
  isUp: row.side === 'up',
  seconds: Number(row.seconds),
  stake: units(row, 'stake'),
  payoutRate: units(row, 'payout_rate'),
  entryDelayMs: Number(row.entry_delay_ms),
  cancelLeadMs: Number(row.cancel_lead_ms),
  voidAfterMs: Number(row.void_after_ms),
  acceptedMs: Number(row.accepted_ms),
  acceptedSeq: Number(row.accepted_seq),
  cancelMs: number(row.cancel_ms),
  status: row.status ?? '',
  entrySeq: number(row.entry_seq),
  settlement: row.outcome ? toSettlement(row, row.outcome) : undefined,
});

const toSettlement = (row: Row, outcome: string): SettlementRow => ({
  outcome,
  returned: units(row, 'returned'),
  entrySeq: number(row.settled_entry),
  exitSeq: number(row.exit_seq),
  entryPrice: optional(row.entry_price),
  exitPrice: optional(row.exit_price),
  atMs: Number(row.at),
});

const SUMS = Object.entries({
  available: `sum(e.available_delta) filter (where a.kind = 'seconds')`,
  frozen: `sum(e.frozen_delta) filter (where a.kind = 'seconds')`,
  platform: `sum(e.available_delta + e.frozen_delta) filter (where a.kind = 'house_pnl')`,
}).map(([name, sum]) => `coalesce(${sum}, 0)::text as ${name}`);

const TRANSFERS = `
  select t.kind, t.ref, ${SUMS.join(', ')}
    from ledger_transfer t join ledger_entry e on e.transfer = t.id join ledger_account a on a.id = e.account
   where t.kind like 'seconds.%' and t.kind <> 'seconds.funding' and t.book = 'demo' group by t.id, t.kind, t.ref order by t.id`;
