import type { TickProof } from './check-tick.ts';
import {
  CONTRACT_KINDS,
  type ContractClassText,
  type ContractTermsText,
  type ContractText,
  type IssuedContract,
  type NamedTickText,
  type OpenText,
  type OvernightText,
  type SettlementText,
} from './contract-text.ts';
import { type ProofText, readProof } from './evidence.ts';
import type { ContractTerms, HeldPosition } from './rules/contract-figures.ts';
import type { Opening } from './rules/contract-open.ts';
import type { Night } from './rules/contract-overnight.ts';
import type { Ending } from './rules/contract-settlement.ts';
import { readSeal, type Seal, type SealText } from './seal.ts';
import { signedUnits, units } from './units.ts';

type Published<Value> = { readonly version: number; readonly value: Value };

/** API response for the receipt of a contract. */
export type ContractAnswer = {
  readonly kind: string;
  readonly body: ContractText;
  /** Terms of the version that it names; null for a night, which has none, or if there is no such version. */
  readonly settings: Published<ContractTermsText> | null;
  readonly classes: Published<{ readonly classes: readonly ContractClassText[] }> | null;
  readonly proof: ProofText;
  /** Proof of the tick that fired a stop or take-profit; null for every other cause. */
  readonly second: ProofText | null;
  /** Null until a block has sealed the receipt. */
  readonly seal: SealText | null;
  /** The receipts before it in its chain, the last hundred of them, in order. */
  readonly earlier: readonly IssuedContract[];
};

/** A market as the reader knows it from the list of markets. */
export type KnownMarket = { readonly id: number; readonly category: string };
type Query = {
  readonly id?: string | undefined;
  readonly markets?: Readonly<Record<string, KnownMarket>> | undefined;
};

/** What a receipt of any kind says of itself. */
type Claim = {
  readonly id: string;
  readonly market: number;
  readonly symbol: string;
  readonly atMs: number;
  /** The order's: the last tick and the time before it. Of a night there is none. */
  readonly after: { readonly seq: number; readonly atMs: number } | undefined;
  readonly trigger: NamedTickText | undefined;
};
export type ContractOutcome = Opening | Ending | Night;

/** Parsed receipt of a contract; the id is the one that was requested. */
export type ContractReceipt = {
  readonly kind: string;
  readonly id: string;
  readonly issued: IssuedContract;
  readonly claim: Claim;
  readonly outcome: ContractOutcome;
  readonly terms: ContractAnswer['settings'];
  readonly classes: ContractAnswer['classes'];
  /** Of its tick, and of the one that fired it. */
  readonly proof: TickProof;
  readonly second: TickProof | undefined;
  /** Undefined if the reader did not fetch the list of markets; null if its symbol is not among them. */
  readonly known: KnownMarket | null | undefined;
  readonly earlier: readonly IssuedContract[];
  readonly seal: Seal | undefined;
};

const KINDS: readonly string[] = Object.values(CONTRACT_KINDS);

/** Whether an answer is about a contract. */
export const isContract = (answer: { readonly kind: string }): boolean => KINDS.includes(answer.kind);

/** Parses the receipt of a contract; throws if a text is not a number and leaves the values to the checks. */
export function readContract(answer: ContractAnswer, { id, markets }: Query = {}): ContractReceipt {
  const { kind, body, settings, classes, proof, second, seal, earlier } = answer;
  const claim = claimOf(body);
  const own = id ?? claim.id;
  return {
    kind,
    id: own,
    issued: { id: own, kind, body },
    claim,
    outcome: readOutcome(body),
    terms: settings,
    classes,
    proof: readProof(proof, body.tick),
    second: second ? readProof(second, claim.trigger) : undefined,
    known: markets && (markets[claim.symbol] ?? null),
    earlier: earlier.map((it) => ({ id: it.id, kind: it.kind, body: it.body })),
    seal: seal ? readSeal(seal) : undefined,
  };
}

