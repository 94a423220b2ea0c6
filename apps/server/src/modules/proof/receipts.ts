import { marketSettings } from '@app/domain/market';
import type { Setting } from '@app/domain/reference';
import { spotSettings } from '@app/domain/spot';
import type { Input, Output } from '@app/protocol';
import type { provePrice } from '@app/protocol/market';
import type { listLadderReceipts, listSettings, readReceipt as readReceiptRoute } from '@app/protocol/proof';
import * as z from 'zod/mini';
import type { Reader } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { listVersions, readVersion, type Version } from '../reference/index.ts';
import { findReceipt, findSeals, listLadder } from './proof.store.ts';
import { proveSeal, type ReadBlocks, sealedBy } from './prove-seal.ts';
import { ladderOf, named } from './receipt-fields.ts';

type Receipt = Output<typeof readReceiptRoute>;
type LadderReceipts = Output<typeof listLadderReceipts>;
/** Proof of a price; prices belong to the market module, and the composition root supplies these functions. */
type ProveTick = (
  db: Reader,
  tick: {
    readonly market: number;
    readonly seq: number;
    readonly block: number;
    /** The proof leads to a head that covers this block too. */
    readonly upTo?: number | undefined;
  },
) => Promise<Output<typeof provePrice>>;
export type ReceiptDeps = { readonly db: Reader; readonly proveTick: ProveTick; readonly readBlocks: ReadBlocks };

/** Returns an issued receipt, with its published settings, the proof of its price and of its seal. */
export async function readReceipt({ db, proveTick, readBlocks }: ReceiptDeps, id: bigint): Promise<Receipt> {
  const receipt = (await findReceipt(db, id)) ?? refuseWith('not_found');
  const { kind, block } = receipt;
  const body = named.parse(receipt.body);
  const { market, seq } = body.tick;
  const seal = await proveSeal({ db, readBlocks }, receipt);
  return {
    kind,
    body,
    settings: await findPublished(db, kind, body.settings?.version),
    freshness: await findFreshness(db, body.freshness?.version),
    // A head between price and seal would leave the seal without one: who kept that head could be shown another seal.
    proof: await proveTick(db, { market, seq, block, upTo: seal?.blocks.at(-1)?.number }),
    seal,
  };
}

/** Lists all receipts of the ladder and side of one, by place. */
export async function listSameLadder(
  db: Reader,
  { id, after, ...request }: Input<typeof listLadderReceipts>,
): Promise<LadderReceipts> {
  const receipt = (await findReceipt(db, id)) ?? refuseWith('not_found');
  const ladder = ladderOf(receipt) ?? refuseWith('not_found');
  const { rows: receipts, ...page } = await listLadder(db, ladder, { ...request, before: after });
  const seals = await findSeals(
    db,
    receipt.block,
    receipts.map((it) => it.id),
  );
  const list = receipts.map((it) => ({
    id: it.id,
    kind: it.kind,
    body: named.parse(it.body),
    block: sealedBy(seals, it.id)?.block ?? null,
  }));
  return { list, ...page };
}

type Key = Input<typeof listSettings>['key'];
type Published = Output<typeof listSettings>['list'][number];

/** Settings with which receipts are computed, and which are therefore public. */
const LADDER = spotSettings.ladder;
const FRESHNESS = marketSettings.spotFreshMs;
const LADDER_KINDS = new Set(['spot.house_fill']);

const jsonObject = z.record(z.string(), z.unknown());
const shown = <Value>({ version, value, from }: Version, read: (value: unknown) => Value) => ({
  version,
  value: read(value),
  from: from?.getTime() ?? null,
});
const readObject = (value: unknown) => jsonObject.parse(value);
const readInt = (value: unknown) => z.int().parse(value);

/** Lists every version of a rule's settings, as published. */
export async function listPublished(db: Reader, key: Key): Promise<Published[]> {
  if (key === LADDER.key) return (await listVersions(db, LADDER)).map((it) => shown(it, readObject));
  return (await listVersions(db, FRESHNESS)).map((it) => shown(it, readInt));
}

/** Finds the version that a receipt of this kind names; null if it names none, or one that never existed. */
async function findPublished(db: Reader, kind: string, version: number | undefined): Promise<Receipt['settings']> {
  if (!LADDER_KINDS.has(kind)) return null;
  return await findVersion(db, LADDER, version, readObject);
}

const findFreshness = (db: Reader, version: number | undefined): Promise<Receipt['freshness']> =>
  findVersion(db, FRESHNESS, version, readInt);

async function findVersion<Value, Shown>(
  db: Reader,
  setting: Setting<Value>,
  version: number | undefined,
  read: (value: unknown) => Shown,
) {
  const found = version === undefined ? undefined : await readVersion(db, setting, version);
  return found === undefined ? null : shown(found, read);
}
