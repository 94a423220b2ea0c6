import type { TickProof } from './check-tick.ts';
import { type ProofText, readProof } from './evidence.ts';
import type { HouseFill } from './rules/house-fill.ts';
import { units } from './units.ts';

/** The receipt of a trade with the house as it is issued: prices, amounts and rates are decimal text. */
export type HouseFillText = {
  readonly rule: string;
  readonly version: number;
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
  readonly settings: {
    readonly version: number;
    readonly levels: number;
    readonly spread_rate: string;
    readonly step_rate: string;
    readonly level_worth: string;
    readonly inventory_max: string;
  };
  readonly grid: { readonly price_tick: string; readonly lot: string };
  readonly taken: number;
};
/** What the API answers for an id. */
export type ReceiptText = { readonly kind: string; readonly body: HouseFillText; readonly proof: ProofText };
/** Id and market are what was asked for. */
export type Receipt = {
  readonly kind: string;
  readonly id: string;
  readonly market: number;
  readonly fill: HouseFill;
  readonly proof: TickProof;
};

/** Throws where a text is no number; what the numbers say is for the checks. Name what was asked for, if it is known. */
export const readReceipt = (
  { kind, body, proof }: ReceiptText,
  asked: Partial<Pick<Receipt, 'id' | 'market'>> = {},
): Receipt => ({
  kind,
  id: asked.id ?? body.fill.id,
  market: asked.market ?? body.fill.market,
  fill: readHouseFill(body),
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
      settings: {
        levels: settings.levels,
        spreadRate: units(settings.spread_rate),
        stepRate: units(settings.step_rate),
        levelWorth: units(settings.level_worth),
        inventoryMax: units(settings.inventory_max),
      },
    },
    taken,
  };
}
