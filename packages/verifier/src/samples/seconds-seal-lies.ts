import type { HouseReceipt, SecondsAnswer } from '../index.ts';
import { betIn, STRICT_TERMS, sealBet, settleBetIn, showBet } from './bets.ts';
import { accepting, answering, type BetLie, issueBet, repriced, sealAndShowBet, settling } from './forge-seconds.ts';
import { newSigner } from './history.ts';
import { HEAD_BLOCK, reseal, TICK_BLOCK, withReceipts } from './house.ts';
import { receiptsOf, showTickProof } from './show-receipt.ts';

const withSeal = (text: SecondsAnswer, change: Partial<NonNullable<SecondsAnswer['seal']>>): SecondsAnswer => {
  if (text.seal === null) throw new Error('not sealed');
  return { ...text, seal: { ...text.seal, ...change } };
};

/** Forged receipts of bets whose seal is wrong. */
export const LIES_OF_BET_SEAL: readonly BetLie[] = [
  {
    name: 'a block left out before the seal',
    foundBy: 'seal blocks',
    forge: async (house, random) => {
      const text = await sealAndShowBet(house, issueBet(house, random, { block: TICK_BLOCK }), {
        number: TICK_BLOCK + 4,
      });
      return { text: withSeal(text, { blocks: text.seal?.blocks.filter(({ number }) => number !== 102) ?? [] }) };
    },
  },
  {
    name: 'the signature of another block',
    foundBy: 'seal signature',
    forge: async (house, random) => {
      const text = await sealAndShowBet(house, issueBet(house, random));
      return { text: withSeal(text, { signature: text.proof.signature }) };
    },
  },
  {
    name: 'a block sealed by a key that was made up for it',
    foundBy: 'seal keptKey',
    forge: async (house, random) => {
      const receipt = issueBet(house, random, { block: TICK_BLOCK });
      const signers = [...house.signers, await newSigner(TICK_BLOCK + 1)];
      const forged = await reseal(house, withReceipts(house.drafts, TICK_BLOCK + 1, [receipt]), signers);
      return {
        text: await showBet(forged, receipt),
        kept: { keptKeys: house.signers.map(({ publicKey }) => publicKey) },
      };
    },
  },
  {
    name: 'a bet added later in a second history, whose price leads to a kept head of the first',
    foundBy: 'seal head',
    forge: async (house, random) => {
      const receipt = issueBet(house, random, { block: TICK_BLOCK });
      const text = await sealAndShowBet(house, receipt);
      const proof = await showTickProof(house, receipt.body.tick, receiptsOf(house)[0] as HouseReceipt);
      return { text: { ...text, proof }, kept: { keptHeads: house.heads } };
    },
  },
  {
    name: 'a bet added later in a second history that begins after the kept head',
    foundBy: 'seal keptHead',
    forge: async (house, random) => {
      const receipt = issueBet(house, random, { block: HEAD_BLOCK });
      const text = await sealAndShowBet(house, receipt, { number: HEAD_BLOCK + 3 });
      const heads = house.heads.filter(({ number }) => number === HEAD_BLOCK);
      const published = await showTickProof({ ...house, heads }, receipt.body.tick, { id: 'unsealed' });
      return {
        text: { ...text, proof: { ...text.proof, after: [], heads: published.heads } },
        kept: { keptHeads: house.heads },
      };
    },
  },
  {
    name: 'a larger stake than the one that was sealed',
    foundBy: 'seal sealed',
    forge: async (house, random) => {
      const n = random(1_000);
      const small = betIn(house, { stake: '11', n });
      const large = betIn(house, { stake: '22', n });
      return { text: { ...(await sealAndShowBet(house, small)), body: large.body } };
    },
  },
  {
    name: 'demo money shown as real',
    foundBy: 'seal sealed',
    forge: answering(accepting({ book: 'demo' }), ({ body }) => ({ body: { ...body, book: 'real' } })),
  },
  {
    name: 'a place in the chain changed after it was sealed',
    foundBy: 'seal sealed',
    forge: answering(settling({}), ({ body }) => ({
      body: { ...body, chain: { place: 2, previous: 'cd'.repeat(32) } },
    })),
  },
  {
    name: 'a seal that came long after it',
    foundBy: 'seal soon',
    forge: async (house, random) => {
      const receipt = issueBet(house, random, { block: TICK_BLOCK });
      return { text: await sealAndShowBet(house, receipt, { number: TICK_BLOCK + 15 }) };
    },
  },
  {
    name: 'a bet said to be accepted after its seal',
    foundBy: 'seal soon',
    forge: async (house, random) => {
      const receipt = issueBet(house, random, { afterMs: 3_500 });
      return { text: await sealAndShowBet(house, receipt, { number: receipt.body.tick.block + 1 }) };
    },
  },
  {
    name: 'an entry at a price of another history',
    foundBy: 'seal history',
    forge: async (house, random) => {
      const accepted = issueBet(house, random);
      const entryBlock = accepted.body.tick.block + 2;
      const other = await repriced(house, entryBlock, (price) => price * 2n);
      const receipt = await settleBetIn(other, accepted);
      const text = await showBet(await sealBet(house, receipt), receipt, [accepted]);
      const { entry } = receipt.body;
      if (entry === null) throw new Error('it entered');
      const proof = await showTickProof({ ...other, heads: [] }, entry.tick, { id: 'unsealed' });
      return { text: { ...text, others: text.others.map((it) => (it.seq === entry.tick.seq ? proof : it)) } };
    },
  },
  {
    name: 'a bet called void while its market had ticks',
    foundBy: 'seal quiet',
    forge: settling({ ends: 'entry' }),
  },
  {
    name: 'a running bet called void while its market had ticks',
    foundBy: 'seal quiet',
    forge: settling({ ends: 'exit' }),
  },
  {
    name: 'the ticks withheld of a time that is said to have none',
    foundBy: 'seal quiet',
    forge: answering(settling({ bet: { terms: STRICT_TERMS, afterMs: 950 } }), ({ seal }) => ({
      seal: seal && { ...seal, blocks: seal.blocks.map((it) => ({ ...it, body: null })) },
    })),
  },
  {
    name: 'a cancel for a friend, after an entry tick that is not mentioned',
    foundBy: 'seal quiet',
    forge: settling({ bet: { afterMs: 200 }, cancelAfterMs: 1_100, ends: 'entry' }),
  },
];
