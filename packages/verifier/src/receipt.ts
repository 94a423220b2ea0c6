import type { TickProof } from './check-tick.ts';
import { type ProofText, readProof } from './evidence.ts';
import type { HouseFill } from './rules/house-fill.ts';
import type { LadderSettings } from './rules/house-ladder.ts';
import { units } from './units.ts';

/** What the house's ladder is made by, in words. */
export type LadderText = {
  readonly levels: number;
  readonly spread_rate: string;
  readonly step_rate: string;
  readonly level_worth: string;
  readonly inventory_max: string;
};
/** What everybody is shown as one version of it. */
export type PublishedText = { readonly version: number; readonly value: LadderText };
/** The receipt of a trade with the house as it is issued: prices, amounts and rates are decimal text. */
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
  };
  readonly tick: { readonly market: number; readonly seq: number; readonly price: string; readonly block: number };
  readonly inventory: { readonly base: string; readonly quote: string };
  readonly settings: LadderText & { readonly version: number };
  readonly grid: { readonly price_tick: string; readonly lot: string };
  readonly taken: number;
};
/** What the API answers for an id; none where the version that the receipt names was never published. */
export type ReceiptText = {
  readonly kind: string;
  readonly body: HouseFillText;
  readonly settings: PublishedText | null;
  readonly proof: ProofText;
};
export type Published = { readonly version: number; readonly settings: LadderSettings };
/** Id and market are what was asked for. */
export type Receipt = {
  readonly kind: string;
  readonly id: string;
  readonly market: number;
  readonly book: string;
  readonly fill: HouseFill;
  /** The version of the settings that it says it was computed with. */
  readonly settingsVersion: number;
  readonly published: Published | undefined;
  readonly proof: TickProof;
};

/** Throws where a text is no number; what the numbers say is for the checks. Name what was asked for, if it is known. */
export const readReceipt = (
  { kind, body, settings, proof }: ReceiptText,
  query: Partial<Pick<Receipt, 'id' | 'market'>> = {},
): Receipt => ({
  kind,
  id: query.id ?? body.fill.id,
  market: query.market ?? body.fill.market,
  book: body.book,
  fill: readHouseFill(body),
  settingsVersion: body.settings.version,
  published: readPublished(settings),
  proof: readProof(proof, body.tick),
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
      settings: readSettings(settings),
    },
    taken,
  };
}

const readSettings = (text: LadderText): LadderSettings => ({
  levels: text.levels,
  spreadRate: units(text.spread_rate),
  stepRate: units(text.step_rate),
  levelWorth: units(text.level_worth),
  inventoryMax: units(text.inventory_max),
});

/** An answer that was kept before settings came with it has none. */
const readPublished = (text: PublishedText | null | undefined): Published | undefined =>
  text ? { version: text.version, settings: readSettings(text.value) } : undefined;
