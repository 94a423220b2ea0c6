import type { DealCause, DealState, PositionSide, SettlementCause } from '@app/domain/contract';
import type { Mode } from '@app/domain/ledger';
import { sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';
import { idsOfKey } from '../../platform/db/id-range.ts';
import { isBefore, listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';
import { POSITION_COLUMNS, type PositionRow } from './position-row.ts';

/** Condition of the index of live positions, word for word: it is small however long the history is. */
export const IS_LIVE = sql`status in ('pending', 'open', 'closing')`;

/** Returns whether a position is the user's. Ownership never changes, so the result stays valid however old it is. */
export async function isOwnPosition(db: Reader, { userId, mode }: Recipient, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from contract_position where id = ${id} and user_id = ${userId} and book = ${mode}`.execute(db);
  return rows.length > 0;
}

type LiveFilter = { readonly status?: DealState | undefined };

/** Lists a user's positions and pending orders, newest first. */
export const selectLive = (
  db: Reader,
  { userId, mode }: Recipient,
  { status }: LiveFilter,
  request: PageRequest,
): Promise<Page<PositionRow>> =>
  readPage(
    request,
    listOfQuery<PositionRow>(
      db,
      (before) => sql`
        select ${POSITION_COLUMNS} from contract_position
         where user_id = ${userId} and book = ${mode} and ${IS_LIVE} and ${isBefore(before)}
           and ${status === undefined ? sql`true` : sql`status = ${status}`}
         order by id desc`,
    ),
  );

/** Lists all of a user's positions and pending orders in one market; they are no more than a setting allows. */
export async function selectLiveIn(db: Reader, { userId, mode }: Recipient, market: number): Promise<PositionRow[]> {
  const { rows } = await sql<PositionRow>`
    select ${POSITION_COLUMNS} from contract_position
     where user_id = ${userId} and book = ${mode} and ${IS_LIVE} and market = ${market} order by id desc`.execute(db);
  return rows;
}

/** Filter of ended deals; absent fields do not filter. */
export type EndedFilter = {
  readonly market?: number | undefined;
  readonly side?: PositionSide | undefined;
  readonly status?: DealState | undefined;
  readonly cause?: DealCause | undefined;
  /** Ended at or after `from` and before `to`; in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/**
 * Lists what has ended, newest first. A user's live positions are few, so skipping them costs little; a filter reads
 * that user's own history and no other.
 */
export const selectEnded = (
  db: Reader,
  { userId, mode }: Recipient,
  filter: EndedFilter,
  request: PageRequest,
): Promise<Page<PositionRow>> =>
  readPage(
    request,
    listOfQuery<PositionRow>(
      db,
      (before) => sql`
        select ${POSITION_COLUMNS} from contract_position
         where user_id = ${userId} and book = ${mode} and status in ('closed', 'cancelled') and ${isBefore(before)}
           and ${matches(filter)}
         order by id desc`,
    ),
  );

/** Condition of rows that a filter lets through. */
function matches({ market, side, status, cause, from, to }: EndedFilter) {
  const instant = (ms: number) => sql`to_timestamp(${ms}::bigint / 1000.0)`;
  const conditions = [
    ...(market === undefined ? [] : [sql`market = ${market}`]),
    ...(side === undefined ? [] : [sql`side = ${side}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(cause === undefined ? [] : [sql`cause = ${cause}`]),
    ...(from === undefined ? [] : [sql`closed_at >= ${instant(from)}`]),
    ...(to === undefined ? [] : [sql`closed_at < ${instant(to)}`]),
  ];
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

/** Finds one of a user's positions or orders in a mode, live or ended. */
export async function findDeal(db: Reader, { userId, mode }: Recipient, id: bigint): Promise<PositionRow | undefined> {
  const { rows } = await sql<PositionRow>`
    select ${POSITION_COLUMNS} from contract_position
     where id = ${id} and user_id = ${userId} and book = ${mode}`.execute(db);
  return rows[0];
}

/** Finds the order that a user placed with an idempotency key, among those of its day. */
export async function findPlaced(
  db: Reader,
  { userId, mode }: Recipient,
  key: string,
): Promise<PositionRow | undefined> {
  const { since, until } = idsOfKey(key);
  const { rows } = await sql<PositionRow>`
    select ${POSITION_COLUMNS} from contract_position
     where user_id = ${userId} and book = ${mode} and id >= ${since} and id < ${until} and key = ${key}
     limit 1`.execute(db);
  return rows[0];
}

export type SettlementRow = {
  id: bigint;
  position: bigint;
  market: number;
  side: 'long' | 'short';
  cause: SettlementCause;
  lots: string;
  price: string;
  margin: string;
  result: string;
  overnight: string;
  overnight_returned: string;
  fee: string;
  liquidation_fee: string;
  returned: string;
  shortfall: string;
  at: Date;
};

const SETTLEMENT = sql`id, position, market, side, cause, lots, price, margin, result, overnight, overnight_returned, fee, liquidation_fee,
  returned, shortfall, at`;

/** Finds the settlements of positions, oldest first. None is older than its position. */
export async function selectSettlementsOf(db: Reader, positions: readonly bigint[]): Promise<SettlementRow[]> {
  const [oldest] = positions.toSorted((one, other) => (one < other ? -1 : 1));
  if (oldest === undefined) return [];
  const { rows } = await sql<SettlementRow>`
    select ${SETTLEMENT} from contract_settlement
     where position = any(${arrayText(positions)}::bigint[]) and id >= ${oldest} order by id`.execute(db);
  return rows;
}

/** Finds a user's settlements by their ids. Those of others are left out. */
export async function findSettlements(db: Reader, userId: bigint, ids: readonly bigint[]): Promise<SettlementRow[]> {
  const { rows } = await sql<SettlementRow>`
    select ${SETTLEMENT} from contract_settlement
     where id = any(${arrayText(ids)}::bigint[]) and ${isWithin(ids)} and user_id = ${userId}`.execute(db);
  return rows;
}

/** What a record or a file says about a position. */
export type NamedPosition = {
  id: bigint;
  market: number;
  side: 'long' | 'short';
  series: string | null;
  opened_lots: string;
  entry: string | null;
};

/** Finds a user's positions by their ids. Those of others are left out. */
export async function findPositions(db: Reader, userId: bigint, ids: readonly bigint[]): Promise<NamedPosition[]> {
  const { rows } = await sql<NamedPosition>`
    select id, market, side, series::text, opened_lots, trim_scale(entry)::text as entry from contract_position
     where id = any(${arrayText(ids)}::bigint[]) and ${isWithin(ids)} and user_id = ${userId}`.execute(db);
  return rows;
}

/** Bounds the partitions that are read. */
function isWithin(ids: readonly bigint[]) {
  const ordered = ids.toSorted((one, other) => (one < other ? -1 : 1));
  const least = ordered[0];
  const most = ordered.at(-1);
  return least === undefined || most === undefined ? sql`false` : sql`id between ${least} and ${most}`;
}

export type ChargeRow = { id: bigint; day: string; charge: string; at: Date };

/** Lists the overnight fees of a position, newest first. */
export const selectCharges = (db: Reader, position: bigint, request: PageRequest): Promise<Page<ChargeRow>> =>
  readPage(
    request,
    listOfQuery<ChargeRow>(
      db,
      (before) => sql`
        select id, day::text, charge, at from contract_charge
         where position = ${position} and id >= ${position} and ${isBefore(before)} order by id desc`,
    ),
  );

type MarketFacts = { market: number; overnight_index: string | null; started_ms: bigint | null; ticks: number | null };

/** Reads the overnight index and the session of markets in a mode. */
export async function readMarketFacts(db: Reader, mode: Mode, markets: readonly number[]): Promise<MarketFacts[]> {
  const { rows } = await sql<MarketFacts>`
    select market, overnight_index, session_started as started_ms, session_ticks as ticks
      from contract_market where book = ${mode} and market = any(${arrayText(markets)}::int[])`.execute(db);
  return rows;
}

/** Counts a user's positions and pending orders by mode: an account with any is not closed. */
export async function countLive(tx: Reader, userId: bigint): Promise<{ book: Mode; count: number; open: number }[]> {
  const { rows } = await sql<{ book: Mode; count: number; open: number }>`
    select book, count(*)::int as count, (count(*) filter (where status <> 'pending'))::int as open
      from contract_position where user_id = ${userId} and ${IS_LIVE} group by book order by book`.execute(tx);
  return rows;
}
