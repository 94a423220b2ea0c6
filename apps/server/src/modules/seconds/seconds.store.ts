import type { Mode } from '@app/domain/ledger';
import type { BetSide } from '@app/domain/seconds';
import { type RawBuilder, sql } from 'kysely';
import type { Recipient } from '../../platform/bus/push.ts';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';
import { firstIdAfter, firstIdSince } from '../../platform/db/id-range.ts';
import { listOfQuery, type Page, type PageRequest, readPage } from '../../platform/db/page.ts';
import { BET_COLUMNS, type BetOutcome, type BetRow, OPEN_BET_COLUMNS } from './bet-row.ts';

/** Condition of the index of open bets, word for word: it is small however long the history is. */
export const IS_OPEN = sql`status in ('waiting', 'running')`;

/** Returns whether a bet is the user's. Ownership never changes, so the result stays valid however old it is. */
export async function isOwnBet(db: Reader, { userId, mode }: Recipient, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from seconds_bet where id = ${id} and user_id = ${userId} and book = ${mode}`.execute(db);
  return rows.length > 0;
}

/** Filter of bets; absent fields do not filter. */
export type BetFilter = {
  readonly isOpen?: boolean | undefined;
  readonly market?: number | undefined;
  readonly side?: BetSide | undefined;
  readonly outcome?: BetOutcome | undefined;
  /** Accepted at or after `from` and before `to`; in milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/**
 * Lists a user's bets, newest first. Open ones have an index of their own, and those of one outcome are found by their
 * settlements; a filter reads that user's own history and no other.
 */
export const selectBets = (
  db: Reader,
  { userId, mode }: Recipient,
  filter: BetFilter,
  request: PageRequest,
): Promise<Page<BetRow>> =>
  readPage(
    request,
    listOfQuery<BetRow>(db, (before) => {
      const conditions = (table: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
        sql.join(
          [
            sql`${table}.user_id = ${userId} and ${table}.book = ${mode}`,
            ...(before === undefined ? [] : [sql`${id} < ${before}`]),
            ...matches(filter, table, id),
          ],
          sql` and `,
        );
      if (filter.isOpen)
        return sql`
          select ${OPEN_BET_COLUMNS} from seconds_bet b where ${conditions(sql`b`, sql`b.id`)} and b.${IS_OPEN}
           order by b.id desc`;
      if (filter.outcome !== undefined)
        return sql`
          select ${BET_COLUMNS} from seconds_settlement s join seconds_bet b on b.id = s.bet
           where ${conditions(sql`s`, sql`s.bet`)} and s.outcome = ${filter.outcome}
           order by s.bet desc`;
      const ended = filter.isOpen === false ? sql`b.status in ('settled', 'cancelled', 'void')` : sql`true`;
      return sql`
        select ${BET_COLUMNS} from seconds_bet b left join seconds_settlement s on s.bet = b.id
         where ${conditions(sql`b`, sql`b.id`)} and ${ended}
         order by b.id desc`;
    }),
  );

/** Conditions of a filter. Ids of the time bound the rows and partitions that are read; the time itself is exact. */
function matches({ market, side, from, to }: BetFilter, table: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  return [
    ...(market === undefined ? [] : [sql`${table}.market = ${market}`]),
    ...(side === undefined ? [] : [sql`${table}.side = ${side}`]),
    ...(from === undefined ? [] : [sql`${id} >= ${firstIdSince(from)} and b.accepted_ms >= ${from}`]),
    ...(to === undefined ? [] : [sql`${id} < ${firstIdAfter(to)} and b.accepted_ms < ${to}`]),
  ];
}

/** Finds one of a user's bets in a mode, open or ended. */
export async function findBet(db: Reader, { userId, mode }: Recipient, id: bigint): Promise<BetRow | undefined> {
  const { rows } = await sql<BetRow>`
    select ${BET_COLUMNS} from seconds_bet b left join seconds_settlement s on s.bet = b.id
     where b.id = ${id} and b.user_id = ${userId} and b.book = ${mode}`.execute(db);
  return rows[0];
}

/** What a record or a file says about a bet. */
export type NamedBet = {
  id: bigint;
  market: number;
  side: BetSide;
  seconds: number;
  stake: string;
  settlement: bigint | null;
  outcome: BetOutcome | null;
  returned: string | null;
  entry_price: string | null;
  exit_price: string | null;
};

/** Finds a user's bets by their ids. Those of others are left out. */
export async function findBets(db: Reader, userId: bigint, ids: readonly bigint[]): Promise<NamedBet[]> {
  const ordered = ids.toSorted((one, other) => (one < other ? -1 : 1));
  const least = ordered[0];
  const most = ordered.at(-1);
  if (least === undefined || most === undefined) return [];
  const { rows } = await sql<NamedBet>`
    select b.id, b.market, b.side, b.seconds, trim_scale(b.stake)::text as stake, s.id as settlement, s.outcome,
           trim_scale(s.returned)::text as returned, trim_scale(b.entry_price)::text as entry_price,
           trim_scale(s.exit_price)::text as exit_price
      from seconds_bet b left join seconds_settlement s on s.bet = b.id and s.bet between ${least} and ${most}
     where b.id = any(${arrayText(ids)}::bigint[]) and b.id between ${least} and ${most}
       and b.user_id = ${userId}`.execute(db);
  return rows;
}

/** Counts a user's open bets by mode. */
export async function countOpen(tx: Reader, userId: bigint): Promise<{ book: Mode; count: number }[]> {
  const { rows } = await sql<{ book: Mode; count: number }>`
    select book, count(*)::int as count from seconds_bet
     where user_id = ${userId} and ${IS_OPEN} group by book order by book`.execute(tx);
  return rows;
}
