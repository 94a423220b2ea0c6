import { type Amount, type Price, parseDecimal } from '@app/money';
import type { OpenText, SettlementText } from '@app/verifier';
import type pg from 'pg';
import { readSealedTicks, type SealedTick } from '../engines/sealed-ticks.ts';
import { MODE, SESSIONS, sessionStartOf } from './terms.ts';

export type Tick = SealedTick & {
  /** Closed: outside of trading hours. Reopening: one of the first ticks of a session. Only an open tick acts. */
  readonly phase: 'closed' | 'reopening' | 'open';
};

/** One version of a position's row. */
export type Version = {
  readonly status: string;
  readonly cause: string | null;
  readonly lots: bigint;
  readonly margin: bigint;
  readonly charged: bigint;
  readonly stopLoss: bigint | undefined;
  readonly takeProfit: bigint | undefined;
  readonly changedSeq: number;
  readonly changedMs: number;
  readonly triggerSeq: number | undefined;
  readonly chainPlace: number;
  readonly closedMs: number;
};

export type SettlementRow = {
  readonly id: string;
  readonly cause: string;
  readonly seq: number;
  readonly body: SettlementText;
  /** Columns of the row, in units. */
  readonly money: Readonly<Record<(typeof MONEY)[number], bigint>>;
};

/** A position with everything that happened to it. */
export type Life = {
  readonly id: string;
  readonly market: number;
  readonly isLong: boolean;
  readonly leverage: number;
  readonly limit: bigint | undefined;
  readonly openedLots: bigint;
  /** Day of delivery; null for a perpetual contract. */
  readonly series: string | null;
  readonly entry: bigint | undefined;
  readonly overnightSince: bigint;
  readonly opening: OpenText | undefined;
  readonly versions: readonly Version[];
  readonly settlements: readonly SettlementRow[];
};

/** A night of a market: what it cost for one base unit, from which tick on. */
export type NightRow = {
  readonly market: number;
  readonly day: string;
  readonly seq: number;
  readonly price: bigint;
  readonly before: bigint;
  readonly after: bigint;
};

/** Money that one transfer moved, by whose account it was. */
export type TransferRow = {
  readonly id: bigint;
  readonly kind: string;
  readonly ref: string;
  readonly available: bigint;
  readonly frozen: bigint;
  readonly fees: bigint;
  readonly platform: bigint;
  readonly insurance: bigint;
  readonly capital: bigint;
};

export type Facts = {
  readonly ticks: ReadonlyMap<number, readonly Tick[]>;
  readonly nights: ReadonlyMap<number, readonly NightRow[]>;
  readonly lives: readonly Life[];
  readonly transfers: readonly TransferRow[];
  readonly multipliers: ReadonlyMap<number, bigint>;
  /** Last block whose ticks the shard has taken. */
  readonly cursor: number;
};

const MONEY = [
  ...(['lots', 'entry', 'price', 'margin', 'result', 'overnight', 'overnight_returned', 'fee'] as const),
  ...(['liquidation_fee', 'returned', 'shortfall', 'by_insurance', 'by_capital'] as const),
] as const;

export const units = (text: string): bigint => parseDecimal<Amount | Price>(text);
const optional = (text: string | null) => (text === null ? undefined : units(text));
type Row = Record<string, string | null>;
const text = (row: Row, name: string): string => row[name] ?? '';

/** Reads everything about contracts from the tables. */
export async function readFacts(client: pg.Client, shard: string): Promise<Facts> {
  const rows = async (query: string) => (await client.query<Row>(query)).rows;
  const [cursor] = await rows(`select block::text from engine_cursor where shard = '${shard}'`);
  const multipliers = await rows('select market::text, trim_scale(multiplier)::text as multiplier from contract_lot');
  return {
    ticks: await readTickRows(client),
    nights: groupBy(await readNights(rows), ({ market }) => market),
    lives: await readLives(rows),
    transfers: (await rows(TRANSFERS)).map(toTransfer),
    multipliers: new Map(multipliers.map((row) => [Number(row.market), units(text(row, 'multiplier'))])),
    cursor: Number(cursor?.block),
  };
}

export function groupBy<Key, Value>(values: readonly Value[], keyOf: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [value]);
    else group.push(value);
  }
  return groups;
}

async function readTickRows(client: pg.Client): Promise<ReadonlyMap<number, readonly Tick[]>> {
  const groups = await readSealedTicks(client);
  return new Map([...groups].map(([market, all]) => [market, withPhases(market, all)]));
}

/** Counts the ticks of each session, by the rig's own calendar. */
function withPhases(market: number, ticks: readonly SealedTick[]): readonly Tick[] {
  const counts = new Map<number, number>();
  return ticks.map((tick) => {
    const startedMs = sessionStartOf(market, tick.atMs);
    if (startedMs === undefined) return { ...tick, phase: 'closed' };
    const counted = (counts.get(startedMs) ?? 0) + 1;
    counts.set(startedMs, counted);
    return { ...tick, phase: counted < SESSIONS.reopeningTicks ? 'reopening' : 'open' };
  });
}

type Query = (query: string) => Promise<readonly Row[]>;

