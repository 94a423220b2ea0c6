import { type HouseReceipt, join, type ReceiptText, tickBytes, toHex } from '../index.ts';
import {
  type ForgedReceipt,
  issue,
  LONG_AGO,
  LONG_MS,
  lotsBeforeLast,
  type ReceiptLie,
  sealAndShow,
  sealInto,
  withBody,
  withSeal,
} from './forge.ts';
import type { Random } from './history.ts';
import { type House, houseFill, nextFill, TICK_BLOCK, TRADED } from './house.ts';
import { LIES_OF_RECEIPT, LIES_OF_RULE } from './receipt-lies.ts';
import { LIES_OF_SEAL } from './seal-lies.ts';
import { ladderReceipts, receiptsOf, showReceipt } from './show-receipt.ts';

const firstBuy = (house: House): HouseReceipt => receiptsOf(house)[0] as HouseReceipt;
const buys = (house: House): readonly HouseReceipt[] => ladderReceipts(house, firstBuy(house));
/** Number of lots that moves the price of the next purchase to the last of ten levels. */
const phantom = (house: House): number => lotsBeforeLast(house, { block: TICK_BLOCK, side: 'buy' });

/** Receipts at a price that a newer one had replaced. */
const OF_NEWEST: readonly ReceiptLie[] = [
  {
    name: 'a tick passed over although a newer one was sealed two seconds before',
    foundBy: 'seal newest',
    forge: (house, random) => sealAndShow(house, passedOver(house, random), { number: 105 }),
  },
  {
    name: 'a tick passed over, and the newer one hidden from the body of its block',
    foundBy: 'seal newest',
    forge: async (house, random) => {
      const others = (house.drafts[101]?.ticks ?? []).filter(({ market }) => market !== TRADED);
      return withBodyOf102(await sealAndShow(house, passedOver(house, random), { number: 105 }), others.map(tickBytes));
    },
  },
  {
    name: 'a tick passed over, and the body of the block with the newer one withheld',
    foundBy: 'seal newest',
    forge: async (house, random) =>
      withBodyOf102(await sealAndShow(house, passedOver(house, random), { number: 105 }), undefined),
  },
];

const passedOver = (house: House, random: Random) => issue(house, random, { afterMs: 4_450 + random(50) });

function withBodyOf102({ text }: ForgedReceipt, leaves: readonly Uint8Array[] | undefined): ForgedReceipt {
  const body = leaves === undefined ? null : toHex(join(...leaves));
  return {
    text: withSeal(text, ({ blocks }) => ({
      blocks: blocks.map((it) => (it.number === 102 ? { ...it, body } : it)),
    })),
  };
}

/** Receipts that claim lots which nobody took. */
const OF_CHAIN: readonly ReceiptLie[] = [
  {
    name: 'a phantom "taken" that moves the price by nine levels',
    foundBy: 'seal chain',
    forge: (house, random) => sealAndShow(house, issue(house, random, { side: 'buy', taken: phantom(house) })),
  },
  {
    name: 'a phantom "taken" after a true receipt',
    foundBy: 'seal chain',
    forge: async (house, random) => {
      const before = firstBuy(house);
      const next = await nextFill(house, before, { afterMs: 800, lots: 1 + random(9), n: 3_000 });
      const { chain } = next.body;
      const receipt = houseFill(house, { ...LATER, ...chain, taken: phantom(house), lots: 1 + random(9) });
      return await sealAndShow(house, receipt, { ladder: [before] });
    },
  },
  {
    name: 'a phantom "taken" after a receipt of the other mode',
    foundBy: 'seal chain',
    forge: (house, random) => afterReceiptOf(house, random, ({ body }) => body.book === 'demo'),
  },
  {
    name: 'a phantom "taken" after a receipt of the other side',
    foundBy: 'seal chain',
    forge: (house, random) => afterReceiptOf(house, random, ({ body }) => body.fill.side === 'sell'),
  },
  {
    name: 'a phantom "taken" after a sealed receipt that has nothing before it',
    foundBy: 'seal chain',
    forge: async (house, random) => {
      const [before, receipt] = await rootless(house, random);
      return { text: await showAfter(await sealInto(house, before), before, receipt) };
    },
  },
  {
    name: 'a phantom "taken" after a sealed receipt whose own predecessors do not lead to it',
    foundBy: 'seal chain',
    forge: async (house, random) => {
      const [before, receipt] = await rootless(house, random);
      const text = await showAfter(await sealInto(house, before), before, receipt);
      return { text: { ...text, ladder: [...buys(house).slice(0, 2), before] } };
    },
  },
  {
    name: 'a phantom "taken" after a sealed receipt, before which others were made up that add up',
    foundBy: 'seal chain',
    forge: async (house, random) => {
      const [before, receipt] = await rootless(house, random);
      const first = issue(house, random, { side: 'buy', lots: phantom(house) - 2, afterMs: 100 });
      const second = await nextFill(house, first, { afterMs: 150, lots: 1 });
      const text = await showAfter(await sealInto(house, before), before, receipt);
      return { text: { ...text, ladder: [first, second, before] } };
    },
  },
  {
    name: 'a true receipt whose place in the chain was skipped',
    foundBy: 'seal chain',
    forge: async (house, random) => {
      const before = firstBuy(house);
      const next = await nextFill(house, before, { afterMs: 800, lots: 1 + random(9), n: 3_000 });
      const chain = { place: 2, previous: next.body.chain?.previous ?? null };
      return { text: await showAfter(house, before, withBody(next, { chain })) };
    },
  },
  {
    name: 'a phantom "taken" after a forged predecessor that no block sealed',
    foundBy: 'seal before',
    forge: async (house, random) => {
      const before = issue(house, random, { side: 'buy', lots: phantom(house), afterMs: 200 });
      const receipt = await nextFill(house, before, { afterMs: 800, lots: 1 + random(9), n: 3_000 });
      return await sealAndShow(house, receipt, { ladder: [before] });
    },
  },
];

