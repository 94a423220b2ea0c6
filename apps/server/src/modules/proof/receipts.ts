import type { Setting } from '@app/domain/reference';
import { type LadderRules, spotSettings } from '@app/domain/spot';
import type { Input, Output } from '@app/protocol';
import type { provePrice } from '@app/protocol/market';
import type { listSettings, readReceipt as readReceiptRoute } from '@app/protocol/proof';
import * as z from 'zod/mini';
import type { Reader } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { listVersions, readVersion, type Version } from '../reference/index.ts';
import { findReceipt } from './proof.store.ts';

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

type Key = Input<typeof listSettings>['key'];
type Published = Output<typeof listSettings>['list'][number];

/** Settings with which receipts are computed, and which are therefore public. */
const SETTINGS: Readonly<Record<Key, Setting<LadderRules>>> = { 'spot.ladder': spotSettings.ladder };
const KEYS: Readonly<Record<string, Key>> = { 'spot.house_fill': 'spot.ladder' };

const jsonObject = z.record(z.string(), z.unknown());
const shown = ({ version, value, from }: Version): Published => ({
  version,
  value: jsonObject.parse(value),
  from: from?.getTime() ?? null,
});

/** Lists every version of a rule's settings, as published. */
export const listPublished = async (db: Reader, key: Key): Promise<Published[]> =>
  (await listVersions(db, SETTINGS[key])).map(shown);

/** Finds the version that a receipt of this kind names; null if it names none, or one that never existed. */
async function findPublished(db: Reader, kind: string, version: number | undefined): Promise<Published | null> {
  const key = KEYS[kind];
  if (key === undefined || version === undefined) return null;
  const found = await readVersion(db, SETTINGS[key], version);
  return found === undefined ? null : shown(found);
}