function claimOf(body: ContractText): Claim {
  if ('night' in body) {
    const { id, market, symbol, at } = body.night;
    return { id, market, symbol, atMs: at, after: undefined, trigger: undefined };
  }
  if ('position' in body) {
    const { id, market, symbol, at } = body.position;
    const after = { seq: body.order.after_seq, atMs: body.order.at };
    return { id, market, symbol, atMs: at, after, trigger: undefined };
  }
  const { id, at } = body.settlement;
  const { market, symbol, changed_seq, changed_ms } = body.before;
  const after = { seq: changed_seq, atMs: changed_ms };
  return { id, market, symbol, atMs: at, after, trigger: body.trigger ?? undefined };
}

/** Reads the inputs of the rule that a receipt is about. */
export function readOutcome(body: ContractText): ContractOutcome {
  if ('night' in body) return readNight(body);
  return 'position' in body ? readOpening(body) : readEnding(body);
}

const optional = (text: string | null): bigint | null => (text === null ? null : units(text));

const readOpening = ({ position, order, tick, grid, terms, class: own, prices }: OpenText): Opening => ({
  kind: 'open',
  position: readPosition({ ...position, overnight_charged: '0' }, grid, terms),
  leverage: position.leverage,
  fee: units(position.fee),
  series: position.series,
  order: { kind: order.kind, limit: optional(order.limit) },
  index: units(tick.price),
  spreadRate: units(own.spread_rate),
  prices: { liquidation: optional(prices.liquidation), bankruptcy: optional(prices.bankruptcy) },
});

function readEnding(body: SettlementText): Ending {
  const { settlement: it, before, rest, grid, terms } = body;
  return {
    kind: 'settlement',
    cause: it.cause,
    division: {
      price: units(it.price),
      lots: units(it.lots),
      margin: units(it.margin),
      result: signedUnits(it.result),
      overnight: units(it.overnight),
      overnightReturned: units(it.overnight_returned),
      fee: units(it.fee),
      liquidationFee: units(it.liquidation_fee),
      returned: units(it.returned),
      shortfall: units(it.shortfall),
    },
    byInsurance: units(it.by_insurance),
    byCapital: units(it.by_capital),
    part: readPosition(before, grid, terms),
    rest: rest && {
      lots: units(rest.lots),
      margin: units(rest.margin),
      overnightCharged: units(rest.overnight_charged),
    },
    series: before.series,
    stopLoss: optional(before.stop_loss),
    takeProfit: optional(before.take_profit),
    overnightIndex: units(body.overnight_index),
    index: units(body.tick.price),
    firedAt: body.trigger && units(body.trigger.price),
    spreadRate: units(body.class.spread_rate),
  };
}

const readNight = ({ night, class: own, tick }: OvernightText): Night => ({
  kind: 'overnight',
  day: night.day,
  indexBefore: units(night.index_before),
  indexAfter: units(night.index_after),
  rate: units(own.overnight_rate),
  index: units(tick.price),
});

type PositionFields = Pick<
  SettlementText['before'],
  'side' | 'lots' | 'entry' | 'margin' | 'overnight_since' | 'overnight_charged'
>;

const readPosition = (text: PositionFields, grid: OpenText['grid'], terms: ContractTermsText): HeldPosition => ({
  side: text.side,
  lots: units(text.lots),
  entry: units(text.entry),
  margin: units(text.margin),
  overnightSince: units(text.overnight_since),
  overnightCharged: units(text.overnight_charged),
  multiplier: units(grid.multiplier),
  priceTick: units(grid.price_tick),
  terms: readTerms(terms),
});

const readTerms = (text: ContractTermsText): ContractTerms => ({
  openFeeRate: units(text.open_fee_rate),
  closeFeeRate: units(text.close_fee_rate),
  liquidationFeeRate: units(text.liquidation_fee_rate),
  tiers: text.maintenance_tiers.map(({ above, rate }) => ({ above: units(above), rate: units(rate) })),
});
