import { sql } from 'kysely';
import type { FrozenReason } from '../ledger/index.ts';
import { readMarkets } from '../market/index.ts';

/**
 * What is frozen in exchange accounts is what open orders hold: buying, of the quote currency; selling, of the base. An order
 * of a market that nobody knows is explained in no currency at all, and so is seen. Found by the index of open orders.
 */
export const explainFrozen: FrozenReason = {
  invariant: 'S1',
  kind: 'exchange',
  held: async (tx) => {
    const markets = await readMarkets(tx);
    // Added up by numbers first: most of the time would else go into the names of owners.
    return sql`
      select 'user:' || o.user_id as owner, case o.side when 'buy' then m.quote else m.base end as currency, o.book, o.held
        from (select user_id, book, market, side, sum(held) as held from spot_order
               where status = 'open' and held > 0 group by user_id, book, market, side) o
        left join unnest(${markets.map(({ id }) => id)}::int[], ${markets.map(({ base }) => base)}::text[],
                         ${markets.map(({ quote }) => quote)}::text[]) as m (id, base, quote) on m.id = o.market`;
  },
};
