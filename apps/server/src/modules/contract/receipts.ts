import {
  bankruptcyPrice,
  type ContractClass,
  type ContractTerms,
  type Cover,
  liquidationPrice,
  type Position,
  type Settlement,
  type SettlementCause,
} from '@app/domain/contract';
import type { Mode } from '@app/domain/ledger';
import { type Amount, formatDecimal, type Price, type Rate } from '@app/money';
import { CONTRACT_KINDS, type OpenText, type OvernightText, type SettlementText } from '@app/verifier';
import { hashReceipt, type Receipt } from '../proof/index.ts';
import type { Versioned } from '../reference/index.ts';

/** A tick as a receipt names it. */
export type ReceiptTick = { readonly seq: number; readonly price: Price; readonly block: number };

/** Receipts issued so far in one chain, and the hash of the last one. */
export type ReceiptChain = { readonly place: number; readonly hash: string | null };

/** What all receipts of contracts have in common. */
export type ReceiptContext = {
  readonly mode: Mode;
  readonly market: { readonly id: number; readonly symbol: string; readonly priceTick: Price };
  /** Base units of one lot. */
  readonly multiplier: Amount;
  /** Tick at which it was decided. */
  readonly tick: ReceiptTick;
  /** Terms that the position keeps, with their version. */
  readonly terms: Versioned<ContractTerms>;
  /** Class of the market that is in force. */
  readonly class: Versioned<ContractClass>;
  readonly chain: ReceiptChain;
  /** Time of the decision: within two seconds of the one in the id. */
  readonly atMs: number;
};

/** A receipt to issue, and its chain after it. */
export type ChainedReceipt = { readonly receipt: Receipt; readonly chain: ReceiptChain & { readonly hash: string } };

export type OpenedOrder = {
  readonly kind: 'market' | 'limit' | 'reverse';
  readonly limit: Price | undefined;
  /** Last tick of the market when it arrived: only later ones open it. */
  readonly afterSeq: number;
  /** When it arrived: only blocks sealed since then open it. */
  readonly atMs: number;
};

type Opening = {
  readonly id: bigint;
  /** Day of delivery; undefined for a perpetual contract. */
  readonly series: string | undefined;
  readonly position: Position;
  readonly order: OpenedOrder;
};

/** Returns the receipt of an opened position. */
export function openReceipt(context: ReceiptContext, { id, series, position, order }: Opening): ChainedReceipt {
  const { market, atMs } = context;
  const body: OpenText = {
    rule: 'contract-open',
    version: 1,
    book: context.mode,
    position: {
      id: String(id),
      market: market.id,
      symbol: market.symbol,
      series: series ?? PERPETUAL,
      side: position.side,
      lots: text(position.lots),
      leverage: position.leverage,
      entry: text(position.entry),
      margin: text(position.margin),
      fee: text(position.openFee),
      overnight_since: text(position.overnightSince),
      at: atMs,
    },
    order: { kind: order.kind, limit: optional(order.limit), after_seq: order.afterSeq, at: order.atMs },
    ...groundsOf(context),
    prices: {
      liquidation: optional(liquidationPrice(position, position.overnightSince)),
      bankruptcy: optional(bankruptcyPrice(position, position.overnightSince)),
    },
    chain: chainText(context.chain),
  };
  return chained(context, { id, kind: CONTRACT_KINDS.open, body });
}

type Ending = {
  readonly id: bigint;
  readonly position: bigint;
  readonly series: string | undefined;
  readonly cause: SettlementCause;
  /** What is settled, before it is, and what stays open of the same position. */
  readonly part: Position;
  readonly rest: Position | undefined;
  readonly settlement: Settlement;
  readonly cover: Cover;
  readonly overnightIndex: Price;
  readonly stopLoss: Price | undefined;
  readonly takeProfit: Price | undefined;
  /**
   * Last tick and time before the last change by its user: the order to close it, or its stops and margin. For a reverse
   * these are the reversing order's. A stop that fires changes neither.
   */
  readonly changed: { readonly seq: number; readonly ms: number };
  /** Tick that fired a stop or take-profit, which the next tick fills; undefined for every other cause. */
  readonly trigger: ReceiptTick | undefined;
};

