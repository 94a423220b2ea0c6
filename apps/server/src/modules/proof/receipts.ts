import { expectDefined } from '@app/base';
import { contractSettings } from '@app/domain/contract';
import { convertSettings } from '@app/domain/convert';
import { marketSettings } from '@app/domain/market';
import type { Setting } from '@app/domain/reference';
import { secondsSettings } from '@app/domain/seconds';
import { spotSettings } from '@app/domain/spot';
import type { Input, Output } from '@app/protocol';
import type { provePrice } from '@app/protocol/market';
import type { listLadderReceipts, listSettings, readReceipt as readReceiptRoute } from '@app/protocol/proof';
import { TRIGGER_BLOCKS_MAX } from '@app/verifier';
import * as z from 'zod/mini';
import type { Reader } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import { listVersions, readVersion, type Version } from '../reference/index.ts';
import {
  findReceipt,
  findReceipts,
  findSeals,
  listEarlier,
  listLadder,
  type Receipt as StoredReceipt,
} from './proof.store.ts';
import {
  proveBetSeal,
  proveContractSeal,
  proveConversionSeal,
  proveSeal,
  type ReadBlocks,
  sealedBy,
} from './prove-seal.ts';
import {
  type ContractBody,
  type ConversionBody,
  contractOf,
  conversionOf,
  ladderOf,
  named,
  type SecondsBody,
  secondsOf,
} from './receipt-fields.ts';

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
export async function readReceipt(deps: ReceiptDeps, id: bigint): Promise<Receipt> {
  const { db, proveTick, readBlocks } = deps;
  const receipt = (await findReceipt(db, id)) ?? refuseWith('not_found');
  const converted = conversionOf(receipt);
  if (converted !== undefined) return await readConversion(deps, receipt, converted);
  const contract = contractOf(receipt);
  if (contract !== undefined) return await readContract(deps, receipt, contract);
  const bet = secondsOf(receipt);
  if (bet !== undefined) return await readSeconds(deps, receipt, bet);
  const { kind, block } = receipt;
  const body = named.parse(receipt.body);
  const { market, seq } = body.tick;
  const seal = await proveSeal({ db, readBlocks }, receipt);
  return {
    kind,
    body,
    settings: await findPublished(db, kind, body),
    freshness: await findFreshness(db, body.freshness?.version),
    classes: null,
    // A head between price and seal would leave the seal without one: who kept that head could be shown another seal.
    proof: await proveTick(db, { market, seq, block, upTo: seal?.blocks.at(-1)?.number }),
    second: null,
    others: [],
    seal,
    earlier: [],
  };
}

/** Returns the receipt of a conversion: with the proofs of both its prices. */
async function readConversion(
  { db, proveTick, readBlocks }: ReceiptDeps,
  receipt: StoredReceipt,
  body: ConversionBody,
): Promise<Receipt> {
  const seal = await proveConversionSeal({ db, readBlocks }, receipt, body.conversion.quoted_at);
  const upTo = seal?.blocks.at(-1)?.number;
  const prove = ({ market, seq, block }: ConversionBody['legs'][number]) => proveTick(db, { market, seq, block, upTo });
  const [first, second] = body.legs;
  return {
    kind: receipt.kind,
    body,
    settings: await findVersion(db, TERMS, body.settings.version, readObject),
    freshness: await findFreshness(db, body.freshness.version),
    classes: null,
    proof: await prove(expectDefined(first, 'the first price of a conversion')),
    second: second === undefined ? null : await prove(second),
    others: [],
    seal,
    earlier: [],
  };
}

/** Returns the receipt of a contract: with the proofs of its ticks, and the receipts before it. */
async function readContract(
  { db, proveTick, readBlocks }: ReceiptDeps,
  receipt: StoredReceipt,
  body: ContractBody,
): Promise<Receipt> {
  const { tick, trigger } = body;
  const isNear = trigger && tick.block - trigger.block <= TRIGGER_BLOCKS_MAX;
  const seal = await proveContractSeal({ db, readBlocks }, receipt, isNear ? trigger.block : tick.block);
  const upTo = seal?.blocks.at(-1)?.number;
  const prove = ({ market, seq, block }: ContractBody['tick'], covering = upTo) =>
    proveTick(db, { market, seq, block, upTo: covering });
  return {
    kind: receipt.kind,
    body,
    settings: await findVersion(db, CONTRACT_TERMS, body.terms?.version, readObject),
    freshness: null,
    classes: await findVersion(db, CONTRACT_CLASSES, body.class.version, readObject),
    proof: await prove(tick),
    second: trigger ? await prove(trigger, isNear ? upTo : trigger.block) : null,
    others: [],
    seal,
    earlier: (await listEarlier(db, receipt.id, body)).map(showIssued),
  };
}

