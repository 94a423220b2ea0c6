import type {
  CONVERSION_CHECKS,
  CONVERSION_RULE_CHECKS,
  CONVERSION_SEAL_CHECKS,
  ConversionAnswer,
  ConversionText,
  HouseReceipt,
  IssuedConversion,
  Kept,
} from '../index.ts';
import { decimal, units } from '../units.ts';
import {
  convertIn,
  MARKETS,
  sealAndShowConversion as sealAndShow,
  sealConversion,
  showConversion,
  TERMS,
  type Wanted,
} from './conversions.ts';
import { LONG_AGO, LONG_MS } from './forge.ts';
import { newSigner, type Random } from './history.ts';
import { HEAD_BLOCK, type House, idAt, OTHER, reseal, TICK_BLOCK, TRADED, withReceipts } from './house.ts';
import { changeDigit } from './ladder-lies.ts';
import { receiptsOf, showTickProof } from './show-receipt.ts';

/** Forged evidence, what its reader asked for, and what the reader kept. */
export type ForgedConversion = {
  readonly text: ConversionAnswer;
  readonly asked?: { readonly id: string; readonly markets?: Readonly<Record<string, number>> };
  readonly kept?: Kept;
};
/** Forged conversion of a holder of the keys, and the one check that finds it. */
export type ConversionLie = {
  readonly name: string;
  readonly foundBy:
    | `receipt ${keyof typeof CONVERSION_CHECKS}`
    | `rule ${keyof typeof CONVERSION_RULE_CHECKS}`
    | `seal ${keyof typeof CONVERSION_SEAL_CHECKS}`;
  forge(house: House, random: Random): Promise<ForgedConversion>;
};

const STEP = 10n ** 10n;
/** A coin sold for the base currency: one price. */
const SALE = { from: 'BTC', to: 'USDT' } as const;

const issue = (house: House, random: Random, wanted: Wanted = {}): IssuedConversion =>
  convertIn(house, { amount: `0.${1 + random(8_999)}`, n: 1_000 + random(1_000), ...wanted });

const withBody = (receipt: IssuedConversion, change: Partial<ConversionText>): IssuedConversion => ({
  ...receipt,
  body: { ...receipt.body, ...change },
});
const withConversion = (receipt: IssuedConversion, change: Partial<ConversionText['conversion']>): IssuedConversion =>
  withBody(receipt, { conversion: { ...receipt.body.conversion, ...change } });

/** Issues a conversion, changes it, seals it and shows it. */
const changed = (
  make: (receipt: IssuedConversion, random: Random) => IssuedConversion,
  wanted: Wanted = {},
  number?: number,
): ConversionLie['forge'] => {
  return async (house, random) => ({
    text: await sealAndShow(house, make(issue(house, random, wanted), random), number),
  });
};
const asItIs = (receipt: IssuedConversion) => receipt;

/** Changes what was received by a function of it. */
const receiving = (change: (received: bigint, random: Random) => bigint) =>
  changed((receipt, random) =>
    withConversion(receipt, { received: decimal(change(units(receipt.body.conversion.received), random)) }),
  );

/** Changes an answer after it was sealed. */
const answering = (change: (text: ConversionAnswer) => Partial<ConversionAnswer>, wanted: Wanted = {}) =>
  (async (house, random) => {
    const text = await sealAndShow(house, issue(house, random, wanted));
    return { text: { ...text, ...change(text) } };
  }) satisfies ConversionLie['forge'];

const withSeal = (text: ConversionAnswer, change: Partial<NonNullable<ConversionAnswer['seal']>>): ConversionAnswer => {
  if (text.seal === null) throw new Error('not sealed');
  return { ...text, seal: { ...text.seal, ...change } };
};

/** Another price in the first leg, with what would be received at it. */
const atPrice = (house: House, random: Random, market: number, block: number): IssuedConversion => {
  const honest = issue(house, random, { ...SALE, blocks: { BTC: TICK_BLOCK } });
  const as = convertIn(house, {
    from: 'ETH',
    to: 'USDT',
    amount: honest.body.conversion.amount,
    blocks: { ETH: block },
  });
  const legs = as.body.legs.map((leg) => ({ ...leg, currency: 'BTC', symbol: 'BTC/USDT', market }));
  return withBody(withConversion(honest, { received: as.body.conversion.received }), { legs });
};

