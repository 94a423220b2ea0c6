import { parseDecimal } from '@app/money';
import { readInventories } from '@app/verifier';
import type pg from 'pg';

/** Amount that the house holds, or that moved, in one currency; `house` is mode, market and currency. */
type HouseAmount = { readonly house: string; readonly amount: bigint };

/** Reads what each block says the house held, by mode, market and currency; zero is left out. */
export async function readSealedInventories(root: pg.Client) {
  const { rows } = await root.query<{ number: string; inventory: Buffer }>(
    'select number, inventory from price_ticks order by number',
  );
  const { rows: markets } = await root.query<{ id: number; base: string; quote: string }>('select * from market');
  const byId = new Map(markets.map((market) => [market.id, market]));
  return rows.map(({ number, inventory }) => {
    const held = readInventories(new Uint8Array(inventory)).flatMap(({ book, market, base, quote }): HouseAmount[] => [
      { house: `${book}|${market}|${byId.get(market)?.base}`, amount: base },
      { house: `${book}|${market}|${byId.get(market)?.quote}`, amount: quote },
    ]);
    const inHand = held.filter(({ amount }) => amount !== 0n).map(({ house, amount }) => [house, amount] as const);
    return { block: Number(number), inventory: new Map(inHand.sort()) };
  });
}

/**
 * Reads what explains them: the receipts sealed in each block, and other transfers of the house by the first block whose
 * snapshot has seen them.
 */
export async function readHouseMoves(root: pg.Client): Promise<(HouseAmount & { readonly block: number })[]> {
  const { rows } = await root.query<{ block: string; house: string; amount: string }>(`
    with sealed as (
      select s.block, r.body, case r.body->'fill'->>'side' when 'buy' then -1 else 1 end as sign,
             (r.body->'fill'->>'quantity')::numeric as quantity, (r.body->'fill'->>'price')::numeric as price
        from receipt_seal s cross join unnest(s.receipts) as id join receipt r using (id)),
    seen as (select number, seen, lag(seen) over (order by number) as before from price_block)
    select block, concat_ws('|', body->>'book', m.id, m.base) as house, trim_scale(sign * quantity)::text as amount
      from sealed join market m on m.id = (body->'fill'->>'market')::int
    union all
    select block, concat_ws('|', body->>'book', m.id, m.quote), trim_scale(-sign * quantity * price)::text
      from sealed join market m on m.id = (body->'fill'->>'market')::int
    union all
    select s.number, concat_ws('|', a.book, substr(a.owner, 14), a.currency), trim_scale(e.available_delta)::text
      from ledger_transfer t join ledger_entry e on e.transfer = t.id join ledger_account a on a.id = e.account
      join seen s on pg_visible_in_snapshot(t.xid, s.seen)
       and (s.before is null or not pg_visible_in_snapshot(t.xid, s.before))
     where a.kind = 'house_ladder' and t.kind <> 'spot.fill'`);
  return rows.map(({ block, house, amount }) => ({ block: Number(block), house, amount: parseDecimal(amount) }));
}
