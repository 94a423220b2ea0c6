/** Amounts moved by all trades, by account. */
const MOVED = `
  select 'user:' || o.user_id as owner, o.book, m.quote as currency,
         sum(case o.side when 'buy' then -o.cost else o.cost end - o.fee) as change
    from spot_order o join market m on m.id = o.market group by 1, 2, 3
   union all
  select 'user:' || o.user_id, o.book, m.base, sum(case o.side when 'buy' then o.filled else -o.filled end)
    from spot_order o join market m on m.id = o.market group by 1, 2, 3`;

const FUNDED = `
  select a.id, sum(e.available_delta + e.frozen_delta) as amount
    from ledger_entry e join ledger_transfer t on t.id = e.transfer join ledger_account a on a.id = e.account
   where t.kind = 'torture.fund' group by a.id`;

/** Invariants between orders and the ledger. Each query returns violations. */
export const ABOUT_MONEY = {
  'frozen that no order explains': `
    select from (select * from ledger_account where kind = 'exchange') a
      full join (select 'user:' || o.user_id as owner, o.book,
                        case o.side when 'buy' then m.quote else m.base end as currency, sum(o.held) as held
                   from spot_order o join market m on m.id = o.market where o.status = 'open' group by 1, 2, 3) h
        on (h.owner, h.book, h.currency) = (a.owner, a.book, a.currency)
     where coalesce(a.frozen, 0) <> coalesce(h.held, 0)`,
  'balance that is not what was given and traded': `
    select from (select * from ledger_account where kind = 'exchange') a left join (${FUNDED}) f on f.id = a.id
      full join (select owner, book, currency, sum(change) as change from (${MOVED}) moved group by 1, 2, 3) c
        on (c.owner, c.book, c.currency) = (a.owner, a.book, a.currency)
     where coalesce(a.available + a.frozen, 0) <> coalesce(f.amount, 0) + coalesce(c.change, 0)`,
  'fee income that is not the fees': `
    select from (select book, sum(available) as income from ledger_account where kind = 'fee_income' group by book) a
      full join (select book, sum(fee) as fees from spot_order group by book) o using (book)
     where coalesce(a.income, 0) <> coalesce(o.fees, 0)`,
  'fill without its transfer, or a transfer without its fill': `
    select from spot_fill f full join (select ref, book from ledger_transfer where kind = 'spot.fill') t
        on t.ref = f.id::text and t.book = f.book
     where f.id is null or t.ref is null`,
  'hold or release that is there twice, or for no order': `
    select from (select kind, ref, count(*) as times from ledger_transfer
                  where kind in ('spot.hold', 'spot.release') group by 1, 2) t
      left join spot_order o on o.id::text = t.ref where o.id is null or t.times > 1`,
} as const;