const LIES_OF_RECEIPT: readonly ConversionLie[] = [
  {
    name: 'a conversion of another kind',
    foundBy: 'receipt kind',
    forge: changed((receipt) => ({ ...receipt, kind: 'convert.gift' })),
  },
  {
    name: 'another conversion under the id that was asked for',
    foundBy: 'receipt asked',
    forge: async (house, random) => {
      const receipt = issue(house, random);
      const id = idAt(receipt.body.conversion.at, 5_000 + random(1_000));
      return { text: await sealAndShow(house, { ...receipt, id }), asked: { id } };
    },
  },
  {
    name: 'the market of another coin under the name of this one',
    foundBy: 'receipt asked',
    forge: async (house, random) => {
      const receipt = atPrice(house, random, OTHER, TICK_BLOCK);
      return { text: await sealAndShow(house, receipt), asked: { id: receipt.id, markets: MARKETS } };
    },
  },
  {
    name: 'a mode that does not exist',
    foundBy: 'receipt book',
    forge: changed(asItIs, { book: 'both' }),
  },
  {
    name: 'a spread made up for this conversion',
    foundBy: 'receipt published',
    forge: (house, random) =>
      changed(asItIs, {
        terms: { version: TERMS.version, value: { ...TERMS.value, spread_rate: `0.00${3 + random(6)}` } },
      })(house, random),
  },
  {
    name: 'a lock made longer for this conversion',
    foundBy: 'receipt published',
    forge: changed(
      asItIs,
      { usedAfterMs: 15_600, terms: { version: TERMS.version, value: { ...TERMS.value, lock_seconds: 30 } } },
      TICK_BLOCK + 16,
    ),
  },
  {
    name: 'a limit of age made up for this conversion',
    foundBy: 'receipt published',
    forge: changed((receipt) => withBody(receipt, { freshness: { ...receipt.body.freshness, max_age_ms: 60_000 } })),
  },
  {
    name: 'terms that were never published',
    foundBy: 'receipt published',
    forge: answering(() => ({ settings: null })),
  },
  {
    name: 'a price that was not sealed',
    foundBy: 'receipt sealed',
    forge: async (house, random) => {
      const raised = {
        ...house,
        drafts: house.drafts.map((draft) => ({
          ...draft,
          ticks: draft.ticks.map((tick) => ({ ...tick, price: tick.price + tick.price / 50n })),
        })),
      };
      return { text: await sealAndShow(house, issue(raised, random, { from: 'USDT', to: 'BTC' })) };
    },
  },
  {
    name: 'a block that does not have the price it is named for',
    foundBy: 'receipt sealed',
    forge: async (house, random) => {
      const receipt = issue(house, random, SALE);
      const legs = receipt.body.legs.map((leg) => ({ ...leg, block: leg.block + 2 }));
      const named = withBody(receipt, { legs });
      const sealed = await sealConversion(house, named);
      const { body } = named;
      return { text: { ...(await showConversion(sealed, { ...named, body: receipt.body })), body } };
    },
  },
  {
    name: 'the proof of the second price withheld',
    foundBy: 'receipt sealed',
    forge: answering(() => ({ second: null })),
  },
  {
    name: 'a time of use that was set back into the lock',
    foundBy: 'receipt time',
    forge: async (house, random) => {
      const receipt = issue(house, random, { usedAfterMs: 4_900 });
      const at = receipt.body.conversion.at - 2_400;
      return { text: await sealAndShow(house, withConversion(receipt, { at }), TICK_BLOCK + 5) };
    },
  },
  {
    name: 'a rate used after it had expired',
    foundBy: 'receipt locked',
    forge: changed(asItIs, { usedAfterMs: 11_500 }, TICK_BLOCK + 12),
  },
  {
    name: 'a rate used before it was quoted',
    foundBy: 'receipt locked',
    forge: changed(asItIs, { quotedAfterMs: 3_100 - 1_300, usedAfterMs: 1_200 }),
  },
  {
    name: 'a price 85 s old, in a market whose later prices were left out',
    foundBy: 'receipt age',
    forge: async (house, random) => {
      const drafts = house.drafts.map((draft, index) =>
        index < LONG_AGO ? draft : { ...draft, ticks: draft.ticks.filter(({ market }) => market !== TRADED) },
      );
      const receipt = issue(house, random, {
        ...SALE,
        blocks: { BTC: LONG_AGO },
        quotedAfterMs: LONG_MS,
        usedAfterMs: LONG_MS + 700,
      });
      return { text: await sealAndShow(await reseal(house, drafts), receipt, LONG_AGO + LONG_MS / 1_000 + 1) };
    },
  },
  {
    name: 'a price from after the quote, chosen with hindsight',
    foundBy: 'receipt age',
    forge: changed(asItIs, { ...SALE, quotedAfterMs: -3_500 }),
  },
];

