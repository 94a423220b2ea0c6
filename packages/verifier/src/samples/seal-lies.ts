import type { HouseReceipt } from '../index.ts';
import { decimal } from '../units.ts';
import { issue, LONG_AGO, type ReceiptLie, sealAndShow, withBody, withSeal } from './forge.ts';
import { newSigner } from './history.ts';
import { HEAD_BLOCK, reseal, TICK_BLOCK, withReceipts } from './house.ts';
import { receiptsOf, showReceipt } from './show-receipt.ts';

/** Forged receipts whose seal or block is not the house's history. */
export const LIES_OF_SEAL: readonly ReceiptLie[] = [
  {
    name: 'a tick passed over, and the block with the newer one left out',
    foundBy: 'seal blocks',
    forge: async (house, random) => {
      const receipt = issue(house, random, { afterMs: 4_450 + random(50) });
      const { text } = await sealAndShow(house, receipt, { number: 105 });
      return { text: withSeal(text, (seal) => ({ blocks: seal.blocks.filter(({ number }) => number !== 102) })) };
    },
  },
  {
    name: 'a tick passed over, and the block with the newer one said to be later than the next',
    foundBy: 'seal blocks',
    forge: async (house, random) => {
      const receipt = issue(house, random, { afterMs: 4_450 + random(50) });
      const drafts = house.drafts.map((it, index) => (index === 101 ? { ...it, atMs: it.atMs + 9_000 } : it));
      return await sealAndShow(await reseal(house, drafts), receipt, { number: 105 });
    },
  },
  {
    name: 'the signature of another block',
    foundBy: 'seal signature',
    forge: async (house, random) => {
      const { text } = await sealAndShow(house, issue(house, random));
      return { text: withSeal(text, () => ({ signature: text.proof.signature })) };
    },
  },
  {
    name: 'a block sealed by a key that the house made up for it',
    foundBy: 'seal keptKey',
    forge: async (house, random) => {
      const receipt = issue(house, random);
      const signers = [...house.signers, await newSigner(TICK_BLOCK + 1)];
      const forged = await reseal(house, withReceipts(house.drafts, TICK_BLOCK + 1, [receipt]), signers);
      const keptKeys = house.signers.map(({ publicKey }) => publicKey);
      return { text: await showReceipt(forged, receipt, []), kept: { keptKeys } };
    },
  },
  {
    name: 'a trade added later in a second history, signed by the house, whose tick leads to a kept head of the first',
    foundBy: 'seal head',
    forge: async (house, random) => {
      const receipt = issue(house, random);
      const { proof } = await showReceipt(house, receiptsOf(house)[0] as HouseReceipt);
      const { text } = await sealAndShow(house, receipt);
      return { text: { ...text, proof }, kept: { keptHeads: house.heads } };
    },
  },
  {
    name: 'a trade added later in a second history that begins after the kept head',
    foundBy: 'seal keptHead',
    forge: async (house, random) => {
      const receipt = issue(house, random, { block: HEAD_BLOCK });
      const { text } = await sealAndShow(house, receipt, { number: HEAD_BLOCK + 1 });
      const kept = { keptHeads: house.heads };
      const heads = house.heads.filter(({ number }) => number === HEAD_BLOCK);
      const published = (await showReceipt({ ...house, heads }, { ...receipt, id: 'unsealed' })).proof.heads;
      return { text: { ...text, proof: { ...text.proof, after: [], heads: published } }, kept };
    },
  },
  {
    name: 'an amount changed after it was sealed',
    foundBy: 'seal sealed',
    forge: async (house, random) => {
      const text = await showReceipt(house, receiptsOf(house)[0] as HouseReceipt);
      const fill = { ...text.body.fill, quantity: decimal(10n ** 14n * BigInt(1 + random(30))) };
      return { text: { ...text, body: { ...text.body, fill } } };
    },
  },
  {
    name: 'a tick 85 s old, with time and id set back to it: the seal is late',
    foundBy: 'seal soon',
    forge: (house, random) => sealAndShow(house, issue(house, random, { block: LONG_AGO }), { number: 102 }),
  },
  {
    name: 'a fill said to be later than its seal',
    foundBy: 'seal soon',
    forge: (house, random) => sealAndShow(house, issue(house, random, { afterMs: 3_200 + random(400) })),
  },
  {
    name: 'an inventory that the house did not hold',
    foundBy: 'seal inventory',
    forge: (house, random) => {
      const receipt = issue(house, random);
      const base = decimal(BigInt(5_000 + random(1_000)) * 10n ** 18n);
      return sealAndShow(house, withBody(receipt, { inventory: { ...receipt.body.inventory, base } }));
    },
  },
];
