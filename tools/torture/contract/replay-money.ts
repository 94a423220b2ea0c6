import {
  fromUnits,
  larger,
  minus,
  NOTHING,
  plus,
  type Rational,
  type SlowPosition,
  slowCut,
  slowEnd,
  slowNightsDue,
  slowStep,
  smaller,
  total,
  toUnits,
} from '@app/testkit/exact';
import type { Findings } from '../engines/findings.ts';
import { type Facts, type Life, MARGIN_KINDS, type SettlementRow, type TransferRow } from './facts.ts';
import { FINDINGS } from './findings.ts';
import { costOf, fraction, openedAt, type SlowMarket, slowMarketOf } from './slow-market.ts';
import { dayOf, LIQUIDATION } from './terms.ts';

const BUFFER = fraction(LIQUIDATION.bufferRate);
const WHOLE_BELOW = fraction(LIQUIDATION.wholeBelow);

type Settled = { readonly life: Life; readonly settlement: SettlementRow };
type Funds = { insurance: bigint; capital: bigint };

/** A position while its transfers are replayed. */
type Book = { readonly life: Life; readonly market: SlowMarket; position: SlowPosition | undefined; held: Rational };

/**
 * Replays every transfer of contracts in its order, in exact fractions: what each opening, night and end must have cost,
 * and who paid. What differs is a finding.
 */
export function replayMoney(facts: Facts, findings: Findings): void {
  checkNights(facts, findings);
  const books = new Map<string, Book>();
  const settled = new Map<string, Settled>();
  for (const life of facts.lives) {
    const market = slowMarketOf(facts, life.market);
    books.set(life.id, { life, market, position: undefined, held: NOTHING });
    for (const settlement of life.settlements) settled.set(settlement.id, { life, settlement });
  }
  const funds: Funds = { insurance: 0n, capital: 0n };
  const paid = new Set<string>();
  for (const transfer of facts.transfers) {
    replayOne(transfer, { books, settled, funds, facts, findings, paid });
    funds.insurance += transfer.insurance;
    funds.capital += transfer.capital;
    if (funds.insurance < 0n || funds.capital < 0n) findings.add('fund below zero', String(transfer.id));
  }
  for (const id of settled.keys()) if (!paid.has(id)) findings.add(FINDINGS.transfer, `settlement ${id} has none`);
  for (const book of books.values()) checkRow(book, findings);
}

type Replaying = {
  readonly books: ReadonlyMap<string, Book>;
  readonly settled: ReadonlyMap<string, Settled>;
  readonly funds: Funds;
  readonly facts: Facts;
  readonly findings: Findings;
  /** Settlements that have their transfer. */
  readonly paid: Set<string>;
};

function replayOne(transfer: TransferRow, replaying: Replaying): void {
  const { books, settled, findings } = replaying;
  const { kind, ref } = transfer;
  if (FUNDING_KINDS.includes(kind)) return;
  const of = settled.get(ref);
  const [id = '', more = ''] = ref.split(':');
  const book = books.get(of?.life.id ?? id);
  if (book === undefined) return void findings.add(FINDINGS.transfer, `${kind} ${ref} of no position`);
  if (of !== undefined) replayEnd(book, transfer, { ...replaying, settlement: of.settlement });
  else if (kind === 'contract.hold' || kind === 'contract.release') replayHold(book, transfer, findings);
  else if (kind === 'contract.open') replayOpening(book, transfer, replaying);
  else if (kind === 'contract.overnight') replayNight(book, transfer, { day: more, findings });
  else if (MARGIN_KINDS.includes(kind)) replayMargin(book, transfer, findings);
  else findings.add(FINDINGS.transfer, `${kind} ${ref} of no settlement`);
}

/** What fills the funds: of demo mode the engine, for each product that shares them; of real money the operator. */
const FUNDING_KINDS = ['contract.funding', 'seconds.funding', 'capital.paid_in'];

const isEqual = (exact: Rational, stored: bigint): boolean => toUnits(exact) === stored;
const negative = (value: Rational): Rational => minus(NOTHING, value);

function replayHold(book: Book, { kind, available, frozen, ref }: TransferRow, findings: Findings): void {
  const { life, market } = book;
  const { margin, openFee } = openedAt(market, life, fromUnits(life.limit ?? 0n));
  const held = kind === 'contract.hold' ? plus(margin, openFee) : NOTHING;
  const change = minus(held, book.held);
  if (!isEqual(change, frozen) || !isEqual(negative(change), available))
    findings.add(FINDINGS.transfer, `${kind} ${ref}`);
  book.held = held;
}

function replayOpening(book: Book, transfer: TransferRow, { facts, findings }: Replaying): void {
  const { life, market, held } = book;
  const index = facts.ticks.get(life.market)?.[(life.opening?.tick.seq ?? 0) - 1]?.price;
  if (life.entry === undefined || index === undefined)
    return void findings.add(FINDINGS.transfer, `opening ${life.id}`);
  const own = market.quote(index, life.isLong);
  const limit = life.limit === undefined ? own : fromUnits(life.limit);
  const best = life.isLong ? smaller(own, limit) : larger(own, limit);
  // A pending short that cannot pay for a better price opens at its limit.
  const isPrice = [best, ...(toUnits(held) > 0n ? [limit] : [])].some((price) => isEqual(price, life.entry ?? 0n));
  const position = openedAt(market, life, fromUnits(life.entry));
  const { margin, openFee } = position;
  const isPaid =
    isEqual(minus(margin, held), transfer.frozen) &&
    isEqual(minus(minus(held, margin), openFee), transfer.available) &&
    isEqual(openFee, transfer.fees);
  if (!isPrice || !isPaid) findings.add('opening that is not the exact one', life.id);
  book.position = position;
  book.held = NOTHING;
}

