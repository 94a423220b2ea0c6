import { type Bytes, fromHex } from './bytes.ts';
import { type HeaderText, readHeader } from './evidence.ts';
import type { Header } from './header.ts';
import type { HouseFillText, HouseReceipt } from './receipt.ts';

type PathText = { readonly index: number; readonly path: readonly string[] };

/** Evidence that a receipt was sealed, and at which point of the chain of blocks; bytes are hexadecimal. */
export type SealText = {
  /** Where the ladder's inventory is in the block of its tick; null for a receipt of no ladder. */
  readonly inventory: PathText | null;
  /**
   * Every block after the tick's, up to the one that sealed the receipt. `body` has the ticks of those that were sealed
   * so long before the fill that the house must have known them; null for all others.
   */
  readonly blocks: readonly (HeaderText & { readonly body: string | null })[];
  /** Signature of the last of these blocks. */
  readonly signature: string;
  /** Where the receipt is in the last of these blocks. */
  readonly place: PathText;
  /** The receipt before this one in the chain of its ladder, and where it is in one of these blocks; null for the first. */
  readonly before: (PathText & BeforeText) | null;
};
type BeforeText = {
  readonly id: string;
  readonly kind: string;
  readonly body: HouseFillText;
  readonly block: number;
};

export type Path = { readonly index: number; readonly path: readonly Bytes[] };
export type Seal = {
  readonly inventory: Path;
  readonly blocks: readonly { readonly header: Header; readonly body: Bytes | undefined }[];
  readonly signature: Bytes;
  readonly place: Path;
  readonly before: (Path & { readonly receipt: HouseReceipt; readonly block: number }) | undefined;
};

/** Parses a seal; throws if a text is not hexadecimal and leaves the content to the checks. */
export const readSeal = ({ inventory, blocks, signature, place, before }: SealText): Seal => ({
  inventory: inventory ? readPath(inventory) : { index: -1, path: [] },
  blocks: blocks.map((it) => ({ header: readHeader(it), body: it.body === null ? undefined : fromHex(it.body) })),
  signature: fromHex(signature),
  place: readPath(place),
  before: before
    ? {
        ...readPath(before),
        receipt: { id: before.id, kind: before.kind, body: before.body },
        block: before.block,
      }
    : undefined,
});

const readPath = ({ index, path }: PathText): Path => ({ index, path: path.map(fromHex) });
