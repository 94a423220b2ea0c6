import * as z from 'zod/mini';
import { amount, timeMs } from '../fields.ts';
import { route } from '../route.ts';
import { blockHeader, hex, price, symbol } from './fields.ts';

/** Builds a counter; a form sends numbers as text, and block numbers and sequences will exceed nine digits one day. */
const counted = (min: number, max: number) =>
  z.codec(z.union([z.int(), z.string().check(z.regex(/^\d{1,15}$/))]), z.int().check(z.gte(min), z.lte(max)), {
    decode: Number,
    encode: (value) => value,
  });
const NUMBER_MAX = 999_999_999_999_999;
const number = counted(1, NUMBER_MAX);

const key = z.object({ id: z.string(), public_key: hex, from_block: z.int() });
const head = z.object({ number: z.int(), hash: hex, at: timeMs });
const trust = { keys: z.array(key), heads: z.array(head) };

export const provePrice = route({
  method: 'GET',
  path: '/plus/prices/proof',
  access: 'visitor',
  description:
    'Returns one index price with its proof: its bytes, the Merkle path to the root of its signed block, and the headers up to the next published head.',
  request: z.object({ symbol, seq: number }),
  response: z.object({
    symbol,
    market: z.int(),
    seq: z.int(),
    price,
    volume: amount,
    at: timeMs,
    leaf: hex,
    index: z.int(),
    path: z.array(hex),
    header: blockHeader,
    signature: hex,
    /** The headers after it up to a head; empty until the next head exists. */
    after: z.array(blockHeader),
    ...trust,
  }),
  refusals: ['not_found'],
  beyond: true,
});

export const listPriceBlocks = route({
  method: 'GET',
  path: '/plus/prices/blocks',
  access: 'visitor',
  description:
    'Lists at most 100 sealed blocks with their ticks from a number on, for clients that keep or check all of them. Ticks are kept for some days.',
  request: z.object({ from: number, to: number }),
  response: z.object({
    from: z.int(),
    to: z.int(),
    /** `body` has the ticks, `inventory` what the house held; that one is empty where the header has no such root. */
    list: z.array(z.extend(blockHeader, { signature: hex, body: hex, inventory: hex })),
    ...trust,
  }),
  refusals: [],
  beyond: true,
});

export const listPriceHeads = route({
  method: 'GET',
  path: '/plus/prices/heads',
  access: 'visitor',
  description: 'Lists the newest published heads, one per minute. Whoever keeps one can detect any other history.',
  request: z.object({ limit: z._default(counted(1, 100), 10) }),
  response: z.object({ list: z.array(head) }),
  refusals: [],
  beyond: true,
});

export const listPriceKeys = route({
  method: 'GET',
  path: '/plus/prices/keys',
  access: 'visitor',
  description: 'Lists the public keys that sign blocks, each valid from its block until the next key’s.',
  request: z.object({}),
  response: z.object({ list: z.array(key) }),
  refusals: [],
  beyond: true,
});
