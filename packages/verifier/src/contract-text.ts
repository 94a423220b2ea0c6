import type { IssuedReceipt } from './receipt-bytes.ts';

/** Kinds of the receipts of contracts. */
export const CONTRACT_KINDS = {
  open: 'contract.open',
  settlement: 'contract.settlement',
  overnight: 'contract.overnight',
} as const;

/** A tick that a receipt names. */
export type NamedTickText = {
  readonly market: number;
  readonly seq: number;
  readonly price: string;
  readonly block: number;
};
/** Fees and maintenance of contracts, as published; rates are decimal text. */
export type ContractTermsText = {
  readonly open_fee_rate: string;
  readonly close_fee_rate: string;
  readonly liquidation_fee_rate: string;
  readonly maintenance_tiers: readonly { readonly above: string; readonly rate: string }[];
};
/** Terms of one class of markets, as published. */
export type ContractClassText = {
  readonly name: string;
  /** Markets by number; they are in this class whatever their category. */
  readonly markets: readonly number[];
  /** Categories whose other markets are in this class. */
  readonly categories: readonly string[];
  readonly leverage_max: number;
  readonly spread_rate: string;
  readonly overnight_rate: string;
};
/** Place in a chain of receipts, and the hash of the one before. */
type ChainText = { readonly place: number; readonly previous: string | null };

/** The sealed price, the market's steps and the published rules that an outcome was computed from. */
type GroundsText = {
  readonly tick: NamedTickText;
  readonly grid: { readonly price_tick: string; readonly multiplier: string };
  readonly terms: ContractTermsText & { readonly version: number };
  readonly class: { readonly version: number; readonly name: string; readonly spread_rate: string };
  /** Of all receipts of one position. */
  readonly chain: ChainText;
};

/** Receipt of an opened position as issued: amounts, prices and rates are decimal text, times are in milliseconds. */
export type OpenText = GroundsText & {
  readonly rule: string;
  readonly version: number;
  readonly book: string;
  readonly position: {
    readonly id: string;
    readonly market: number;
    readonly symbol: string;
    /** Day of delivery, or `perp`. */
    readonly series: string;
    readonly side: string;
    readonly lots: string;
    readonly leverage: number;
    readonly entry: string;
    readonly margin: string;
    readonly fee: string;
    readonly overnight_since: string;
    readonly at: number;
  };
  /** The order, and the last tick before it: only a later one, of a block sealed since, opens it. */
  readonly order: {
    readonly kind: string;
    readonly limit: string | null;
    readonly after_seq: number;
    readonly at: number;
  };
  /** Where it will be liquidated and is bankrupt, before any night; null where no price does that. */
  readonly prices: { readonly liquidation: string | null; readonly bankruptcy: string | null };
};

/** Receipt of the end of a position, or of some of its lots, as issued. */
export type SettlementText = GroundsText & {
  readonly rule: string;
  readonly version: number;
  readonly book: string;
  readonly settlement: {
    readonly id: string;
    readonly position: string;
    readonly cause: string;
    readonly price: string;
    readonly lots: string;
    readonly margin: string;
    /** Negative for a loss. */
    readonly result: string;
    readonly overnight: string;
    readonly overnight_returned: string;
    readonly fee: string;
    readonly liquidation_fee: string;
    readonly returned: string;
    readonly shortfall: string;
    readonly by_insurance: string;
    readonly by_capital: string;
    readonly at: number;
  };
  /** What was settled, and the last tick and time before its user last changed the position. */
  readonly before: {
    readonly market: number;
    readonly symbol: string;
    readonly series: string;
    readonly side: string;
    readonly lots: string;
    readonly leverage: number;
    readonly entry: string;
    readonly margin: string;
    readonly overnight_since: string;
    readonly overnight_charged: string;
    readonly stop_loss: string | null;
    readonly take_profit: string | null;
    readonly changed_seq: number;
    readonly changed_ms: number;
  };
  /** What stayed open of the position; null if nothing did. */
  readonly rest: { readonly lots: string; readonly margin: string; readonly overnight_charged: string } | null;
  readonly overnight_index: string;
  /** Tick that fired a stop or take-profit, which the next one fills; null for every other cause. */
  readonly trigger: NamedTickText | null;
};

/** Receipt of one night of a market as issued. */
export type OvernightText = {
  readonly rule: string;
  readonly version: number;
  readonly book: string;
  readonly night: {
    readonly id: string;
    readonly market: number;
    readonly symbol: string;
    readonly day: string;
    readonly index_before: string;
    readonly index_after: string;
    readonly at: number;
  };
  readonly class: { readonly version: number; readonly name: string; readonly overnight_rate: string };
  readonly tick: NamedTickText;
  /** Of all nights of the market in one mode. */
  readonly chain: ChainText;
};

export type ContractText = OpenText | SettlementText | OvernightText;
export type IssuedContract = IssuedReceipt & { readonly body: ContractText };
