import type { Mode } from '@app/domain/ledger';
import { type Amount, add, formatDecimal, type Price, type Rate, ZERO } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../../platform/db/array-text.ts';
import type { Tx } from '../../../platform/db/database.ts';
import type { BetOutcome } from '../bet-row.ts';
import { tickText } from '../receipts.ts';
import type { OpenBet, SettlementRow } from './seconds-state.ts';

const decimals = (values: readonly (Amount | Price | Rate | undefined)[]) =>
  arrayText(values.map((value) => (value === undefined ? null : formatDecimal(value))));
const optionals = (values: readonly (bigint | number | string | null | undefined)[]) =>
  arrayText(values.map((value) => value ?? null));
/** JSON texts, as elements of one JSON array: as an array of texts, each would be quoted. */
const jsons = (values: readonly unknown[]) => JSON.stringify(values.map((value) => value ?? null));

const beforeOf = ({ entry, bet }: OpenBet) => entry?.before && tickText(bet.market, entry.before);

/** Inserts accepted bets. Times are whole milliseconds since 1970. */
export async function insertBets(
  tx: Tx,
  mode: Mode,
  placed: readonly { readonly bet: OpenBet; readonly key: string }[],
): Promise<void> {
  if (placed.length === 0) return;
  const of = <Value>(read: (bet: OpenBet) => Value) => placed.map(({ bet }) => read(bet));
  await sql`
    insert into seconds_bet (id, user_id, book, market, side, seconds, stake, currency, terms, payout_rate, entry_delay_ms,
      cancel_lead_ms, void_after_ms, accepted_ms, accepted_seq, receipt_hash, key, at, status, cancel_ms)
    select id, user_id, ${mode}, market, side, seconds, stake, currency, terms, payout_rate, entry_delay_ms, cancel_lead_ms,
           void_after_ms, accepted_ms, accepted_seq, receipt_hash, key, to_timestamp(accepted_ms / 1000.0), status, cancel_ms
      from unnest(${arrayText(of((it) => it.id))}::bigint[], ${arrayText(of((it) => it.userId))}::bigint[],
                  ${arrayText(of((it) => it.bet.market))}::int[], ${arrayText(of((it) => it.bet.side))}::text[],
                  ${arrayText(of((it) => it.bet.seconds))}::int[], ${decimals(of((it) => it.bet.stake))}::numeric[],
                  ${arrayText(of((it) => it.bet.currency))}::text[], ${arrayText(of((it) => it.bet.version))}::int[],
                  ${decimals(of((it) => it.bet.payoutRate))}::numeric[], ${arrayText(of((it) => it.bet.entryDelayMs))}::int[],
                  ${arrayText(of((it) => it.bet.cancelLeadMs))}::int[], ${arrayText(of((it) => it.bet.voidAfterMs))}::int[],
                  ${arrayText(of((it) => it.bet.acceptedMs))}::bigint[], ${arrayText(of((it) => it.acceptedSeq))}::bigint[],
                  ${arrayText(of((it) => it.receiptHash))}::text[], ${arrayText(placed.map(({ key }) => key))}::uuid[],
                  ${arrayText(of((it) => it.state.kind))}::text[], ${optionals(of((it) => it.bet.cancelMs))}::bigint[])
        as n (id, user_id, market, side, seconds, stake, currency, terms, payout_rate, entry_delay_ms, cancel_lead_ms, void_after_ms,
              accepted_ms, accepted_seq, receipt_hash, key, status, cancel_ms)`.execute(tx);
}

/**
 * Updates bets that existed before the batch. Planned each time: a plan made while there are few might scan all of them
 * for ever.
 */
export async function updateBets(tx: Tx, bets: readonly OpenBet[]): Promise<void> {
  if (bets.length === 0) return;
  const of = <Value>(read: (bet: OpenBet) => Value) => bets.map(read);
  await sql`
    /* planned each time */ update seconds_bet b
       set status = n.status, cancel_ms = n.cancel_ms, entry_seq = n.entry_seq, entry_ms = n.entry_ms, entry_price = n.entry_price,
           entry_block = n.entry_block, entry_before = nullif(n.entry_before, 'null')
      from rows from (unnest(${arrayText(of((it) => it.id))}::bigint[]), unnest(${arrayText(of((it) => it.state.kind))}::text[]),
                      unnest(${optionals(of((it) => it.bet.cancelMs))}::bigint[]),
                      unnest(${optionals(of((it) => it.entry?.seq))}::bigint[]),
                      unnest(${optionals(of((it) => it.entry?.atMs))}::bigint[]),
                      unnest(${decimals(of((it) => it.entry?.price))}::numeric[]),
                      unnest(${optionals(of((it) => it.entry?.block))}::bigint[]),
                      jsonb_array_elements(${jsons(of(beforeOf))}::jsonb))
        as n (id, status, cancel_ms, entry_seq, entry_ms, entry_price, entry_block, entry_before)
     where b.id = n.id`.execute(tx);
}