async function readNights(rows: Query): Promise<readonly NightRow[]> {
  const found = await rows(
    `select market::text, day::text, tick_seq::text, price::text, index_before::text, index_after::text
       from contract_overnight where book = '${MODE}' order by market, day`,
  );
  return found.map((row) => ({
    market: Number(row.market),
    day: text(row, 'day'),
    seq: Number(row.tick_seq),
    price: units(text(row, 'price')),
    before: units(text(row, 'index_before')),
    after: units(text(row, 'index_after')),
  }));
}

async function readLives(rows: Query): Promise<readonly Life[]> {
  const positions = await rows(
    `select p.id::text, p.market::text, p.side, p.leverage::text, p.limit_price::text, p.opened_lots::text, p.series::text,
            p.entry::text, p.overnight_since::text, r.body::text as opening
       from contract_position p left join receipt r on r.id = p.id and r.kind = 'contract.open'
      where p.book = '${MODE}' order by p.id`,
  );
  const versions = groupBy(await rows(VERSIONS), (row) => text(row, 'position'));
  const settlements = groupBy(await rows(SETTLEMENTS), (row) => text(row, 'position'));
  return positions.map((row) => ({
    id: text(row, 'id'),
    market: Number(row.market),
    isLong: row.side === 'long',
    leverage: Number(row.leverage),
    limit: optional(row.limit_price ?? null),
    openedLots: units(text(row, 'opened_lots')),
    series: row.series ?? null,
    entry: optional(row.entry ?? null),
    overnightSince: units(text(row, 'overnight_since')),
    opening: row.opening ? (JSON.parse(row.opening) as OpenText) : undefined,
    versions: (versions.get(text(row, 'id')) ?? []).map(toVersion),
    settlements: (settlements.get(text(row, 'id')) ?? []).map(toSettlement),
  }));
}

const VERSIONS = `
  select position::text, row ->> 'status' as status, row ->> 'cause' as cause, row ->> 'lots' as lots,
         row ->> 'margin' as margin, row ->> 'overnight_charged' as charged, row ->> 'stop_loss' as stop_loss,
         row ->> 'take_profit' as take_profit, row ->> 'changed_seq' as changed_seq, row ->> 'changed_ms' as changed_ms,
         row ->> 'trigger_seq' as trigger_seq, row ->> 'chain_place' as chain_place, row ->> 'closed_at' as closed_at
    from rig_history where row ->> 'book' = '${MODE}' order by n`;

const toVersion = (row: Row): Version => ({
  status: text(row, 'status'),
  cause: row.cause ?? null,
  lots: units(text(row, 'lots')),
  margin: units(text(row, 'margin')),
  charged: units(text(row, 'charged')),
  stopLoss: optional(row.stop_loss ?? null),
  takeProfit: optional(row.take_profit ?? null),
  changedSeq: Number(row.changed_seq),
  changedMs: Number(row.changed_ms),
  triggerSeq: row.trigger_seq ? Number(row.trigger_seq) : undefined,
  chainPlace: Number(row.chain_place),
  closedMs: row.closed_at ? Date.parse(row.closed_at) : 0,
});

const SETTLEMENTS = `
  select s.id::text, s.position::text, s.cause, s.tick_seq::text, r.body::text, ${MONEY.map((it) => `s.${it}::text`).join(', ')}
    from contract_settlement s left join receipt r on r.id = s.id and r.kind = 'contract.settlement'
   where s.book = '${MODE}' order by s.id`;

const toSettlement = (row: Row): SettlementRow => ({
  id: text(row, 'id'),
  cause: text(row, 'cause'),
  seq: Number(row.tick_seq),
  body: JSON.parse(text(row, 'body')) as SettlementText,
  money: Object.fromEntries(MONEY.map((name) => [name, units(text(row, name))])) as SettlementRow['money'],
});

const SUMS = Object.entries({
  available: `sum(e.available_delta) filter (where a.kind = 'contract')`,
  frozen: `sum(e.frozen_delta) filter (where a.kind = 'contract')`,
  fees: `sum(e.available_delta) filter (where a.kind = 'fee_income')`,
  platform: `sum(e.available_delta) filter (where a.kind = 'house_pnl')`,
  insurance: `sum(e.available_delta) filter (where a.kind = 'insurance')`,
  capital: `sum(e.available_delta) filter (where a.kind = 'capital')`,
}).map(([name, sum]) => `coalesce(${sum}, 0)::text as ${name}`);

/** Transfers by which users change the margin of a position. Their ref names the position and the change. */
export const MARGIN_KINDS: readonly string[] = ['contract.margin_added', 'contract.margin_removed'];

const TRANSFERS = `
  select t.id::text, t.kind, t.ref, ${SUMS.join(', ')}
    from ledger_transfer t join ledger_entry e on e.transfer = t.id join ledger_account a on a.id = e.account
   where (t.kind like 'contract.%' or t.kind in ('capital.paid_in', 'seconds.funding')) and t.book = '${MODE}' group by t.id, t.kind, t.ref order by t.id`;

const toTransfer = (row: Row): TransferRow => ({
  id: BigInt(text(row, 'id')),
  kind: text(row, 'kind'),
  ref: text(row, 'ref'),
  available: units(text(row, 'available')),
  frozen: units(text(row, 'frozen')),
  fees: units(text(row, 'fees')),
  platform: units(text(row, 'platform')),
  insurance: units(text(row, 'insurance')),
  capital: units(text(row, 'capital')),
});
