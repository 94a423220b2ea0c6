import type { Bytes, Head } from '@app/verifier';
import * as z from 'zod/mini';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { PackedBlock, SealedBlock } from './block.ts';
import { bytesOf, hexOf } from './hex.ts';

export const BLOCK_SUBJECT = 'prices.block';
const HEAD_SUBJECT = 'prices.head';

const bytes = z.codec(
  z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/)),
  z.custom<Bytes>((value) => value instanceof Uint8Array),
  { decode: bytesOf, encode: hexOf },
);

/** Wire format of a block sent to our other processes. */
const message = z.object({
  version: z.int(),
  number: z.int(),
  atMs: z.int(),
  count: z.int(),
  root: bytes,
  roots: z.array(z.object({ name: z.string(), count: z.int(), root: bytes })),
  previous: bytes,
  keyId: z.string(),
  hash: bytes,
  signature: bytes,
  body: bytes,
  inventory: bytes,
});

/**
 * Publishes a block, only after the commit, because consumers may act on its ticks. A lost hint is read from the table
 * instead.
 */
export function publishBlock(bus: Bus, { ticks: _, inventories: __, ...block }: SealedBlock): void {
  bus.publish(BLOCK_SUBJECT, z.encode(message, { ...block, roots: [...block.roots] }));
}

/** Parses a message into the shape of a block, not yet verified. Throws if the shape is wrong. */
export const decodeBlockMessage = (raw: unknown): PackedBlock => z.decode(message, raw as z.input<typeof message>);

/** Publishes a head for anyone who stores heads, inside or outside: a stored head rules out any other history. */
export function publishHead(bus: Bus, { number, hash }: Head): void {
  bus.publish(HEAD_SUBJECT, { number, hash: hexOf(hash) });
}
