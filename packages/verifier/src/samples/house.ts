import {
  type FreshnessText,
  type HouseFillText,
  type HouseReceipt,
  type Inventory,
  type IssuedReceipt,
  type LadderClassText,
  type LadderLevel,
  type LadderText,
  quotesOf,
  receiptHash,
  type SealedTick,
} from '../index.ts';
import { readSeeded, readSettings } from '../receipt.ts';
import { decimal, units } from '../units.ts';
import { type Draft, type History, headsOf, makeTick, newSigner, type Random, START_MS, seal } from './history.ts';

/** A history in which the house trades, and the settings that it published. */
export type House = History & {
  readonly settings: { readonly version: number; readonly value: { readonly classes: readonly LadderClassText[] } };
  /** Settings of versions 1 and 2. */
  readonly oldSettings: { readonly version: number; readonly value: LadderText };
  readonly freshness: FreshnessText;
};
/** A fill against the house. The house is honest as long as the caller is. */
export type Trade = {
  readonly version?: 1 | 2 | 3;
  readonly book?: string;
  readonly market?: number;
  readonly side?: 'buy' | 'sell';
  /** Block of the tick that it is traded at. */
  readonly block: number;
  /** Time of the fill after that block, in milliseconds. */
  readonly afterMs: number;
  readonly lots: number;
  readonly taken?: number;
  readonly place?: number;
  readonly previous?: string | null;
  /** Keeps fills of one millisecond apart. */
  readonly n?: number;
};

export const SYMBOL = 'BTC/USDT';
export const TRADED = 300;
export const OTHER = 1;
const BLOCKS = 125;
/** From this block on, they have version 2. */
export const SECOND_VERSION_FROM = 9;
const HEAD_EVERY = 10;
const BLOCK_MS = 1_000;
const ID_EPOCH_MS = 1_735_689_600_000;

const ONE = 10n ** 18n;
const GRID = { price_tick: '0.01', lot: '0.0001' };
const LADDER: LadderText = {
  levels: 10,
  spread_rate: '0.0005',
  step_rate: '0.0005',
  level_worth: '325',
  inventory_max: '1000000',
};

/** The class of every other market is the last one. */
const CLASSES: readonly LadderClassText[] = [
  {
    ...LADDER,
    name: 'major',
    markets: [OTHER, TRADED],
    double_every: 5,
    growth_rate: '0.5',
    vary_rate: '0.5',
    renew_ticks: 4,
  },
  { ...LADDER, name: 'other', markets: [], double_every: 5, growth_rate: '1', vary_rate: '0.5', renew_ticks: 4 },
];

/** Time of a block. */
export const blockTime = (number: number): number => START_MS + number * BLOCK_MS;

/** Returns the id that is given out at a time; `n` counts within the millisecond. */
export const idAt = (atMs: number, n = 0): string => String((BigInt(atMs - ID_EPOCH_MS) << 22n) + BigInt(n));

/** Blocks with a real ladder: the tick of the traded market, every second block, and a trade of each kind. */
export const TICK_BLOCK = 100;
/** Block that is also a head: what is sealed after it needs the next head. */
export const HEAD_BLOCK = 110;
/** Block of a trade of version 1, and of one of version 2. */
export const OLD_BLOCK = 4;
const SECOND_BLOCK = 112;

/**
 * Creates two minutes of blocks with the house's receipts: four buys and a sell at one tick, one of the other mode, one
 * at the tick of a head, one of version 2, and one of version 1.
 */
export async function makeHouse(random: Random): Promise<House> {
  const drafts = Array.from({ length: BLOCKS }, (_, index) => makeDraft(index + 1, random));
  const quiet: House = {
    drafts,
    signers: [await newSigner(1)],
    blocks: [],
    heads: [],
    settings: { version: 6, value: { classes: CLASSES } },
    oldSettings: { version: 4, value: LADDER },
    freshness: { version: 2, value: 5_000 },
  };
  return await reseal(quiet, await tradeAll(quiet));
}

