import type { LadderClassText } from '../index.ts';
import { decimal } from '../units.ts';
import {
  issue,
  LONG_AGO,
  LONG_MS,
  lotsBeforeLast,
  type ReceiptLie,
  sealAndShow,
  withBody,
  withFillOf,
} from './forge.ts';
import { type House, idAt, OLD_BLOCK, reseal, TICK_BLOCK, TRADED } from './house.ts';
import { showReceipt } from './show-receipt.ts';

/** Forged receipts that the receipt's own checks find. */
export const LIES_OF_RECEIPT: readonly ReceiptLie[] = [
  {
    name: 'a receipt of another kind',
    foundBy: 'receipt kind',
    forge: (house, random) => sealAndShow(house, { ...issue(house, random), kind: 'seconds.outcome' }),
  },
  {
    name: 'a receipt of another trade under the id that was asked for',
    foundBy: 'receipt asked',
    forge: async (house, random) => {
      const receipt = issue(house, random);
      const id = idAt(receipt.body.fill.at ?? 0, 5_000 + random(1_000));
      return { ...(await sealAndShow(house, { ...receipt, id })), asked: { id } };
    },
  },
  {
    name: 'a receipt of version 1 at a price of version 2, with lots that nobody took',
    foundBy: 'receipt version',
    forge: async (house, random) => {
      const taken = lotsBeforeLast(house, { version: 1, block: TICK_BLOCK, side: 'buy' });
      return { text: await showReceipt(house, issue(house, random, { version: 1, side: 'buy', taken })) };
    },
  },
  {
    name: 'a mode that does not exist',
    foundBy: 'receipt book',
    forge: async (house, random) => ({
      text: await showReceipt(house, issue(house, random, { version: 1, block: OLD_BLOCK, book: 'both' })),
    }),
  },
  {
    name: 'a ladder that was made up for this trade',
    foundBy: 'receipt published',
    forge: (house, random) => {
      const own = { spread_rate: decimal(10n ** 15n * BigInt(6 + random(40))) };
      return sealAndShow(house, issue(withClasses(house, own), random));
    },
  },
  {
    name: 'a variation that was made up for this trade',
    foundBy: 'receipt published',
    forge: (house, random) =>
      sealAndShow(house, issue(withClasses(house, { renew_ticks: 5 + random(9), vary_rate: '0.6' }), random)),
  },
  {
    name: 'the ladder of another class of markets',
    foundBy: 'receipt published',
    forge: (house, random) => {
      const classes = house.settings.value.classes.slice(-1);
      return sealAndShow(house, issue({ ...house, settings: { ...house.settings, value: { classes } } }, random));
    },
  },
  {
    name: 'the rule of version 2 under settings of version 3',
    foundBy: 'receipt published',
    forge: async (house, random) => {
      const receipt = issue(house, random, { version: 2 });
      const forged = await sealAndShow(house, receipt);
      return { text: { ...forged.text, settings: { ...house.settings, version: house.oldSettings.version } } };
    },
  },
  {
    name: 'a limit of age that was made up for this trade',
    foundBy: 'receipt published',
    forge: (house, random) => {
      const receipt = issue(house, random);
      const freshness = { version: house.freshness.version, max_age_ms: 60_000 + random(60_000) };
      return sealAndShow(house, withBody(receipt, { freshness }));
    },
  },
  {
    name: 'an index price that was not sealed',
    foundBy: 'receipt sealed',
    forge: (house, random) => sealAndShow(house, issue(withPrice(house, TICK_BLOCK), random)),
  },
  {
    name: 'a time of the fill that was set back, so that a newer price seems unknown',
    foundBy: 'receipt time',
    forge: (house, random) => {
      const receipt = issue(house, random, { afterMs: 4_700 + random(200) });
      return sealAndShow(house, withFillOf(receipt, { at: (receipt.body.fill.at ?? 0) - 2_400 }), { number: 105 });
    },
  },
  {
    name: 'a tick 85 s old in a market whose later ticks were left out',
    foundBy: 'receipt age',
    forge: async (house, random) => {
      const receipt = issue(house, random, { block: LONG_AGO, afterMs: LONG_MS });
      return await sealAndShow(await silentAfter(house, LONG_AGO), receipt, { number: 102 });
    },
  },
  {
    name: 'a tick 85 s old in a receipt of version 1',
    foundBy: 'receipt age',
    forge: async (house, random) => ({
      text: await showReceipt(house, issue(house, random, { version: 1, block: OLD_BLOCK, afterMs: LONG_MS })),
    }),
  },
];

/** Forged receipts that the rule's checks find. */
export const LIES_OF_RULE: readonly ReceiptLie[] = [
  {
    name: 'a rule that does not exist',
    foundBy: 'rule rule',
    forge: (house, random) => sealAndShow(house, withBody(issue(house, random), { rule: 'house-mood' })),
  },
  {
    name: 'the price of another market',
    foundBy: 'rule market',
    forge: (house, random) => {
      const receipt = withFillOf(issue(house, random), { market: 1 });
      const [held] = (house.drafts[TICK_BLOCK - 1]?.inventories ?? []).filter(
        (it) => it.market === 1 && it.book === 'real',
      );
      const inventory = { base: decimal(held?.base ?? 0n), quote: decimal(held?.quote ?? 0n) };
      return sealAndShow(house, withBody(receipt, { inventory }));
    },
  },
  {
    name: 'a part of a lot',
    foundBy: 'rule grid',
    forge: (house, random) => sealAndShow(house, withFillOf(issue(house, random), { quantity: '0.00015' })),
  },
  {
    name: 'settings that no ladder has',
    foundBy: 'rule settings',
    forge: async (house, random) => {
      const oldSettings = { ...house.oldSettings, value: { ...house.oldSettings.value, levels: 2.5 } };
      const other = { ...house, oldSettings };
      return { text: await showReceipt(other, issue(other, random, { version: 1, block: OLD_BLOCK })) };
    },
  },
  {
    name: 'more than the house offered',
    foundBy: 'rule offered',
    forge: (house, random) => sealAndShow(house, issue(house, random, { lots: 10 ** 7 + random(1_000) })),
  },
  {
    name: 'a price that is not the ladder’s',
    foundBy: 'rule price',
    forge: (house, random) => {
      const receipt = issue(house, random);
      const price = decimal(BigInt(1 + random(9)) * 10n ** 18n);
      return sealAndShow(house, withFillOf(receipt, { price }));
    },
  },
];

/** Returns a house with other settings in every class. */
const withClasses = (house: House, change: Partial<LadderClassText>): House => ({
  ...house,
  settings: {
    ...house.settings,
    value: { classes: house.settings.value.classes.map((it) => ({ ...it, ...change })) },
  },
});

/** Returns a house that sees other prices of the traded market in a block than were sealed. */
const withPrice = (house: House, number: number): House => ({
  ...house,
  drafts: house.drafts.map((draft, index) =>
    index === number - 1
      ? { ...draft, ticks: draft.ticks.map((it) => ({ ...it, price: it.price + it.price / 100n })) }
      : draft,
  ),
});

/** Returns the house's history without ticks of the traded market after a block. */
const silentAfter = (house: House, number: number): Promise<House> =>
  reseal(
    house,
    house.drafts.map((draft, index) =>
      index < number ? draft : { ...draft, ticks: draft.ticks.filter(({ market }) => market !== TRADED) },
    ),
  );