const showIssued = ({ id, kind, body }: StoredReceipt) => ({ id: String(id), kind, body: readObject(body) });

/** Returns the receipt of a bet: with the proofs of all its ticks, and the receipt of its acceptance. */
async function readSeconds(deps: ReceiptDeps, receipt: StoredReceipt, body: SecondsBody): Promise<Receipt> {
  const { db, proveTick, readBlocks } = deps;
  const { tick, settlement, exit } = body;
  const others = otherTicks(body);
  const near = others.map(({ block }) => block).filter((block) => tick.block - block <= TRIGGER_BLOCKS_MAX);
  const isMissing = settlement !== undefined && exit === null;
  const seal = await proveBetSeal({ db, readBlocks }, receipt, {
    start: Math.min(tick.block, ...near),
    quietFrom: isMissing ? tick.block + 1 : undefined,
  });
  const upTo = seal?.blocks.at(-1)?.number;
  const prove = ({ market, seq, block }: SecondsBody['tick'], covering?: number) =>
    proveTick(db, { market, seq, block, upTo: covering });
  return {
    kind: receipt.kind,
    body,
    settings: await findVersion(db, BET_TERMS, body.terms.version, readObject),
    freshness: await findVersion(db, BET_FRESHNESS, body.freshness?.version, readInt),
    classes: null,
    proof: await prove(tick, upTo),
    second: null,
    // Each leads to its own next head; the blocks up to the seal join them to one history.
    others: await Promise.all(others.map((it) => prove(it))),
    seal,
    earlier: settlement === undefined ? [] : (await findReceipts(db, [BigInt(body.bet.id)])).map(showIssued),
  };
}

/** Returns the ticks that the receipt of a bet names besides its own. */
function otherTicks({ entry, exit, tick, before }: SecondsBody): readonly SecondsBody['tick'][] {
  const ticks = [entry?.before, entry?.tick, exit?.before, before].filter((it) => it !== null && it !== undefined);
  return [...new Map(ticks.map((it) => [it.seq, it])).values()].filter(({ seq }) => seq !== tick.seq);
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
const LADDER_CLASSES = spotSettings.ladderClasses;
const TERMS = convertSettings.terms;
const CONTRACT_TERMS = contractSettings.terms;
const CONTRACT_CLASSES = contractSettings.classes;
const BET_TERMS = secondsSettings.terms;
const BET_FRESHNESS = marketSettings.secondsFreshMs;
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
  if (key === LADDER_CLASSES.key) return (await listVersions(db, LADDER_CLASSES)).map((it) => shown(it, readObject));
  if (key === TERMS.key) return (await listVersions(db, TERMS)).map((it) => shown(it, readObject));
  if (key === CONTRACT_TERMS.key) return (await listVersions(db, CONTRACT_TERMS)).map((it) => shown(it, readObject));
  if (key === CONTRACT_CLASSES.key)
    return (await listVersions(db, CONTRACT_CLASSES)).map((it) => shown(it, readObject));
  if (key === BET_TERMS.key) return (await listVersions(db, BET_TERMS)).map((it) => shown(it, readObject));
  if (key === BET_FRESHNESS.key) return (await listVersions(db, BET_FRESHNESS)).map((it) => shown(it, readInt));
  if (key === LADDER.key) return (await listVersions(db, LADDER)).map((it) => shown(it, readObject));
  return (await listVersions(db, FRESHNESS)).map((it) => shown(it, readInt));
}

/** Finds the version that a receipt of this kind names; null if it names none, or one that never existed. */
async function findPublished(
  db: Reader,
  kind: string,
  { version: rule, settings }: z.infer<typeof named>,
): Promise<Receipt['settings']> {
  if (!LADDER_KINDS.has(kind)) return null;
  return rule === 3
    ? await findVersion(db, LADDER_CLASSES, settings?.version, readObject)
    : await findVersion(db, LADDER, settings?.version, readObject);
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