function makeDraft(number: number, random: Random): Draft {
  const atMs = blockTime(number);
  const other = makeTick({ market: OTHER, seq: number, atMs: atMs - 50 }, random);
  const traded = makeTick({ market: TRADED, seq: number / 2, atMs: atMs - 100 }, random);
  const ticks = number % 2 === 0 ? [other, traded] : [other];
  if (number < SECOND_VERSION_FROM) return { version: 1, atMs, ticks };
  const inventories = ['demo', 'real'].flatMap((book) =>
    [OTHER, TRADED].map((market) => ({
      book,
      market,
      base: BigInt(2_000 + random(1_000)) * ONE,
      quote: BigInt(200_000 + random(100_000)) * ONE,
    })),
  );
  return { atMs, ticks, inventories };
}

/** Seals every honest trade into the first block after it. */
async function tradeAll(house: House): Promise<readonly Draft[]> {
  const ofVersion2 = houseFill(house, { version: 2, block: SECOND_BLOCK, afterMs: 500, lots: 11 });
  const first = houseFill(house, { block: TICK_BLOCK, afterMs: 500, lots: 40 });
  const second = await nextFill(house, first, { afterMs: 1_400, lots: 60 });
  const level = levelsOf(house, { block: TICK_BLOCK, side: 'buy' })[0]?.lots ?? 0;
  const third = await nextFill(house, second, { afterMs: 3_400, lots: level - 100 });
  const fourth = await nextFill(house, third, { afterMs: 3_450, lots: 7 });
  const demo = houseFill(house, { block: TICK_BLOCK, book: 'demo', afterMs: 600, lots: 30 });
  const sold = houseFill(house, { block: TICK_BLOCK, side: 'sell', afterMs: 700, lots: 25 });
  const atHead = houseFill(house, { block: HEAD_BLOCK, afterMs: 500, lots: 5 });
  return [
    [101, [first, demo, sold]] as const,
    [102, [second]] as const,
    [104, [third, fourth]] as const,
    [111, [atHead]] as const,
    [SECOND_BLOCK + 1, [ofVersion2]] as const,
  ].reduce((drafts, [number, receipts]) => withReceipts(drafts, number, receipts), house.drafts);
}

/** Returns the honest receipt of version 1, which no block sealed. */
export const oldFill = (house: House): HouseReceipt =>
  houseFill(house, { version: 1, block: OLD_BLOCK, afterMs: 700, lots: 12, taken: 5 });

/** Returns the drafts with more receipts in a block, by id as the house sorts them. */
export const withReceipts = (
  drafts: readonly Draft[],
  number: number,
  receipts: readonly IssuedReceipt[],
): readonly Draft[] =>
  drafts.map((draft, index) =>
    index === number - 1
      ? { ...draft, receipts: [...(draft.receipts ?? []), ...receipts].sort((a, b) => (a.id < b.id ? -1 : 1)) }
      : draft,
  );

/** Seals drafts again from the first one that differs, and publishes the heads. */
export async function reseal(house: House, drafts: readonly Draft[], signers = house.signers): Promise<House> {
  const changed = drafts.findIndex((draft, index) => draft !== house.drafts[index]);
  const isSame = signers.every(({ fromBlock, id }) => fromBlock > changed || house.signers.some((it) => it.id === id));
  const blocks = await seal(drafts, signers, isSame ? house.blocks.slice(0, changed) : []);
  return { ...house, drafts, signers, blocks, heads: await headsOf(blocks, HEAD_EVERY) };
}

type Named = Pick<Trade, 'version' | 'block' | 'side' | 'book' | 'market'>;

/** Returns the tick of a market in a block. */
export function tickAt({ drafts }: Pick<House, 'drafts'>, { block, market = TRADED }: Named): SealedTick {
  const tick = drafts[block - 1]?.ticks.find((it) => it.market === market);
  if (tick === undefined) throw new Error(`block ${block} has no tick of market ${market}`);
  return tick;
}