/** Inserts the ends of bets. The database compares them with the bets, so these are written first. */
export async function insertSettlements(tx: Tx, mode: Mode, rows: readonly SettlementRow[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <Value>(read: (row: SettlementRow) => Value) => rows.map(read);
  const ofBet = <Value>(read: (bet: OpenBet) => Value) => rows.map(({ bet }) => read(bet));
  await sql`
    insert into seconds_settlement (bet, id, user_id, book, market, side, seconds, stake, currency, payout_rate, outcome, returned,
      entry_seq, entry_ms, entry_price, exit_seq, exit_ms, exit_price, exit_block, day, chain_place, chain_hash, at)
    select bet, id, user_id, ${mode}, market, side, seconds, stake, currency, payout_rate, outcome, returned, entry_seq, entry_ms,
           entry_price, exit_seq, exit_ms, exit_price, exit_block, day, chain_place, chain_hash, to_timestamp(at / 1000.0)
      from unnest(${arrayText(ofBet((it) => it.id))}::bigint[], ${arrayText(of((it) => it.end.id))}::bigint[],
                  ${arrayText(ofBet((it) => it.userId))}::bigint[], ${arrayText(ofBet((it) => it.bet.market))}::int[],
                  ${arrayText(ofBet((it) => it.bet.side))}::text[], ${arrayText(ofBet((it) => it.bet.seconds))}::int[],
                  ${decimals(ofBet((it) => it.bet.stake))}::numeric[], ${arrayText(ofBet((it) => it.bet.currency))}::text[],
                  ${decimals(ofBet((it) => it.bet.payoutRate))}::numeric[], ${arrayText(of((it) => it.end.outcome))}::text[],
                  ${decimals(of((it) => it.end.returned))}::numeric[], ${optionals(ofBet((it) => it.entry?.seq))}::bigint[],
                  ${optionals(ofBet((it) => it.entry?.atMs))}::bigint[], ${decimals(ofBet((it) => it.entry?.price))}::numeric[],
                  ${optionals(of((it) => it.exit?.seq))}::bigint[], ${optionals(of((it) => it.exit?.atMs))}::bigint[],
                  ${decimals(of((it) => it.exit?.price))}::numeric[], ${optionals(of((it) => it.exit?.block))}::bigint[],
                  ${arrayText(of((it) => it.day))}::date[], ${arrayText(of((it) => it.chain.place))}::bigint[],
                  ${arrayText(of((it) => it.chain.hash))}::text[], ${arrayText(of((it) => it.end.atMs))}::bigint[])
        as n (bet, id, user_id, market, side, seconds, stake, currency, payout_rate, outcome, returned, entry_seq, entry_ms,
              entry_price, exit_seq, exit_ms, exit_price, exit_block, day, chain_place, chain_hash, at)`.execute(tx);
}

type DayCount = {
  readonly market: number;
  readonly day: string;
  readonly currency: string;
  readonly counts: Record<BetOutcome, number>;
  stakes: Amount;
  returned: Amount;
  readonly first: number;
  last: { readonly place: number; readonly hash: string };
};

/** Counts settlements by market, day and currency. Those of refunded bets move no money of the platform. */
function countDays(settlements: readonly SettlementRow[]): readonly DayCount[] {
  const days = new Map<string, DayCount>();
  for (const { bet, end, day, chain } of settlements) {
    const { market, currency, stake } = bet.bet;
    const name = `${market}|${day}|${currency}`;
    const known = days.get(name) ?? newDay({ market, day, currency }, chain);
    days.set(name, known);
    known.counts[end.outcome] += 1;
    known.last = chain;
    if (end.outcome === 'cancelled' || end.outcome === 'void') continue;
    known.stakes = add(known.stakes, stake);
    known.returned = add(known.returned, end.returned);
  }
  return [...days.values()];
}

const newDay = (of: Pick<DayCount, 'market' | 'day' | 'currency'>, chain: DayCount['last']): DayCount => ({
  ...of,
  counts: { profit: 0, loss: 0, flat: 0, cancelled: 0, void: 0 },
  stakes: ZERO,
  returned: ZERO,
  first: chain.place,
  last: chain,
});

/** Adds settlements to the public statistics of their days, and to the chains of their markets. */
export async function addToChains(tx: Tx, mode: Mode, settlements: readonly SettlementRow[]): Promise<void> {
  const days = countDays(settlements);
  if (days.length === 0) return;
  const of = <Value>(read: (day: DayCount) => Value) => days.map(read);
  await sql`
    with counted as (
      select *
      from unnest(${arrayText(of((it) => it.market))}::int[], ${arrayText(of((it) => it.day))}::date[],
                  ${arrayText(of((it) => it.currency))}::text[], ${arrayText(of((it) => it.counts.profit))}::bigint[],
                  ${arrayText(of((it) => it.counts.loss))}::bigint[], ${arrayText(of((it) => it.counts.flat))}::bigint[],
                  ${arrayText(of((it) => it.counts.void))}::bigint[], ${arrayText(of((it) => it.counts.cancelled))}::bigint[],
                  ${decimals(of((it) => it.stakes))}::numeric[], ${decimals(of((it) => it.returned))}::numeric[],
                  ${arrayText(of((it) => it.first))}::bigint[], ${arrayText(of((it) => it.last.place))}::bigint[],
                  ${arrayText(of((it) => it.last.hash))}::text[])
        as n (market, day, currency, profits, losses, flats, voids, cancels, stakes, returned, first_place, last_place, root)),
    chained as (
      insert into seconds_market (book, market, chain_place, chain_hash)
      select distinct on (market) ${mode}, market, last_place, root from counted order by market, last_place desc
      on conflict (book, market) do update set chain_place = excluded.chain_place, chain_hash = excluded.chain_hash)
    insert into seconds_day as d (book, market, day, currency, profits, losses, flats, voids, cancels, stakes, returned, first_place,
                                  last_place, root)
    select ${mode}, market, day, currency, profits, losses, flats, voids, cancels, stakes, returned, first_place, last_place, root
      from counted
    on conflict (book, market, day, currency) do update
       set profits = d.profits + excluded.profits, losses = d.losses + excluded.losses, flats = d.flats + excluded.flats,
           voids = d.voids + excluded.voids, cancels = d.cancels + excluded.cancels, stakes = d.stakes + excluded.stakes,
           returned = d.returned + excluded.returned, last_place = excluded.last_place, root = excluded.root`.execute(
    tx,
  );
}
