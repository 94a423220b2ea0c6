import { expectDefined } from '@app/base';
import { type Bytes, join, type NamedRoot } from '@app/verifier';

const HASH_LENGTH = 32;
const COUNT_LENGTH = 4;

/** Encodes the trees of a block besides its ticks for the table, each as its header has it. */
export const packRoots = (roots: readonly NamedRoot[]): Bytes =>
  join(
    ...roots.map(({ name, count, root }) => {
      const size = Buffer.alloc(COUNT_LENGTH);
      size.writeUInt32BE(count);
      return join(Uint8Array.of(name.length), Buffer.from(name, 'ascii'), size, root);
    }),
  );

/** Decodes them. Only our own rows are read, and a wrong one does not hash to its header. */
export function unpackRoots(packed: Buffer): NamedRoot[] {
  const roots: NamedRoot[] = [];
  for (let at = 0; at < packed.length; ) {
    const nameEnd = at + 1 + expectDefined(packed[at], 'the length of a name');
    const rootStart = nameEnd + COUNT_LENGTH;
    roots.push({
      name: packed.toString('ascii', at + 1, nameEnd),
      count: packed.readUInt32BE(nameEnd),
      root: new Uint8Array(packed.subarray(rootStart, rootStart + HASH_LENGTH)),
    });
    at = rootStart + HASH_LENGTH;
  }
  return roots;
}
