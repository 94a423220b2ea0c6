import { type TimeOrderedId, timeOfId } from '@app/base';
import type { Mode } from '@app/domain/ledger';
import { type RawBuilder, sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';
import { firstIdSince } from '../../platform/db/id-range.ts';

/** Rows behind `before`, newest first. Each query is the beginning of a range of an index. */
export type Span = { readonly userId: bigint; readonly before: bigint | undefined; readonly limit: number };
export type ModeSpan = Span & { readonly mode: Mode };

const LAST_ID = 2n ** 63n - 1n;

async function read<Row>(db: Reader, query: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`${query}`.execute(db);
  return rows;
}

export type EntryRow = {
  transfer: bigint;
  at: Date;
  kind: string;
  ref: string;
  account: string;
  currency: string;
  available: string;
  frozen: string;
};

export const readEntries = (db: Reader, { userId, before = LAST_ID, limit, mode }: ModeSpan): Promise<EntryRow[]> =>
  read(
    db,
    sql`
      with own as materialized (
        select array(select id from ledger_account where owner = ${`user:${userId}`} and book = ${mode}) as ids)
      select e.transfer, t.at, t.kind, t.ref, a.kind as account, a.currency, trim_scale(e.available_delta)::text as available,
             trim_scale(e.frozen_delta)::text as frozen
        from own, ledger_entries_of(own.ids, 0, ${before}, ${limit}) e
        join ledger_transfer t on t.id = e.transfer join ledger_account a on a.id = e.account
       order by e.transfer desc, e.account, e.available_delta, e.frozen_delta`,
  );

export type OrderRow = {
  id: bigint;
  at: Date;
  market: string;
  side: string;
  terms: string;
  price: string | null;
  amount: string | null;
  result: string | null;
  status: string;
};

/** Reads orders, positions, bets or conversions in one form. */
export const readOrders: Readonly<
  Record<'spot' | 'contract' | 'seconds' | 'convert', (db: Reader, span: ModeSpan) => Promise<OrderRow[]>>
> = {
  spot: async (db, { userId, before = LAST_ID, limit, mode }) => {
    const since = firstIdSince(timeOfId(userId as TimeOrderedId)); // No order is older than its user, whose id has a time, too.
    const ids = await read<{ id: bigint }>(
      db,
      sql`
        select id from spot_orders_of(${userId}, ${mode}, null, '{open,filled,cancelled}', '{buy,sell}', ${since}, ${before}, null, null,
                                      ${limit}) as found (id)
         order by id desc limit ${limit}`,
    );
    return await read(
      db,
      sql`
        select o.id, o.at, m.symbol as market, o.side, o.kind as terms, trim_scale(o.price)::text as price,
               trim_scale(coalesce(o.quantity, o.budget))::text as amount, trim_scale(o.filled)::text as result,
               concat_ws(':', o.status, o.reason) as status
          from spot_order o join market m on m.id = o.market
         where o.id = any(${arrayText(ids.map(({ id }) => id))}::bigint[]) order by o.id desc`,
    );
  },
  contract: (db, { userId, before = LAST_ID, limit, mode }) =>
    read(
      db,
      sql`
        select p.id, p.at, m.symbol as market, p.side, p.leverage || '×' as terms,
               trim_scale(coalesce(p.entry, p.limit_price))::text as price, trim_scale(p.opened_lots)::text as amount,
               case when p.status = 'closed' then trim_scale(p.result)::text end as result, concat_ws(':', p.status, p.cause) as status
          from contract_position p join market m on m.id = p.market
         where p.user_id = ${userId} and p.book = ${mode} and p.id < ${before} order by p.id desc limit ${limit}`,
    ),
  seconds: (db, { userId, before = LAST_ID, limit, mode }) =>
    read(
      db,
      sql`
        select b.id, b.at, m.symbol as market, b.side, b.seconds || ' s' as terms, trim_scale(b.entry_price)::text as price,
               trim_scale(b.stake)::text as amount, trim_scale(s.returned)::text as result,
               concat_ws(':', b.status, s.outcome) as status
          from (select * from seconds_bet where user_id = ${userId} and book = ${mode} and id < ${before}
                 order by id desc limit ${limit}) b
          join market m on m.id = b.market left join seconds_settlement s on s.bet = b.id
         order by b.id desc`,
    ),
  convert: (db, { userId, before = LAST_ID, limit, mode }) =>
    read(
      db,
      sql`
        select id, at, from_currency || ' → ' || to_currency as market, 'convert' as side, account as terms, null as price,
               trim_scale(amount)::text as amount, trim_scale(received)::text as result, 'done' as status
          from conversion where user_id = ${userId} and book = ${mode} and id < ${before} order by id desc limit ${limit}`,
    ),
};

export type SessionRow = {
  id: bigint;
  mode: string;
  ip: string;
  user_agent: string;
  signed_in_at: Date;
  last_seen_at: Date;
  ended_at: Date | null;
};

export const readSessions = (db: Reader, { userId, before = LAST_ID, limit }: Span): Promise<SessionRow[]> =>
  read(
    db,
    sql`
      select id, book as mode, ip, user_agent, signed_in_at, last_seen_at, ended_at from session
       where user_id = ${userId} and id < ${before} order by id desc limit ${limit}`,
  );

export type DeviceRow = { id: bigint; user_agent: string; first_seen_at: Date; is_signed_in: boolean };

export const readDevices = (db: Reader, { userId, before = LAST_ID, limit }: Span): Promise<DeviceRow[]> =>
  read(
    db,
    sql`
      select d.id, d.user_agent, d.first_seen_at,
             exists (select from session s where s.user_id = d.user_id and s.device_id = d.id and s.ended_at is null) as is_signed_in
        from device d where d.user_id = ${userId} and d.id < ${before} order by d.id desc limit ${limit}`,
  );

export type NoticeRow = {
  id: bigint;
  at: Date;
  category: string;
  kind: string;
  params: string;
  read_at: Date | null;
};

export const readNotices = (db: Reader, { userId, before = LAST_ID, limit }: Span): Promise<NoticeRow[]> =>
  read(
    db,
    sql`
      select id, at, category, kind, params::text as params, read_at from notice
       where user_id = ${userId} and id < ${before} order by id desc limit ${limit}`,
  );
