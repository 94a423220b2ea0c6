import type { ContractAnswer, HouseReceipt, IssuedContract } from '../index.ts';
import { decimal } from '../units.ts';
import { openIn, sealContract, settleIn, showContract } from './contracts.ts';
import { type ContractLie, indexAt, issueOpen, opening, sealAndShow, stopped } from './forge-contract.ts';
import { newSigner } from './history.ts';
import { HEAD_BLOCK, type House, OTHER, reseal, TICK_BLOCK, withReceipts } from './house.ts';
import { receiptsOf, showTickProof } from './show-receipt.ts';

const withSeal = (text: ContractAnswer, change: Partial<NonNullable<ContractAnswer['seal']>>): ContractAnswer => {
  if (text.seal === null) throw new Error('not sealed');
  return { ...text, seal: { ...text.seal, ...change } };
};

/** Forged receipts of contracts whose seal is wrong. */
export const LIES_OF_CONTRACT_SEAL: readonly ContractLie[] = [
  {
    name: 'a block left out before the seal',
    foundBy: 'seal blocks',
    forge: async (house, random) => {
      const text = await sealAndShow(house, issueOpen(house, random, { block: TICK_BLOCK }), {
        number: TICK_BLOCK + 4,
      });
      return { text: withSeal(text, { blocks: text.seal?.blocks.filter(({ number }) => number !== 102) ?? [] }) };
    },
  },
  {
    name: 'the signature of another block',
    foundBy: 'seal signature',
    forge: async (house, random) => {
      const text = await sealAndShow(house, issueOpen(house, random));
      return { text: withSeal(text, { signature: text.proof.signature }) };
    },
  },
  {
    name: 'a block sealed by a key that was made up for it',
    foundBy: 'seal keptKey',
    forge: async (house, random) => {
      const receipt = issueOpen(house, random, { block: TICK_BLOCK });
      const signers = [...house.signers, await newSigner(TICK_BLOCK + 1)];
      const forged = await reseal(house, withReceipts(house.drafts, TICK_BLOCK + 1, [receipt]), signers);
      return {
        text: await showContract(forged, receipt),
        kept: { keptKeys: house.signers.map(({ publicKey }) => publicKey) },
      };
    },
  },
  {
    name: 'a position added later in a second history, whose price leads to a kept head of the first',
    foundBy: 'seal head',
    forge: async (house, random) => {
      const receipt = issueOpen(house, random, { block: TICK_BLOCK });
      const text = await sealAndShow(house, receipt);
      const proof = await showTickProof(house, receipt.body.tick, receiptsOf(house)[0] as HouseReceipt);
      return { text: { ...text, proof }, kept: { keptHeads: house.heads } };
    },
  },
  {
    name: 'a position added later in a second history that begins after the kept head',
    foundBy: 'seal keptHead',
    forge: async (house, random) => {
      const receipt = issueOpen(house, random, { block: HEAD_BLOCK });
      const text = await sealAndShow(house, receipt, { number: HEAD_BLOCK + 3 });
      const heads = house.heads.filter(({ number }) => number === HEAD_BLOCK);
      const published = await showTickProof({ ...house, heads }, receipt.body.tick, { id: 'unsealed' });
      return {
        text: { ...text, proof: { ...text.proof, after: [], heads: published.heads } },
        kept: { keptHeads: house.heads },
      };
    },
  },
  {
    name: 'a larger position than the one that was sealed',
    foundBy: 'seal sealed',
    forge: async (house, random) => {
      const [small, large] = ['11', '22'].map((lots) => openIn(house, { lots, n: random(1_000) }));
      const text = await sealAndShow(house, small as IssuedContract);
      const { body } = large as IssuedContract;
      return { text: { ...text, body }, asked: { id: (large as IssuedContract).id } };
    },
  },
  {
    name: 'demo money shown as real',
    foundBy: 'seal sealed',
    forge: async (house, random) => {
      const { text } = await opening({ book: 'demo' })(house, random);
      return { text: { ...text, body: { ...text.body, book: 'real' } } };
    },
  },
  {
    name: 'a stop lowered after it was sealed',
    foundBy: 'seal sealed',
    forge: async (house, random) => {
      const first = issueOpen(house, random);
      const receipt = await settleIn(house, [first], stopped(house));
      const text = await sealAndShow(house, receipt, { earlier: [first] });
      const before = { ...receipt.body.before, stop_loss: decimal(indexAt(house, TICK_BLOCK - 2) * 2n) };
      return { text: { ...text, body: { ...receipt.body, before } } };
    },
  },
  {
    name: 'a seal that came long after it',
    foundBy: 'seal soon',
    forge: async (house, random) => {
      const receipt = issueOpen(house, random, { block: TICK_BLOCK });
      return { text: await sealAndShow(house, receipt, { number: TICK_BLOCK + 15 }) };
    },
  },
  {
    name: 'a position said to be opened after its seal',
    foundBy: 'seal soon',
    forge: opening({ afterMs: 3_500, orderedMs: -0 }),
  },
  {
    name: 'a stop filled at a price of another history',
    foundBy: 'seal history',
    forge: async (house, random) => {
      const other = await reseal(house, house.drafts.map(doubledAt(TICK_BLOCK)));
      const first = issueOpen(house, random);
      const receipt = await settleIn(other, [first], stopped(other));
      const text = await showContract(await sealContract(house, receipt), receipt, [first]);
      return { text: { ...text, proof: await showTickProof(other, receipt.body.tick, receipt) } };
    },
  },
];

/** Doubles the price of the traded market in one block together with its sources, so that it is still their median. */
const doubledAt =
  (number: number) =>
  (draft: House['drafts'][number], index: number): House['drafts'][number] =>
    index !== number - 1
      ? draft
      : {
          ...draft,
          ticks: draft.ticks.map((tick) =>
            tick.market === OTHER
              ? tick
              : {
                  ...tick,
                  price: tick.price * 2n,
                  sources: tick.sources.map((it) => ({ ...it, price: it.price * 2n })),
                },
          ),
        };
