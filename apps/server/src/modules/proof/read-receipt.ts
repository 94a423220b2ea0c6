import type { Output } from '@app/protocol';
import type { provePrice } from '@app/protocol/market';
import type { readReceipt as readReceiptRoute } from '@app/protocol/proof';
import * as z from 'zod/mini';
import { refuseWith } from '../../platform/accept.ts';
import type { Reader } from '../../platform/database.ts';
import { findReceipt } from './proof.store.ts';
import { findPublished } from './published.ts';

type Receipt = Output<typeof readReceiptRoute>;
/** Prices are the market's; the composition says how they are proven. */
type ProveTick = (
  db: Reader,
  tick: { readonly market: number; readonly seq: number; readonly block: number },
) => Promise<Output<typeof provePrice>>;
export type ReceiptDeps = { readonly db: Reader; readonly proveTick: ProveTick };

/** Whatever else a receipt says, it names the tick it goes by, and the version of what its rule is set by. */
const named = z.looseObject({
  tick: z.looseObject({ market: z.int(), seq: z.int() }),
  settings: z.optional(z.looseObject({ version: z.int() })),
});

/** What was issued, with what everybody is shown of its settings and all that proves its price. */
export async function readReceipt({ db, proveTick }: ReceiptDeps, id: bigint): Promise<Receipt> {
  const { kind, block, body: stored } = (await findReceipt(db, id)) ?? refuseWith('not_found');
  const body = named.parse(stored);
  const { market, seq } = body.tick;
  const settings = await findPublished(db, kind, body.settings?.version);
  return { kind, body, settings, proof: await proveTick(db, { market, seq, block }) };
}
