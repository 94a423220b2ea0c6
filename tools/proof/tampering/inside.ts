import { type BLOCK_CHECKS, type Block, join, type SealedTick, tickBytes } from '@app/verifier';
import { type Draft, type History, newSigner, type Signer, seal } from '@app/verifier/samples';
import { change, type Lie } from './outside.ts';

type CheckName = keyof typeof BLOCK_CHECKS;

/** Tampering by a holder of the keys where no head was kept: exactly one check detects it. */
export type HouseLie = Lie & { readonly foundBy: CheckName };

type Ticks = readonly SealedTick[];
const edit = (drafts: readonly Draft[], at: number, make: (ticks: Ticks) => Partial<Draft>): readonly Draft[] =>
  drafts.map((draft, index) => (index === at ? { ...draft, ...make(draft.ticks) } : draft));
const editTicks = (drafts: readonly Draft[], at: number, make: (tick: SealedTick) => SealedTick): readonly Draft[] =>
  edit(drafts, at, (ticks) => ({ ticks: ticks.map((tick, index) => (index === 1 ? make(tick) : tick)) }));

/** Reseals the whole chain with the real keys, so that all hashes and signatures are valid. */
const resealed = (
  name: string,
  foundBy: CheckName,
  make: (history: History, at: number) => readonly Draft[],
): HouseLie => ({
  name,
  foundBy,
  forge: (history, random) => seal(make(history, 1 + random(history.drafts.length - 2)), history.signers),
});

/** Changes one price and its source price consistently, so that the block alone does not reveal it. */
export const nudge = (tick: SealedTick): SealedTick => ({
  ...tick,
  price: tick.price + 1n,
  sources: tick.sources.map((it) => (it.price === tick.price ? { ...it, price: it.price + 1n } : it)),
});

const later = (drafts: readonly Draft[], from: number, make: (tick: SealedTick) => SealedTick): readonly Draft[] =>
  drafts.map((draft, index) =>
    index < from ? draft : { ...draft, ticks: draft.ticks.map((tick, index) => (index === 1 ? make(tick) : tick)) },
  );

export const HOUSE: readonly HouseLie[] = [
  resealed('a tick never was: its market goes on as if nothing were missing', 'seq', ({ drafts }, at) =>
    edit(drafts, at, (ticks) => ({ ticks: ticks.toSpliced(1, 1) })),
  ),
  resealed('a market skips a number', 'seq', ({ drafts }, at) =>
    later(drafts, at, (it) => ({ ...it, seq: it.seq + 1 })),
  ),
  resealed('a tick is earlier than the one before it', 'time', ({ drafts }, at) =>
    editTicks(drafts, at, (it) => ({ ...it, atMs: it.atMs - 1_000 })),
  ),
  resealed('a tick is later than its block', 'time', ({ drafts }) =>
    editTicks(drafts, drafts.length - 1, (it) => ({ ...it, atMs: it.atMs + 1 })),
  ),
  resealed('a price is not the median of its sources', 'median', ({ drafts }, at) =>
    editTicks(drafts, at, (it) => ({ ...it, price: it.price + 1n })),
  ),
  resealed('ticks are not in their order', 'order', ({ drafts }, at) =>
    edit(drafts, at, (ticks) => ({ ticks: ticks.toReversed() })),
  ),
  resealed('a market has two ticks in a block of version 2, of which the house could choose', 'order', ({ drafts }) =>
    edit(drafts, drafts.length - 1, (ticks) => ({ ticks: ticks.flatMap(twice) })),
  ),
  resealed('an inventory is not the one that was sealed', 'inventory', ({ drafts }) =>
    edit(drafts, drafts.length - 1, () => ({ wrong: { inventory: new Uint8Array(37) } })),
  ),
  resealed('a market has two inventories in a block, of which the house could choose', 'inventory', ({ drafts }) =>
    drafts.map((draft, index) => (index === drafts.length - 1 ? { ...draft, inventories: twoOfOne(draft) } : draft)),
  ),
  resealed('an inventory is sealed and withheld', 'inventory', ({ drafts }) =>
    edit(drafts, drafts.length - 1, () => ({ wrong: { inventory: new Uint8Array(0) } })),
  ),
  resealed('a count is not that of the ticks', 'count', ({ drafts }, at) =>
    edit(drafts, at, (ticks) => ({ ticks, wrong: { count: ticks.length + 1 } })),
  ),
  resealed('a root is not that of the ticks', 'root', ({ drafts }, at) =>
    edit(drafts, at, (ticks) => ({ ticks, wrong: { root: new Uint8Array(32).fill(at) } })),
  ),
  resealed('a number is skipped', 'number', ({ drafts }, at) =>
    edit(drafts, at, (ticks) => ({ ticks, wrong: { number: at + 2 } })),
  ),
  resealed('a tick is written in another form', 'form', ({ drafts }, at) =>
    edit(drafts, at, (ticks) => ({ ticks, wrong: { body: otherForm(ticks) } })),
  ),
  resealed('a key signs that was replaced', 'signature', ({ drafts, signers }) =>
    edit(drafts, drafts.length - 1, (ticks) => ({ ticks, wrong: { keyId: (signers[0] as Signer).id } })),
  ),
  {
    name: 'one block is sealed anew, the next goes on from the old one',
    foundBy: 'previous',
    forge: async (history, random) => {
      const at = random(history.drafts.length - 1);
      const anew = await seal(editTicks(history.drafts, at, nudge), history.signers);
      return change(history.blocks, at, () => anew[at] as Block);
    },
  },
  {
    name: 'a signature is somebody else’s',
    foundBy: 'signature',
    forge: async (history, random) => {
      const at = random(history.drafts.length);
      const others = [await newSigner(1)].map((it) => ({ ...it, id: (history.blocks[at] as Block).keyId }));
      const [forged] = await seal([{ ...(history.drafts[at] as Draft), wrong: history.blocks[at] as Block }], others);
      return change(history.blocks, at, () => ({ signature: (forged as Block).signature }));
    },
  },
  resealed('all of it is sealed anew with another price', 'head', ({ drafts }, at) => editTicks(drafts, at, nudge)),
];

/** Adds another tick of the third market, so that its numbers go on without a gap. */
const twice = (tick: SealedTick): readonly SealedTick[] =>
  tick.market === 5 ? [tick, nudge({ ...tick, seq: tick.seq + 1 })] : [tick];

const twoOfOne = ({ inventories = [] }: Draft) =>
  inventories.flatMap((it, index) => (index === 0 ? [it, { ...it, base: it.base + 1n }] : [it]));

/** Encodes the first number with a redundant zero group: same value, different bytes. */
function otherForm(ticks: Ticks): Uint8Array {
  const [first, ...rest] = ticks.map(tickBytes) as [Uint8Array, ...Uint8Array[]];
  return join(Uint8Array.of((first[0] ?? 0) | 0x80, 0), first.subarray(1), ...rest);
}