function replayMargin(book: Book, { kind, ref, available, frozen }: TransferRow, findings: Findings): void {
  if (book.position === undefined) return void findings.add(FINDINGS.transfer, `${kind} ${ref} before its opening`);
  const isSigned = kind === 'contract.margin_added' ? frozen > 0n : frozen < 0n;
  if (!isSigned || available !== -frozen) findings.add(FINDINGS.transfer, `${kind} ${ref}`);
  book.position = { ...book.position, margin: plus(book.position.margin, fromUnits(frozen)) };
}

function replayNight(
  book: Book,
  { ref, available, frozen, fees }: TransferRow,
  { day, findings }: { readonly day: string; readonly findings: Findings },
): void {
  const { market, position } = book;
  if (position === undefined) return void findings.add(FINDINGS.nights, `${ref} of nothing`);
  const due = smaller(slowNightsDue(position, market.nightsUntil(day)), position.margin);
  if (!isEqual(negative(due), frozen) || !isEqual(due, fees) || available !== 0n) findings.add(FINDINGS.nights, ref);
  const charged = fromUnits(fees);
  book.position = {
    ...position,
    margin: minus(position.margin, charged),
    nightsPaid: plus(position.nightsPaid, charged),
  };
}

type Ending = Replaying & { readonly settlement: SettlementRow };

function replayEnd(book: Book, transfer: TransferRow, { settlement, facts, findings, funds, paid }: Ending): void {
  const { life, market, position } = book;
  const { id, cause, seq, money } = settlement;
  if (paid.has(id)) findings.add(FINDINGS.transfer, `settlement ${id} is paid twice`);
  paid.add(id);
  const index = facts.ticks.get(life.market)?.[seq - 1]?.price;
  if (position === undefined || index === undefined) return void findings.add(FINDINGS.settlement, `${id} of nothing`);
  const price = cause === 'delivery' ? fromUnits(index) : market.quote(index, !life.isLong);
  const nights = market.nightsAt(seq);
  const isForced = cause === 'liquidation';
  const [part, rest] = divide(position, { settlement, price, nights, index: fromUnits(index) });
  const end = slowEnd(part, { price, nights, isForced });
  const insured = smaller(end.shortfall, fromUnits(funds.insurance));
  const funded = smaller(minus(end.shortfall, insured), fromUnits(funds.capital));
  const checks: Readonly<Record<string, boolean>> = {
    price: isEqual(price, money.price),
    lots: isEqual(part.lots, money.lots),
    margin: isEqual(part.margin, money.margin),
    result: isEqual(negative(end.platform), money.result),
    fees: isEqual(end.fees, money.overnight + money.fee - money.overnight_returned),
    liquidationFee: isEqual(end.insurance, money.liquidation_fee),
    returned: isEqual(end.user, money.returned),
    shortfall: isEqual(end.shortfall, money.shortfall),
    insurance: isEqual(insured, money.by_insurance),
    capital: isEqual(funded, money.by_capital),
  };
  const wrong = Object.entries(checks).flatMap(([name, holds]) => (holds ? [] : [name]));
  if (wrong.length > 0) findings.add(FINDINGS.settlement, `${id} (${cause} of ${life.id}): ${wrong.join(', ')}`);
  const isMoved =
    isEqual(negative(part.margin), transfer.frozen) &&
    isEqual(end.user, transfer.available) &&
    isEqual(end.fees, transfer.fees) &&
    isEqual(minus(end.insurance, insured), transfer.insurance) &&
    isEqual(negative(funded), transfer.capital) &&
    isEqual(total([end.platform, minus(insured, end.shortfall), funded]), transfer.platform);
  if (!isMoved) findings.add(FINDINGS.transfer, `${transfer.kind} ${id} of ${life.id}`);
  book.position = rest;
}

type Division = {
  readonly settlement: SettlementRow;
  readonly price: Rational;
  readonly index: Rational;
  readonly nights: readonly Rational[];
};

/** Returns what ends and what stays open. */
function divide(
  position: SlowPosition,
  { settlement: { cause, money }, price, index, nights }: Division,
): readonly [SlowPosition, SlowPosition | undefined] {
  if (cause === 'liquidation')
    return slowStep(position, { index, nights }, { price, buffer: BUFFER, wholeBelow: WHOLE_BELOW });
  if (isEqual(position.lots, money.lots)) return [position, undefined];
  return slowCut(position, fromUnits(money.lots), { price, nights, isForced: false });
}

/** The row must end with what the replay has left. */
function checkRow({ life, position }: Book, findings: Findings): void {
  const row = life.versions.at(-1);
  if (row === undefined || (row.status !== 'open' && row.status !== 'closing')) return;
  const isSame =
    position !== undefined &&
    isEqual(position.lots, row.lots) &&
    isEqual(position.margin, row.margin) &&
    isEqual(position.nightsPaid, row.charged);
  if (!isSame) findings.add('position that is not what is left of it', life.id);
}

/** Each night's tick is the first of its day, and its cost is by the rule. Nights without a tick have the next one. */
function checkNights({ ticks, nights }: Facts, findings: Findings): void {
  for (const [market, own] of nights) {
    let before = 0n;
    for (const night of own) {
      const first = ticks.get(market)?.find(({ atMs, phase }) => phase !== 'closed' && dayOf(atMs) >= night.day);
      const isSound = first?.seq === night.seq && first.price === night.price && night.before === before;
      if (!isSound || toUnits(plus(fromUnits(before), costOf(night))) !== night.after)
        findings.add(
          'night that is not the first tick of its day',
          `market ${market}, ${night.day}: tick ${night.seq} at ${night.price}, and the first is ${first?.seq} at ${first?.price}; index ${night.before} after ${before}`,
        );
      before = night.after;
    }
  }
}