const inventoryAt = ({ drafts }: Pick<House, 'drafts'>, { block, market = TRADED, book = 'real' }: Named) =>
  drafts[block - 1]?.inventories?.find((it) => it.market === market && it.book === book) ??
  ({ book, market, base: 500n * ONE, quote: 50_000n * ONE } satisfies Inventory);

/** Returns the settings that a version uses for a market, as a receipt has them. */
function settingsOf(
  { settings, oldSettings }: Pick<House, 'settings' | 'oldSettings'>,
  { version = 3, market }: Named,
) {
  if (version !== 3) return { version: oldSettings.version, ...oldSettings.value };
  const { classes } = settings.value;
  const found = classes.find(({ markets }) => markets.includes(market ?? TRADED)) ?? classes.at(-1);
  if (found === undefined) throw new Error('no class');
  const { name, markets: _, ...values } = found;
  return { version: settings.version, class: name, ...values };
}

/** Returns the levels that the house offers to a side, best first. */
export function levelsOf(
  house: Omit<House, keyof History> & Pick<House, 'drafts'>,
  named: Named,
): readonly LadderLevel[] {
  const { base, quote } = inventoryAt(house, named);
  const { version = 3, market = TRADED, block } = named;
  const { seq, price } = tickAt(house, named);
  const text = settingsOf(house, named);
  const { bids, asks } = quotesOf({
    version,
    tick: { market, seq, price, block },
    ladder: {
      price,
      base,
      quote,
      priceTick: units(GRID.price_tick),
      lot: units(GRID.lot),
      settings: 'class' in text ? readSeeded(text) : readSettings(text),
    },
  });
  return named.side === 'sell' ? bids : asks;
}

/** Returns the price of the next lot of a side, after some were taken. */
function priceAfter(taken: number, levels: readonly LadderLevel[]): bigint {
  let end = 0;
  for (const { lots, price } of levels) {
    end += lots;
    if (taken < end) return price;
  }
  throw new Error('the ladder is shorter');
}

/** Issues the receipt of a fill at the price of its place on the ladder. */
export function houseFill(house: House, trade: Trade): HouseReceipt {
  const { version = 3, book = 'real', market = TRADED, side = 'buy', block, lots, taken = 0 } = trade;
  const { place = 0, previous = null } = trade;
  const atMs = blockTime(block) + trade.afterMs;
  const id = idAt(atMs, trade.n);
  const tick = tickAt(house, trade);
  const { base, quote } = inventoryAt(house, trade);
  const { freshness } = house;
  const price = priceAfter(taken, levelsOf(house, { version, block, book, market, side }));
  const fill = { id, market, symbol: SYMBOL, side, houseTook: false, price: decimal(price) };
  const quantity = decimal(BigInt(lots) * units(GRID.lot));
  const body: HouseFillText = {
    rule: 'house-ladder',
    version,
    book,
    fill: { ...fill, quantity },
    tick: { market, seq: tick.seq, price: decimal(tick.price), block },
    inventory: { base: decimal(base), quote: decimal(quote) },
    settings: settingsOf(house, { version, block, market }),
    grid: GRID,
    taken,
  };
  if (version === 1) return { id, kind: 'spot.house_fill', body };
  const sinceVersion2 = {
    fill: { ...body.fill, at: atMs },
    freshness: { version: freshness.version, max_age_ms: freshness.value },
    chain: { place, previous },
  };
  return { id, kind: 'spot.house_fill', body: { ...body, ...sinceVersion2 } };
}

/** Issues the receipt of the fill after another one of the same side of the same ladder. */
export async function nextFill(
  house: House,
  before: HouseReceipt,
  trade: Pick<Trade, 'afterMs' | 'lots' | 'n'>,
): Promise<HouseReceipt> {
  const { book, fill, tick, taken, chain, grid } = before.body;
  return houseFill(house, {
    ...trade,
    book,
    market: fill.market,
    side: fill.side === 'sell' ? 'sell' : 'buy',
    block: tick.block,
    taken: taken + Number(units(fill.quantity) / units(grid.lot)),
    place: (chain?.place ?? 0) + 1,
    previous: await receiptHash(before),
  });
}
