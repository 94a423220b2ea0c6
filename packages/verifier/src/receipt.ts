import type { TickProof } from './check-tick.ts';
import { type ProofText, readProof } from './evidence.ts';
import type { IssuedReceipt } from './receipt-bytes.ts';
import type { HouseFill } from './rules/house-fill.ts';
import type { LadderSettings } from './rules/house-ladder.ts';
import type { SeededSettings } from './rules/seeded-ladder.ts';
import { readSeal, type Seal, type SealText } from './seal.ts';
import { units } from './units.ts';

/** Settings of the house ladder, as text. */
export type LadderText = {
  readonly levels: number;
  readonly spread_rate: string;
  readonly step_rate: string;
  readonly level_worth: string;
  readonly inventory_max: string;
};
/** Settings of the ladder of version 3, as text. */
export type SeededText = LadderText & {
  readonly double_every: number;
  readonly growth_rate: string;
  readonly vary_rate: string;
  readonly renew_ticks: number;
};
/** Settings of version 3 for the markets of one class; the last class is for markets that none lists. */
export type LadderClassText = SeededText & { readonly name: string; readonly markets: readonly number[] };
/** One version of these settings as published; those of version 3 have one entry for each class of markets. */
export type PublishedText = {
  readonly version: number;
  readonly value: LadderText | { readonly classes: readonly LadderClassText[] };
};
/** Receipt of a fill against the house as issued: prices, amounts and rates are decimal text. */
export type HouseFillText = {
  readonly rule: string;
  readonly version: number;
  readonly book: string;
  readonly fill: {
    readonly id: string;
    readonly market: number;
    readonly symbol: string;
    readonly side: string;
    readonly price: string;
    readonly quantity: string;
    readonly houseTook: boolean;
    /** Time of the fill in milliseconds; version 2 only, version 1 has it in the id alone. */
    readonly at?: number | undefined;
  };
  readonly tick: { readonly market: number; readonly seq: number; readonly price: string; readonly block: number };
  readonly inventory: { readonly base: string; readonly quote: string };
  /** Version 3 also has the class of the market and what its levels vary by. */
  readonly settings: LadderText & Partial<SeededText> & { readonly version: number; readonly class?: string };
  readonly grid: { readonly price_tick: string; readonly lot: string };
  readonly taken: number;
  /** Oldest price the house trades at, and the version of that setting; version 2 only. */
  readonly freshness?: { readonly version: number; readonly max_age_ms: number } | undefined;
  /** Place in the chain of receipts of one ladder and side, and the hash of the one before; version 2 only. */
  readonly chain?: { readonly place: number; readonly previous: string | null } | undefined;
};
/** A receipt as issued, of this kind. */
export type HouseReceipt = IssuedReceipt & { readonly body: HouseFillText };
/** One version of the freshness setting as published. */
export type FreshnessText = { readonly version: number; readonly value: number };
/** API response for a receipt id; `settings` is null if the version the receipt names was never published. */
export type ReceiptText = {
  readonly kind: string;
  readonly body: HouseFillText;
  readonly settings: PublishedText | null;
  /** Null or absent where the receipt names no freshness, or a version that was never published. */
  readonly freshness?: FreshnessText | null | undefined;
  readonly proof: ProofText;
  /** Null until a block has sealed the receipt; absent for version 1. */
  readonly seal?: SealText | null | undefined;
  /**
   * All receipts of its ladder and side in order, from the public list; later ones are ignored. A receipt that is the
   * third or later cannot be verified without them.
   */
  readonly ladder?: readonly HouseReceipt[] | undefined;
};
export type Published = {
  readonly version: number;
  readonly settings: LadderSettings | SeededSettings;
  /** Class of the market, in version 3. */
  readonly className: string | undefined;
};
/** Parsed receipt; id and market are those that were requested. */
export type Receipt = {
  readonly kind: string;
  readonly id: string;
  readonly market: number;
  readonly book: string;
  readonly fill: HouseFill;
  /** Version of the settings the receipt claims to be computed with. */
  readonly settingsVersion: number;
  readonly published: Published | undefined;
  readonly publishedFreshness: FreshnessText | undefined;
  readonly proof: TickProof;
  /** The receipt as it was hashed. */
  readonly issued: HouseReceipt;
  /** Receipts of its ladder before it, from the first one; undefined if the reader did not ask for them. */
  readonly earlier: readonly HouseReceipt[] | undefined;
  readonly seal: Seal | undefined;
};

/**
 * Parses a receipt; throws if a text is not a number and leaves the values to the checks. Pass the requested id and
 * market if they are known.
 */
export const readReceipt = (
  { kind, body, settings, freshness, proof, seal, ladder }: ReceiptText,
  query: Partial<Pick<Receipt, 'id' | 'market'>> = {},
): Receipt => ({
  kind,
  id: query.id ?? body.fill.id,
  market: query.market ?? body.fill.market,
  book: body.book,
  fill: readHouseFill(body),
  settingsVersion: body.settings.version,
  published: readPublished(settings, query.market ?? body.fill.market),
  publishedFreshness: freshness ?? undefined,
  proof: readProof(proof, body.tick),
  issued: { id: query.id ?? body.fill.id, kind, body },
  earlier: ladder?.slice(0, body.chain?.place ?? 0).map(({ id, kind, body }) => ({ id, kind, body })),
  seal: seal ? readSeal(seal) : undefined,
});

function readHouseFill({ rule, version, fill, tick, inventory, settings, grid, taken }: HouseFillText): HouseFill {
  const tickPrice = units(tick.price);
  return {
    rule,
    version,
    fill: { ...fill, price: units(fill.price), quantity: units(fill.quantity) },
    tick: { ...tick, price: tickPrice },
    ladder: {
      price: tickPrice,
      base: units(inventory.base),
      quote: units(inventory.quote),
      priceTick: units(grid.price_tick),
      lot: units(grid.lot),
      settings: version === 3 ? readSeeded(settings as SeededText) : readSettings(settings),
    },
    taken,
  };
}

export const readSettings = (text: LadderText): LadderSettings => ({
  levels: text.levels,
  spreadRate: units(text.spread_rate),
  stepRate: units(text.step_rate),
  levelWorth: units(text.level_worth),
  inventoryMax: units(text.inventory_max),
});

export const readSeeded = (text: SeededText): SeededSettings => ({
  ...readSettings(text),
  doubleEvery: text.double_every,
  growthRate: units(text.growth_rate),
  varyRate: units(text.vary_rate),
  renewTicks: text.renew_ticks,
});

/** Returns undefined for responses saved before the API included settings, and for a list without classes. */
function readPublished(text: PublishedText | null | undefined, market: number): Published | undefined {
  if (!text) return undefined;
  const { version, value } = text;
  if (!('classes' in value)) return { version, settings: readSettings(value), className: undefined };
  const found = value.classes.find(({ markets }) => markets.includes(market)) ?? value.classes.at(-1);
  return found && { version, settings: readSeeded(found), className: found.name };
}