const LIES_OF_RULE: readonly ConversionLie[] = [
  {
    name: 'a rule that does not exist',
    foundBy: 'rule rule',
    forge: changed((receipt) => withBody(receipt, { rule: 'index-mood' })),
  },
  {
    name: 'a version that does not exist',
    foundBy: 'rule rule',
    forge: changed((receipt) => withBody(receipt, { version: 7 })),
  },
  {
    name: 'the price of another coin',
    foundBy: 'rule pair',
    forge: changed((receipt) => withConversion(receipt, { from: 'DOGE' })),
  },
  {
    name: 'a coin converted into itself',
    foundBy: 'rule pair',
    forge: changed(asItIs, { from: 'BTC', to: 'BTC' }),
  },
  {
    name: 'a price in another currency',
    foundBy: 'rule pair',
    forge: changed((receipt) =>
      withBody(receipt, { legs: receipt.body.legs.map((leg) => ({ ...leg, symbol: `${leg.currency}/EUR` })) }),
    ),
  },
  {
    name: 'terms that lock nothing',
    foundBy: 'rule terms',
    forge: async (house, random) => {
      const terms = { version: 4, value: { ...TERMS.value, lock_seconds: 0 } };
      const receipt = issue(house, random, { terms, quotedAfterMs: 2_600 });
      return { text: await showConversion(await sealConversion(house, receipt), receipt, terms) };
    },
  },
  {
    name: 'nothing for nothing',
    foundBy: 'rule amounts',
    forge: changed(asItIs, { amount: '0' }),
  },
  {
    name: 'the last digit kept by the platform',
    foundBy: 'rule received',
    forge: receiving((received) => received - STEP),
  },
  {
    name: 'the last digit given away',
    foundBy: 'rule received',
    forge: receiving((received) => received + STEP),
  },
  {
    name: 'digits beyond the eighth place',
    foundBy: 'rule received',
    forge: receiving((received, random) => received + 1n + BigInt(random(1_000))),
  },
  {
    name: 'the spread charged twice',
    foundBy: 'rule received',
    forge: receiving((received) => floor8((received * 998n) / 1_000n)),
  },
  {
    name: 'no spread for a friend of the platform',
    foundBy: 'rule received',
    forge: receiving((received) => floor8((received * 1_000n) / 998n) + STEP),
  },
  {
    name: 'a fee that no terms name',
    foundBy: 'rule received',
    forge: receiving((received, random) => floor8((received * BigInt(900 + random(80))) / 1_000n)),
  },
  {
    name: 'the prices of the two coins exchanged',
    foundBy: 'rule pair',
    forge: changed((receipt) => {
      const { from, to } = receipt.body.conversion;
      return withConversion(receipt, { from: to, to: from });
    }),
  },
];

const floor8 = (amount: bigint) => amount - (amount % STEP);

