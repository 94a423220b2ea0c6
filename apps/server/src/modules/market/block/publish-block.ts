import type { Bytes, Head } from '@app/verifier';
import * as z from 'zod/mini';
import type { Bus } from '../../../platform/bus.ts';
import type { PackedBlock, SealedBlock } from './block.ts';
import { bytesOf, hexOf } from './hex.ts';

export const BLOCK_SUBJECT = 'prices.block';
const HEAD_SUBJECT = 'prices.head';

const bytes = z.codec(
  z.string().check(z.regex(/^(?:[0-9a-f]{2})*$/)),
  z.custom<Bytes>((value) => value instanceof Uint8Array),
  { decode: bytesOf, encode: hexOf },
);

/** A block on its way to other processes of ours. */
const message = z.object({
  number: z.int(),
  atMs: z.int(),
  count: z.int(),
  root: bytes,
  previous: bytes,
  keyId: z.string(),
  hash: bytes,
  signature: bytes,
  body: bytes,
});

/** Only after the commit: who hears of a tick may act on it. A hint that is lost is read from the table instead. */
export function publishBlock(bus: Bus, { ticks: _, ...block }: SealedBlock): void {
  bus.publish(BLOCK_SUBJECT, z.encode(message, block));
}

/** What somebody sent: of the form of a block, and not to be believed yet. Throws where it has not even that. */
export const decodeBlockMessage = (raw: unknown): PackedBlock => z.decode(message, raw as z.input<typeof message>);

/** For whoever keeps heads, here or elsewhere: against one that was kept, no other history can be told. */
export function publishHead(bus: Bus, { number, hash }: Head): void {
  bus.publish(HEAD_SUBJECT, { number, hash: hexOf(hash) });
}
