import * as z from 'zod/mini';
import { id, listOf, paging, timeMs } from '../fields.ts';
import { provePrice } from '../market/block.routes.ts';
import { blockHeader, hex } from '../market/fields.ts';
import { route } from '../route.ts';

/** Free-form fields, never filtered or rounded here: each kind has its own, and the verifier reads them. */
const jsonObject = z.record(z.string(), z.unknown());

/** A setting value as published; version 0 is the initial value, in force from the start until the first change. */
const publishedOf = <Value extends z.ZodMiniType>(value: Value) =>
  z.object({ version: z.int(), value, from: z.nullable(timeMs) });

/** Where a leaf is in a Merkle tree, and the hashes beside the way to its root. */
const path = { index: z.int(), path: z.array(hex) };

/** Evidence that a block sealed the receipt, and at which price, inventory and place of its ladder. */
const seal = z.object({
  /** Where the ladder's inventory is in the block of its price; null for every receipt without a ladder. */
  inventory: z.nullable(z.object(path)),
  /**
   * Every block after the price's, up to the one that sealed the receipt; `body` has the ticks of those that were sealed
   * so long before the trade that a newer price among them would have been known, and of those that show that a bet had
   * no tick.
   */
  blocks: z.array(z.extend(blockHeader, { body: z.nullable(hex) })),
  /** Signature of the last of these blocks. */
  signature: hex,
  /** Where the receipt is in the last of these blocks. */
  place: z.object(path),
  /** The receipt before it on the same side of the same ladder; null for the first. */
  before: z.nullable(z.object({ ...path, id: z.string(), kind: z.string(), body: jsonObject, block: z.int() })),
});

export const readReceipt = route({
  method: 'GET',
  path: '/plus/verify',
  access: 'visitor',
  description:
    'Returns the receipt of a house trade, a conversion, an opening, settlement or night of contracts, or an accepted or ended bet as issued: the rule, all its inputs, the published settings of its version, the proof of its index prices and the evidence that a signed block contains it. The outcome can be recomputed from it.',
  request: z.object({ id }),
  response: z.object({
    kind: z.string(),
    body: jsonObject,
    /** Null if nothing was ever published under the version that the receipt names. */
    settings: z.nullable(publishedOf(jsonObject)),
    /** The published limit to the age of its price; null for receipts of version 1, which do not name one. */
    freshness: z.nullable(publishedOf(z.int())),
    /** The published classes of markets that the receipt of a contract names; null for every other kind. */
    classes: z.nullable(publishedOf(jsonObject)),
    proof: provePrice.response,
    /** Proof of the second index price of a conversion, or of the tick that fired a stop; null if there is one price only. */
    second: z.nullable(provePrice.response),
    /** Proofs of the other ticks that the receipt of a bet names, in any order: its entry tick, and the ticks before. */
    others: z.array(provePrice.response),
    /** Null until a block has sealed it, which takes a second or two, and for receipts of version 1. */
    seal: z.nullable(seal),
    /**
     * Receipts before it of the same position, or of the nights of the same market: the last hundred, in order. Of a
     * settled bet, the receipt of its acceptance.
     */
    earlier: z.array(z.object({ id: z.string(), kind: z.string(), body: jsonObject })),
  }),
  refusals: ['not_found'],
  beyond: true,
});

export const listLadderReceipts = route({
  method: 'GET',
  path: '/plus/verify/ladder',
  access: 'visitor',
  description:
    'Lists all receipts on the same side of the same house ladder as a given one, in the order of their trades, with the block that sealed each. What was taken before a trade is the sum of those before it. `after` is the last receipt of the previous page.',
  request: z.object({ id, page: paging.page, limit: paging.limit, after: z.optional(id) }),
  response: listOf(
    z.object({
      id,
      kind: z.string(),
      body: jsonObject,
      /** Number of the block that sealed it; null until then, and for receipts of version 1. */
      block: z.nullable(z.int()),
    }),
  ),
  refusals: ['not_found'],
  beyond: true,
});

export const listSettings = route({
  method: 'GET',
  path: '/plus/verify/settings',
  access: 'visitor',
  description:
    'Lists every version of a setting that receipts refer to, newest first. It is public: two users can compare that they were shown the same.',
  /**
   * Receipts of version 3 refer to `spot.ladder_classes`, earlier ones to `spot.ladder`, conversions to `convert.terms`,
   * contracts to `contract.terms` and `contract.classes`, bets to `seconds.terms` and `market.seconds_fresh_ms`.
   */
  request: z.object({
    key: z.enum([
      'spot.ladder_classes',
      'spot.ladder',
      'convert.terms',
      'contract.terms',
      'contract.classes',
      'seconds.terms',
      'market.spot_fresh_ms',
      'market.seconds_fresh_ms',
    ]),
  }),
  response: z.object({ list: z.array(publishedOf(z.union([jsonObject, z.int()]))) }),
  refusals: [],
  beyond: true,
});
