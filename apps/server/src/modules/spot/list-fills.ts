import { type Amount, type Price, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import type { listFills as route } from '@app/protocol/spot';
import { refuseWith } from '../../platform/accept.ts';
import type { Db } from '../../platform/database.ts';
import type { Audience } from '../../platform/push.ts';
import * as store from './spot-reads.store.ts';

/** What one of one's own orders traded; another's order is answered like one that never was. */
export async function listFills(
  { db }: { readonly db: Db },
  audience: Audience,
  { id, page, limit }: store.Page & { readonly id: bigint },
): Promise<Output<typeof route>> {
  if (!(await store.isOwnOrder(db, audience, id))) refuseWith('not_found');
  const [rows, total] = await Promise.all([store.selectFills(db, id, { page, limit }), store.countFills(db, id)]);
  const list = rows.map((row) => ({
    id: row.id,
    price: parseDecimal<Price>(row.price),
    quantity: parseDecimal<Amount>(row.quantity),
    fee: parseDecimal<Amount>(row.fee),
    role: row.role,
    is_house: row.is_house,
    at: row.at.getTime(),
  }));
  return { list, page, limit, total };
}