const LATER = { block: TICK_BLOCK, afterMs: 800, n: 3_000 } as const;

/** Continues the chain of another ladder, which was sealed. */
async function afterReceiptOf(
  house: House,
  random: Random,
  isIt: (receipt: HouseReceipt) => boolean,
): Promise<ForgedReceipt> {
  const before = receiptsOf(house).find(isIt) as HouseReceipt;
  const { chain, taken } = (await nextFill(house, before, { afterMs: 800, lots: 1 })).body;
  const receipt = houseFill(house, { ...LATER, ...chain, taken, lots: 1 + random(9) });
  return await sealAndShow(house, receipt, { ladder: [before] });
}

/** Builds a receipt that claims three before it, of which there are none, and the one after it. */
async function rootless(house: House, random: Random): Promise<readonly [HouseReceipt, HouseReceipt]> {
  const before = issue(house, random, {
    side: 'buy',
    taken: phantom(house) - 1,
    lots: 1,
    place: 2,
    previous: 'ab'.repeat(32),
    afterMs: 200,
  });
  return [before, await nextFill(house, before, { afterMs: 800, lots: 1 + random(9), n: 3_000 })];
}

/** Seals a receipt, and shows it after another one, whatever the places of both are. */
async function showAfter(house: House, before: HouseReceipt, receipt: HouseReceipt): Promise<ReceiptText> {
  const forged = await sealInto(house, receipt);
  const anyPlaces = Array.from({ length: receipt.body.chain?.place ?? 0 }, () => before);
  return { ...(await showReceipt(forged, receipt, anyPlaces)), ladder: [before] };
}

/** All forgeries that exactly one check finds. */
export const RECEIPT_LIES: readonly ReceiptLie[] = [
  ...LIES_OF_RECEIPT,
  ...LIES_OF_RULE,
  ...LIES_OF_SEAL,
  ...OF_NEWEST,
  ...OF_CHAIN,
];

/** Forgeries that several checks find, by anybody or by a holder of the keys. */
export const OBVIOUS_LIES: readonly Omit<ReceiptLie, 'foundBy'>[] = [
  {
    name: 'a tick 85 s old',
    forge: (house, random) =>
      sealAndShow(house, issue(house, random, { block: LONG_AGO, afterMs: LONG_MS }), { number: 102 }),
  },
  {
    name: 'a phantom "taken" in a history signed again, against the kept heads of the true one',
    forge: async (house, random) => ({
      ...(await sealAndShow(house, issue(house, random, { side: 'buy', taken: phantom(house) }))),
      kept: { keptHeads: house.heads },
    }),
  },
  {
    name: 'a tick 85 s old in a history signed again without the ticks after it, against the kept heads of the true one',
    forge: async (house, random) => {
      const lie = LIES_OF_RECEIPT.find(({ name }) => name.includes('whose later ticks were left out'));
      return { ...((await lie?.forge(house, random)) as ForgedReceipt), kept: { keptHeads: house.heads } };
    },
  },
  ...['body', 'seal', 'proof', 'ladder', 'settings', 'freshness'].map((part) => ({
    name: `one digit of its ${part} is changed`,
    forge: async (house: House, random: Random): Promise<ForgedReceipt> => {
      const third = buys(house)[2] as HouseReceipt;
      const text = await showReceipt(house, third);
      return { text: { ...text, [part]: changeDigit(covered(text, part), random) }, asked: { id: third.id } };
    },
  })),
];

/**
 * Keys and heads that come with the evidence prove nothing; changed ones may do no harm. Nor may later receipts, or the
 * settings of other classes.
 */
function covered(text: ReceiptText, part: string): object {
  if (part === 'ladder') return (text.ladder ?? []).slice(0, text.body.chain?.place);
  if (part === 'settings' && text.settings && 'classes' in text.settings.value) {
    const [own] = text.settings.value.classes;
    return { ...text.settings, value: { classes: [{ ...own, markets: [] }] } };
  }
  return text[part as keyof ReceiptText] as object;
}

const FREE = new Set(['keys', 'heads', 'market', 'seq', 'from']);

/** Changes one digit of one value, of any depth. */
export function changeDigit(value: object, random: Random): object {
  const paths = digitsOf(value);
  const [path, at] = paths[random(paths.length)] as readonly [readonly string[], number];
  const copy = structuredCloneOf(value);
  let parent = copy as Record<string, unknown>;
  for (const key of path.slice(0, -1)) parent = parent[key] as Record<string, unknown>;
  const key = path.at(-1) as string;
  const digits = String(parent[key]);
  const changed = `${digits.slice(0, at)}${(Number(digits[at]) + 1 + random(8)) % 10}${digits.slice(at + 1)}`;
  parent[key] = typeof parent[key] === 'number' ? Number(changed) : changed;
  return copy;
}

const structuredCloneOf = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

function digitsOf(value: object, path: readonly string[] = []): (readonly [readonly string[], number])[] {
  return Object.entries(value).flatMap(([key, field]: [string, unknown]) => {
    if (path.length === 0 && FREE.has(key)) return [];
    if (typeof field === 'object' && field !== null) return digitsOf(field, [...path, key]);
    if (typeof field !== 'string' && typeof field !== 'number') return [];
    return [...String(field)].flatMap((digit, at) =>
      digit >= '0' && digit <= '9' ? [[[...path, key], at] as const] : [],
    );
  });
}
