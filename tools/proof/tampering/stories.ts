import {
  type BLOCK_CHECKS,
  type Block,
  blockHash,
  type Head,
  type Kept,
  type PriceKey,
  type TICK_CHECKS,
} from '@app/verifier';
import { type Draft, type History, newSigner, type Signer, seal } from '@app/verifier/samples';
import { nudge } from './inside.ts';

/** Self-consistent history with its own keys and heads, shown to a reader who kept something or nothing. */
export type Story = {
  readonly blocks: readonly Block[];
  readonly signers: readonly PriceKey[];
  readonly heads: readonly Head[];
  readonly kept?: Kept;
};
/** Tampered history shown as blocks and as the proof of one tick; the same check detects both. */
type ForgedTwice = {
  readonly name: string;
  readonly foundBy: keyof typeof BLOCK_CHECKS & keyof typeof TICK_CHECKS;
  forge(history: History): Promise<Story>;
};

/** Changes every price and seals with the given keys. */
const resealed = ({ drafts }: History, signers: readonly Signer[]): Promise<Block[]> =>
  seal(
    drafts.map((draft): Draft => ({ ...draft, ticks: draft.ticks.map(nudge) })),
    signers,
  );

const headOf = async (block: Block): Promise<Head> => ({ number: block.number, hash: await blockHash(block) });

export const STORIES: readonly ForgedTwice[] = [
  {
    name: 'a twin of the key’s name, in the list before it, signs for it',
    foundBy: 'signature',
    forge: async (history) => {
      const [first, second] = history.signers as [Signer, Signer];
      const twin = { ...(await newSigner(0)), id: first.id };
      return { blocks: await resealed(history, [twin, second]), signers: [twin, first, second], heads: [] };
    },
  },
  {
    name: 'a twin of the key’s name, in its place, signs for it',
    foundBy: 'signature',
    forge: async (history) => {
      const [first, second] = history.signers as [Signer, Signer];
      const signers = [{ ...(await newSigner(1)), id: first.id }, second];
      return { blocks: await resealed(history, signers), signers, heads: [] };
    },
  },
  {
    name: 'the right key signs, and another one is named',
    foundBy: 'signature',
    forge: async (history) => {
      const [first, second] = history.signers as [Signer, Signer];
      const misnamed = [{ ...first, id: second.id }, second];
      return { blocks: await resealed(history, misnamed), signers: history.signers, heads: [] };
    },
  },
  {
    name: 'a key list out of order',
    foundBy: 'keys',
    forge: async ({ blocks, signers }) => ({ blocks, signers: signers.toReversed(), heads: [] }),
  },
  {
    name: 'two keys from one block, of which the other one signs',
    foundBy: 'keys',
    forge: async (history) => {
      const [first, second] = history.signers as [Signer, Signer];
      const other = await newSigner(first.fromBlock);
      return { blocks: await resealed(history, [other, second]), signers: [other, first, second], heads: [] };
    },
  },
  {
    name: 'a block of version 1 after one of version 2, so that it seals nothing but ticks',
    foundBy: 'version',
    forge: async ({ drafts, signers }) => {
      const back = drafts.map(
        (draft, index): Draft => (index === 6 ? { ...draft, version: 1, inventories: [] } : draft),
      );
      return { blocks: await seal(back, signers), signers, heads: [] };
    },
  },
  {
    name: 'all of it by keys of their own, told to somebody who kept the whole true ones',
    foundBy: 'keptKey',
    forge: (history) => byOtherKeys(history, ({ publicKey }) => publicKey),
  },
  {
    name: 'all of it by keys of their own, told to somebody who kept the names of the true ones',
    foundBy: 'keptKey',
    forge: (history) => byOtherKeys(history, ({ id }) => Uint8Array.from(Buffer.from(id, 'hex'))),
  },
  {
    name: 'a history with a head of its own, told to somebody who kept later ones, and ended before them',
    foundBy: 'keptHead',
    forge: async (history) => {
      const keptHeads = history.heads.slice(-2);
      const blocks = (await resealed(history, history.signers)).slice(0, (keptHeads[0] as Head).number - 1);
      return { blocks, signers: history.signers, heads: [await headOf(blocks.at(-1) as Block)], kept: { keptHeads } };
    },
  },
  {
    name: 'another history with heads of its own, told to somebody who kept a true one',
    foundBy: 'head',
    forge: async (history) => {
      const blocks = await resealed(history, history.signers);
      const kept = history.heads[1] as Head;
      const own = await headOf(blocks[5] as Block);
      return { blocks, signers: history.signers, heads: [own], kept: { keptHeads: [kept] } };
    },
  },
];

async function byOtherKeys(history: History, nameOf: (signer: Signer) => Uint8Array): Promise<Story> {
  const signers = await Promise.all(history.signers.map(({ fromBlock }) => newSigner(fromBlock)));
  const kept = { keptKeys: history.signers.map(nameOf) };
  return { blocks: await resealed(history, signers), signers, heads: [], kept };
}
