import { type Amount, parseDecimal } from '@app/money';
import { sql } from 'kysely';
import { arrayText } from '../../platform/db/array-text.ts';
import type { Reader } from '../../platform/db/database.ts';

type FeeRow = { id: bigint; currency: string; fee: string };

/** The fees a user paid on fills, by the ref of the fill's transfer. For statements. */
export const fillFees = {
  kind: 'spot.fill' as const,
  async read(db: Reader, userId: bigint, transfers: readonly { readonly ref: string }[]) {
    const ids = transfers.map(({ ref }) => BigInt(ref)).sort((a, b) => (a < b ? -1 : 1));
    const least = ids[0];
    const most = ids.at(-1);
    if (least === undefined || most === undefined) return new Map();
    const { rows } = await sql<FeeRow>`
      select f.id, m.quote as currency, trim_scale(case when f.taker = ${userId} then f.taker_fee else f.maker_fee end)::text as fee
        from spot_fill f join market m on m.id = f.market
       where f.id = any(${arrayText(ids)}::bigint[]) and f.id between ${least} and ${most}`.execute(db);
    return new Map(
      rows.map(({ id, currency, fee }) => [String(id), { currency, amount: parseDecimal<Amount>(fee) }] as const),
    );
  },
};
