import { expectDefined } from '@app/base';
import { type Amount, type Decimal, formatDecimal, type Price, parseDecimal } from '@app/money';
import { fromUnits, type SlowOutcome, type SlowTick, slowOutcome, toUnits } from '@app/testkit/exact';
import type { BetSettlementText } from '@app/verifier';
import { readBlocks } from '../src/modules/market/index.ts';
import { hashReceipt } from '../src/modules/proof/index.ts';
import type { SecondsTestbed } from './seconds-testbed.ts';

type Row = Record<string, unknown>;
const exact = (text: unknown) => fromUnits(parseDecimal<Decimal>(String(text)));

/** Reads all sealed ticks by market; a tick's place is its number less one. */
async function readTicks(testbed: SecondsTestbed): Promise<Map<number, SlowTick[]>> {
  const ticks = new Map<number, SlowTick[]>();
  for (const block of await readBlocks(testbed.as('audit').db, { from: 1, to: 100_000 }))
    for (const { market, seq, atMs, price } of block.ticks) {
      const own = ticks.get(market) ?? [];
      own[seq - 1] = { atMs, price: fromUnits(price) };
      ticks.set(market, own);
    }
  return ticks;
}

const outcomeOf = (row: Row, ticks: readonly SlowTick[], knownToMs: number): SlowOutcome =>
  slowOutcome(
    {
      isUp: row.side === 'up',
      seconds: Number(row.seconds),
      stake: exact(row.stake),
      payout: exact(row.payout_rate),
      acceptedMs: Number(row.accepted_ms),
      cancelMs: row.cancel_ms === null ? undefined : Number(row.cancel_ms),
      entryDelayMs: Number(row.entry_delay_ms),
      cancelLeadMs: Number(row.cancel_lead_ms),
      voidAfterMs: Number(row.void_after_ms),
    },
    ticks,
    knownToMs,
  );

/** Judges every stored bet by all sealed ticks, and returns how it should stand and how it does, where they differ. */
export async function findWrongBets(testbed: SecondsTestbed, knownToMs: number): Promise<readonly unknown[]> {
  const ticks = await readTicks(testbed);
  const rows = await testbed.rowsOf(`
    select b.*, s.outcome, s.returned, s.exit_seq from seconds_bet b left join seconds_settlement s on s.bet = b.id`);
  return rows.flatMap((row) => {
    const right = outcomeOf(row, ticks.get(Number(row.market)) ?? [], knownToMs);
    const should = {
      is: right.is,
      entry: right.entry === undefined ? null : right.entry + 1,
      exit: right.exit === undefined ? null : right.exit + 1,
      back: right.back === undefined ? null : formatDecimal(toUnits(right.back) as Amount),
    };
    const does = {
      is: row.outcome ?? row.status,
      entry: row.entry_seq === null ? null : Number(row.entry_seq),
      exit: row.exit_seq === null ? null : Number(row.exit_seq),
      back: row.returned === null ? null : formatDecimal(parseDecimal<Price>(String(row.returned))),
    };
    return JSON.stringify(should) === JSON.stringify(does) ? [] : [{ bet: row.id, should, does }];
  });
}

type Chained = { readonly id: bigint; readonly kind: string; readonly body: BetSettlementText };

/** Checks the chains of settlements from their receipts alone, and counts the days from them. */
export async function recount(testbed: SecondsTestbed) {
  const receipts = (await testbed.rowsOf(
    `select id, kind, body from receipt where kind = 'seconds.settlement'
      order by body->>'book', (body->'bet'->>'market')::int, (body->'chain'->>'place')::int`,
  )) as readonly Chained[];
  const faults: string[] = [];
  const days = new Map<string, Record<string, unknown> & { counts: Record<string, number> }>();
  let before: Chained | undefined;
  for (const receipt of receipts) {
    const { book, bet, settlement, chain } = receipt.body;
    const follows = before?.body.book === book && before.body.bet.market === bet.market ? before : undefined;
    if (chain.place !== (follows?.body.chain.place ?? 0) + 1) faults.push(`place of ${receipt.id}`);
    if (chain.previous !== (follows ? hashReceipt(follows) : null)) faults.push(`previous of ${receipt.id}`);
    before = receipt;
    const name = `${book} ${bet.market} ${settlement.day} ${bet.currency}`;
    const day = days.get(name) ?? { counts: {} };
    day.counts[settlement.outcome] = (day.counts[settlement.outcome] ?? 0) + 1;
    days.set(name, { ...day, root: hashReceipt(receipt), last: chain.place });
  }
  const stored = await testbed.rowsOf(`select *, day::text as day from seconds_day`);
  for (const row of stored) {
    const own = expectDefined(days.get(`${row.book} ${row.market} ${row.day} ${row.currency}`), 'a day of receipts');
    const { profit = 0, loss = 0, flat = 0, void: voids = 0, cancelled = 0 } = own.counts;
    const counted = [profit, loss, flat, voids, cancelled, own.last, own.root];
    const kept = [row.profits, row.losses, row.flats, row.voids, row.cancels, row.last_place].map(Number);
    if (JSON.stringify([...kept, row.root]) !== JSON.stringify(counted)) faults.push(`the day ${row.day}`);
  }
  if (stored.length !== days.size) faults.push('the number of days');
  return { settlements: receipts.length, faults };
}

/** Returns what is wrong with the money of bets: each stake is held until it is settled xor refunded, once. */
export const findWrongMoney = (testbed: SecondsTestbed) =>
  testbed.rowsOf(`
    select b.id, b.status, kinds from seconds_bet b
      left join lateral (select array_agg(t.kind order by t.kind) as kinds from ledger_transfer t
                          where t.ref = b.id::text and t.kind like 'seconds.%') k on true
     where kinds is distinct from case b.status when 'waiting' then array['seconds.hold'] when 'running' then array['seconds.hold']
             when 'settled' then array['seconds.hold', 'seconds.settle'] else array['seconds.hold', 'seconds.refund'] end
    union all
    select 0, a.owner, array[a.frozen::text]
      from ledger_account a
      left join (select user_id, book, sum(stake) as held from seconds_bet where status in ('waiting', 'running')
                  group by user_id, book) o on a.owner = 'user:' || o.user_id and a.book = o.book
     where a.kind = 'seconds' and a.frozen <> coalesce(o.held, 0)`);