const LIES_OF_SEAL: readonly ConversionLie[] = [
  {
    name: 'a price passed over, and the block with the newer one left out',
    foundBy: 'seal blocks',
    forge: async (house, random) => {
      const receipt = issue(house, random, { ...SALE, quotedAfterMs: 4_300, usedAfterMs: 4_900 });
      const text = await sealAndShow(house, receipt, TICK_BLOCK + 6);
      return { text: withSeal(text, { blocks: text.seal?.blocks.filter(({ number }) => number !== 102) ?? [] }) };
    },
  },
  {
    name: 'the signature of another block',
    foundBy: 'seal signature',
    forge: async (house, random) => {
      const text = await sealAndShow(house, issue(house, random));
      return { text: withSeal(text, { signature: text.proof.signature }) };
    },
  },
  {
    name: 'a block sealed by a key that was made up for it',
    foundBy: 'seal keptKey',
    forge: async (house, random) => {
      const receipt = issue(house, random, SALE);
      const signers = [...house.signers, await newSigner(TICK_BLOCK + 1)];
      const forged = await reseal(house, withReceipts(house.drafts, TICK_BLOCK + 3, [receipt]), signers);
      return {
        text: await showConversion(forged, receipt),
        kept: { keptKeys: house.signers.map(({ publicKey }) => publicKey) },
      };
    },
  },
  {
    name: 'a conversion added later in a second history, whose price leads to a kept head of the first',
    foundBy: 'seal head',
    forge: async (house, random) => {
      const receipt = issue(house, random, SALE);
      const text = await sealAndShow(house, receipt);
      const [leg] = receipt.body.legs;
      const proof = leg && (await showTickProof(house, leg, receiptsOf(house)[0] as HouseReceipt));
      return { text: { ...text, ...(proof && { proof }) }, kept: { keptHeads: house.heads } };
    },
  },
  {
    name: 'a conversion added later in a second history that begins after the kept head',
    foundBy: 'seal keptHead',
    forge: async (house, random) => {
      const receipt = issue(house, random, { ...SALE, blocks: { BTC: HEAD_BLOCK } });
      const text = await sealAndShow(house, receipt, HEAD_BLOCK + 3);
      const heads = house.heads.filter(({ number }) => number === HEAD_BLOCK);
      const [leg] = receipt.body.legs;
      const published = leg && (await showTickProof({ ...house, heads }, leg, { id: 'unsealed' }));
      return {
        text: { ...text, proof: { ...text.proof, after: [], heads: published?.heads ?? [] } },
        kept: { keptHeads: house.heads },
      };
    },
  },
  {
    name: 'both amounts changed after they were sealed',
    foundBy: 'seal sealed',
    forge: async (house, random) => {
      const receipt = issue(house, random);
      const more = convertIn(house, { amount: '1.2345', n: 1 });
      const text = await sealAndShow(house, receipt);
      const { amount, received } = more.body.conversion;
      return { text: { ...text, body: withConversion(receipt, { amount, received }).body } };
    },
  },
  {
    name: 'demo money shown as real',
    foundBy: 'seal sealed',
    forge: answering(({ body }) => ({ body: { ...body, book: 'real' } }), { book: 'demo' }),
  },
  {
    name: 'another account named after it was sealed',
    foundBy: 'seal sealed',
    forge: answering(({ body }) => ({ body: { ...body, conversion: { ...body.conversion, account: 'exchange' } } })),
  },
  {
    name: 'a conversion that no block has, with the place of another one',
    foundBy: 'seal sealed',
    forge: async (house, random) => {
      const sealed = issue(house, random, { n: 7 });
      const text = await sealAndShow(house, sealed);
      const phantom = convertIn(house, { amount: sealed.body.conversion.amount, n: 8 });
      return { text: { ...text, body: phantom.body }, asked: { id: phantom.id } };
    },
  },
  {
    name: 'a seal that came long after it',
    foundBy: 'seal soon',
    forge: changed(asItIs, {}, TICK_BLOCK + 15),
  },
  {
    name: 'a conversion said to be later than its seal',
    foundBy: 'seal soon',
    forge: changed(asItIs, { usedAfterMs: 5_700 }),
  },
  {
    name: 'a second price from another history',
    foundBy: 'seal history',
    forge: async (house, random) => {
      const other = await reseal(
        house,
        house.drafts.map((draft, index) =>
          index === TICK_BLOCK
            ? { ...draft, ticks: draft.ticks.map((tick) => (tick.market === OTHER ? doubled(tick) : tick)) }
            : draft,
        ),
      );
      const receipt = issue(other, random);
      const sealed = await sealConversion(house, receipt);
      const text = await showConversion(sealed, receipt);
      const leg = receipt.body.legs[1];
      return { text: { ...text, second: leg === undefined ? null : await showTickProof(other, leg, receipt) } };
    },
  },
  {
    name: 'an older price of the first coin than was known',
    foundBy: 'seal newest',
    forge: changed(asItIs, { ...SALE, quotedAfterMs: 4_300, usedAfterMs: 4_900 }, TICK_BLOCK + 6),
  },
  {
    name: 'an older price of the second coin than was known',
    foundBy: 'seal newest',
    forge: changed(
      asItIs,
      { from: 'USDT', to: 'ETH', amount: '5000', quotedAfterMs: 3_300, usedAfterMs: 3_900 },
      TICK_BLOCK + 6,
    ),
  },
  {
    name: 'the blocks that may have a newer price without their contents',
    foundBy: 'seal newest',
    forge: async (house, random) => {
      const receipt = issue(house, random, {
        from: 'USDT',
        to: 'BTC',
        amount: '5000',
        quotedAfterMs: 3_500,
        usedAfterMs: 3_900,
      });
      const text = await sealAndShow(house, receipt, TICK_BLOCK + 5);
      return { text: withSeal(text, { blocks: text.seal?.blocks.map((it) => ({ ...it, body: null })) ?? [] }) };
    },
  },
];

/** Doubles a price together with its sources, so that it is still their median. */
const doubled = <Tick extends { readonly price: bigint; readonly sources: readonly { readonly price: bigint }[] }>(
  tick: Tick,
): Tick => ({
  ...tick,
  price: tick.price * 2n,
  sources: tick.sources.map((it) => ({ ...it, price: it.price * 2n })),
});

/** Forged conversions, each found by exactly one check. */
export const CONVERSION_LIES: readonly ConversionLie[] = [...LIES_OF_RECEIPT, ...LIES_OF_RULE, ...LIES_OF_SEAL];

/** Changes that nobody who holds the keys would make. */
export const OBVIOUS_CONVERSION_LIES: readonly Omit<ConversionLie, 'foundBy'>[] = (
  ['body', 'seal', 'proof', 'second', 'settings', 'freshness'] as const
).map((part) => ({
  name: `one digit of its ${part} is changed`,
  forge: async (house, random) => {
    const receipt = issue(house, random);
    const text = await sealAndShow(house, receipt);
    const covered = text[part];
    if (covered === null) throw new Error(`no ${part}`);
    return { text: { ...text, [part]: changeDigit(covered, random) }, asked: { id: receipt.id, markets: MARKETS } };
  },
}));
