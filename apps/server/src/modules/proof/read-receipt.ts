import type { Output } from '@app/protocol';
import type { provePrice } from '@app/protocol/market';
import type { readReceipt as readReceiptRoute } from '@app/protocol/proof';
import * as z from 'zod/mini';
import { refuseWith } from '../../platform/accept.ts';
import type { Reader } from '../../platform/database.ts';
import { findReceipt } from './proof.store.ts';
import { findPublished } from './published.ts';

type Receipt = Output<typeof readReceiptRoute>;
/** Proof of a price; prices belong to the market module, and the composition root supplies this function. */
type ProveTick = (
  db: Reader,
  tick: { readonly market: number; readonly seq: number; readonly block: number },
) => Promise<Output<typeof provePrice>>;
export type ReceiptDeps = { readonly db: Reader; readonly proveTick: ProveTick };

/** Fields every receipt has: the tick it uses, and the version of its rule's settings. */
const named = z.looseObject({
  tick: z.looseObject({ market: z.int(), seq: z.int() }),
  settings: z.optional(z.looseObject({ version: z.int() })),
});

/** Returns an issued receipt, with its published settings and the proof of its price. */
export async function readReceipt({ db, proveTick }: ReceiptDeps, id: bigint): Promise<Receipt> {
  const { kind, block, body: stored } = (await findReceipt(db, id)) ?? refuseWith('not_found');
  const body = named.parse(stored);
  const { market, seq } = body.tick;
  const settings = await findPublished(db, kind, body.settings?.version);
  return { kind, body, settings, proof: await proveTick(db, { market, seq, block }) };
}