/** Returns the receipt of the end of a position, or of some of its lots. */
export function settlementReceipt(context: ReceiptContext, ending: Ending): ChainedReceipt {
  const { market } = context;
  const { id, part, rest, settlement, cover, trigger } = ending;
  const body: SettlementText = {
    rule: 'contract-settlement',
    version: 1,
    book: context.mode,
    settlement: {
      id: String(id),
      position: String(ending.position),
      cause: ending.cause,
      price: text(settlement.price),
      lots: text(settlement.lots),
      margin: text(settlement.margin),
      result: text(settlement.result),
      overnight: text(settlement.overnight),
      overnight_returned: text(settlement.overnightReturned),
      fee: text(settlement.fee),
      liquidation_fee: text(settlement.liquidationFee),
      returned: text(settlement.returned),
      shortfall: text(settlement.shortfall),
      by_insurance: text(cover.insurance),
      by_capital: text(cover.capital),
      at: context.atMs,
    },
    before: {
      market: market.id,
      symbol: market.symbol,
      series: ending.series ?? PERPETUAL,
      side: part.side,
      lots: text(part.lots),
      leverage: part.leverage,
      entry: text(part.entry),
      margin: text(part.margin),
      overnight_since: text(part.overnightSince),
      overnight_charged: text(part.overnightCharged),
      stop_loss: optional(ending.stopLoss),
      take_profit: optional(ending.takeProfit),
      changed_seq: ending.changed.seq,
      changed_ms: ending.changed.ms,
    },
    rest: rest
      ? { lots: text(rest.lots), margin: text(rest.margin), overnight_charged: text(rest.overnightCharged) }
      : null,
    overnight_index: text(ending.overnightIndex),
    trigger: trigger ? tickText(market.id, trigger) : null,
    ...groundsOf(context),
    chain: chainText(context.chain),
  };
  return chained(context, { id, kind: CONTRACT_KINDS.settlement, body });
}

type Night = {
  /** Of its row in contract_overnight. */
  readonly id: bigint;
  /** As `2026-11-18`: the fee of 00:00 UTC of this day. */
  readonly day: string;
  readonly indexBefore: Price;
  readonly indexAfter: Price;
};

/** Returns the receipt of one night of a market. Its chain is that of the market's nights in one mode. */
export function overnightReceipt(context: Omit<ReceiptContext, 'terms' | 'multiplier'>, night: Night): ChainedReceipt {
  const { market, tick } = context;
  const { version, value } = context.class;
  const body: OvernightText = {
    rule: 'contract-overnight',
    version: 1,
    book: context.mode,
    night: {
      id: String(night.id),
      market: market.id,
      symbol: market.symbol,
      day: night.day,
      index_before: text(night.indexBefore),
      index_after: text(night.indexAfter),
      at: context.atMs,
    },
    class: { version, name: value.name, overnight_rate: text(value.overnightRate) },
    tick: tickText(market.id, tick),
    chain: chainText(context.chain),
  };
  return chained(context, { id: night.id, kind: CONTRACT_KINDS.overnight, body });
}

const PERPETUAL = 'perp';

const text = (value: Amount | Price | Rate): string => formatDecimal(value);
const optional = (value: Price | undefined): string | null => (value === undefined ? null : text(value));
const chainText = ({ place, hash }: ReceiptChain) => ({ place, previous: hash });
const tickText = (market: number, { seq, price, block }: ReceiptTick) => ({ market, seq, price: text(price), block });

/** Returns the price, grid and published rules that an outcome was computed from. */
const groundsOf = ({ market, multiplier, tick, terms, class: own }: ReceiptContext) => ({
  tick: tickText(market.id, tick),
  grid: { price_tick: text(market.priceTick), multiplier: text(multiplier) },
  terms: termsText(terms),
  class: { version: own.version, name: own.value.name, spread_rate: text(own.value.spreadRate) },
});

/** Terms are the same for many positions, and their tiers are half of the numbers of a receipt. */
const termsTexts = new WeakMap<ContractTerms, ReturnType<typeof writeTerms>>();

function termsText({ version, value }: Versioned<ContractTerms>) {
  const known = termsTexts.get(value);
  if (known?.version === version) return known;
  const made = writeTerms({ version, value });
  termsTexts.set(value, made);
  return made;
}

const writeTerms = ({ version, value }: Versioned<ContractTerms>) => ({
  version,
  open_fee_rate: text(value.openFeeRate),
  close_fee_rate: text(value.closeFeeRate),
  liquidation_fee_rate: text(value.liquidationFeeRate),
  maintenance_tiers: value.tiers.map(({ above, rate }) => ({ above: text(above), rate: text(rate) })),
});

function chained(
  { tick, chain }: Pick<ReceiptContext, 'tick' | 'chain'>,
  issued: Omit<Receipt, 'block'>,
): ChainedReceipt {
  const receipt = { ...issued, block: tick.block };
  return { receipt, chain: { place: chain.place + 1, hash: hashReceipt(receipt) } };
}
