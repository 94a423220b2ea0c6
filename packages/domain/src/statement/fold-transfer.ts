import { type Amount, absolute, add, negate, subtract, sum, ZERO } from '@app/money';
import { type ResultProduct, transferRule } from '../ledger/index.ts';
import { WORTH_CURRENCY } from '../wallet/index.ts';
import { type CostLots, createCash, createCostLots, type Lot } from './cost-lots.ts';

/** A transfer as one user's money saw it: the net change of each coin over all accounts but bonus. */
export type MovedTransfer = {
  readonly id: bigint;
  readonly atMs: number;
  readonly kind: string;
  readonly changes: ReadonlyMap<string, Amount>;
  /** The fee contained in the changes. */
  readonly fee?: { readonly currency: string; readonly amount: Amount } | undefined;
};

/** Values an amount of a coin in USDT at the time of the transfer; undefined for a coin without a price. */
export type Appraise = (currency: string, amount: Amount) => Amount | undefined;

/** A coin taken from its lots. `result` is proceeds minus cost, first in first out. */
export type Disposal = {
  readonly currency: string;
  readonly quantity: Amount;
  readonly proceeds: Amount;
  readonly cost: Amount;
};

/** What a transfer means for a statement, in USDT. */
export type Outcome = {
  /** Value that came from outside (positive) or went there, by coin. */
  readonly flows: ReadonlyMap<string, Amount>;
  readonly product: ResultProduct | undefined;
  /** Realised result before the fee. */
  readonly result: Amount;
  readonly fee: Amount;
  readonly disposals: readonly Disposal[];
  /** The coin this is a result of; the valuation currency if there is no other. */
  readonly currency: string;
};

/** A user's coins and what they cost. The valuation currency has no lots: it always costs its quantity. */
export type CostBook = {
  readonly coins: Map<string, CostLots>;
  /** Coins of which some came in without a price: their cost is not known. */
  readonly unpriced: Set<string>;
};

export const createCostBook = (
  lots: ReadonlyMap<string, readonly Lot[]>,
  unpriced: Iterable<string> = [],
): CostBook => ({
  coins: new Map([...lots].map(([currency, open]) => [currency, openLots(currency, open)])),
  unpriced: new Set(unpriced),
});

const openLots = (currency: string, open: readonly Lot[]): CostLots =>
  currency === WORTH_CURRENCY ? createCash(sum(open.map(({ quantity }) => quantity))) : createCostLots(open);

/** Books a transfer: changes the lots and returns what it means. A transfer between own accounts has no changes. */
export function foldTransfer(book: CostBook, transfer: MovedTransfer, appraise: Appraise): Outcome {
  const legs = [...transfer.changes]
    .filter(([, amount]) => amount !== ZERO)
    .map(([currency, amount]) => ({ currency, amount }));
  const cash = legs.find(({ currency }) => currency === WORTH_CURRENCY)?.amount ?? ZERO;
  const coins = legs.filter(({ currency }) => currency !== WORTH_CURRENCY);
  if (cash !== ZERO) lotsOf(book, WORTH_CURRENCY).change(cash, cash);
  const rule = transferRule(transfer.kind);
  const traded = rule?.flow === 'none' ? tradedValue(coins, cash, appraise) : undefined;
  const booked = coins.map((leg) => bookLeg(book, leg, traded ?? appraise(leg.currency, absolute(leg.amount))));
  const disposals = booked.flatMap(({ disposal }) => disposal ?? []);
  const currency = disposals[0]?.currency ?? coins[0]?.currency ?? WORTH_CURRENCY;
  if (rule === undefined || rule.flow !== 'none') {
    const flows = new Map(booked.map(({ value }, index) => [coins[index]?.currency ?? '', value]));
    if (cash !== ZERO) flows.set(WORTH_CURRENCY, cash);
    return { flows, product: undefined, result: ZERO, fee: ZERO, disposals, currency };
  }
  const worth = booked.reduce((total, { value }) => add(total, value), cash);
  const fee = feeValue(transfer.fee, appraise);
  const realised = booked.reduce((total, leg) => add(total, leg.realised), ZERO);
  // A fee paid when buying is part of the cost of what is held; of a sale it lowers the result.
  const gross = disposals.length > 0 ? add(realised, fee) : realised;
  const result = traded === undefined ? add(worth, fee) : gross;
  return { flows: NO_FLOWS, product: rule.product, result, fee, disposals, currency };
}

const NO_FLOWS: ReadonlyMap<string, Amount> = new Map();

/** A fee in the valuation currency counts to the last place. */
function feeValue(fee: MovedTransfer['fee'], appraise: Appraise): Amount {
  if (fee === undefined) return ZERO;
  return fee.currency === WORTH_CURRENCY ? fee.amount : (appraise(fee.currency, fee.amount) ?? ZERO);
}

type Leg = { readonly currency: string; readonly amount: Amount };

/** Returns the value for which coins changed hands; undefined if nothing was given in return. */
function tradedValue(coins: readonly Leg[], cash: Amount, appraise: Appraise): Amount | undefined {
  const [first, second] = coins;
  if (first === undefined || coins.length > 2) return undefined;
  if (second === undefined) {
    const isExchange = cash !== ZERO && cash > ZERO !== first.amount > ZERO;
    return isExchange ? absolute(cash) : undefined;
  }
  if (cash !== ZERO || first.amount > ZERO === second.amount > ZERO) return undefined;
  const [given, received] = first.amount < ZERO ? [first, second] : [second, first];
  return appraise(given.currency, absolute(given.amount)) ?? appraise(received.currency, received.amount);
}

type Booked = { readonly value: Amount; readonly realised: Amount; readonly disposal: Disposal | undefined };

/** Changes a coin's lots at a value. A coin without a price costs nothing known, and realises nothing. */
function bookLeg(book: CostBook, { currency, amount }: Leg, size: Amount | undefined): Booked {
  const lots = lotsOf(book, currency);
  if (size === undefined) book.unpriced.add(currency);
  const value = amount < ZERO ? negate(size ?? ZERO) : (size ?? ZERO);
  const realised = lots.change(amount, value);
  if (amount > ZERO) return { value, realised, disposal: undefined };
  const proceeds = negate(value);
  const disposal = { currency, quantity: negate(amount), proceeds, cost: subtract(proceeds, realised) };
  return { value, realised, disposal };
}

function lotsOf(book: CostBook, currency: string): CostLots {
  const known = book.coins.get(currency);
  if (known !== undefined) return known;
  const lots = openLots(currency, []);
  book.coins.set(currency, lots);
  return lots;
}
