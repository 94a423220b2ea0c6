import { sql } from 'kysely';
import type { FrozenReason } from '../ledger/index.ts';
import { readMarkets } from '../market/index.ts';

/**
 * Explains the frozen balances of exchange accounts by the holds of open orders: buys hold the quote currency, sells
 * the base. An order of an unknown market has no currency, and is therefore reported. Uses the index of open orders.
 */
export const explainFrozen: FrozenReason = {
  invariant: 'S1',
  kind: 'exchange',
  freezes: ['spot.hold'],
  held: async (tx) => {
    const markets = await readMarkets(tx);
    // Sum by numeric ids first: otherwise most of the time would go into building owner names.
    return sql`
      select 'user:' || o.user_id as owner, case o.side when 'buy' then m.quote else m.base end as currency, o.book, o.held
        from (select user_id, book, market, side, sum(held) as held from spot_order
               where status = 'open' and held > 0 group by user_id, book, market, side) o
        left join unnest(${markets.map(({ id }) => id)}::int[], ${markets.map(({ base }) => base)}::text[],
                         ${markets.map(({ quote }) => quote)}::text[]) as m (id, base, quote) on m.id = o.market`;
  },
};
