import { type Amount, amountForSpeech, type Decimal, showPrice } from '@app/money';
import type { ContractReceipt, Ending, Night, Opening } from '@app/verifier';
import type { Text } from '../../../data/app/texts.ts';

/** Shown in place of what is not known. */
export const NONE = '—';

/** The currency of every margin, fee and result. */
const MONEY = 'USDT';
/** Margins have up to 18 places, which a phone shows in no row; the copied evidence has them all. */
const SHOWN_PLACES = 8;
/** All figures are integers of 10⁻¹⁸. */
const UNIT_PLACES = 18;

/** Formatters of one receipt's figures; values are integers of 10⁻¹⁸, like ours. */
export type Format = {
  readonly price: (value: bigint | null) => string;
  readonly money: (value: bigint) => string;
  /** To the last digit: what one unit costs a night can be tiny, and so can a difference. */
  readonly exactly: (value: bigint) => string;
  readonly plain: (value: bigint) => string;
  readonly percent: (value: bigint) => string;
};

/** Returns the formatters for a market whose prices have so many places. */
export function formatWith(precision: number | undefined): Format {
  const plain = (value: bigint) => amountForSpeech(value as Amount);
  return {
    price: (value) => (value === null ? NONE : wholePrice(value, precision)),
    money: (value) => `${amountForSpeech(value as Amount, SHOWN_PLACES)} ${MONEY}`,
    exactly: (value) => `${plain(value)} ${MONEY}`,
    plain,
    percent: (value) => `${plain(value * 100n)}%`,
  };
}

/** Shows a price with the places of its market. Platform prices lie on a finer grid and keep all their digits. */
function wholePrice(value: bigint, precision = 0): string {
  const isOnTick = value % 10n ** BigInt(UNIT_PLACES - precision) === 0n;
  return isOnTick ? showPrice(value as Decimal, precision) : amountForSpeech(value as Decimal);
}

/** Returns its series, and what ended it. */
export function tagsOf({ outcome }: ContractReceipt, text: Text): string[] {
  if (outcome.kind === 'overnight') return [];
  const { series } = outcome;
  const tag = series === 'perp' ? text('proof.contract.perp') : text('proof.contract.delivery', { day: series });
  return outcome.kind === 'settlement' ? [tag, causeText(outcome.cause, text)] : [tag];
}

const CAUSES = ['user', 'reverse', 'stop', 'profit', 'liquidation', 'delivery'] as const;

/** Names what ended a position; an unknown cause is shown as sent, beside the check that fails for it. */
export function causeText(cause: string, text: Text): string {
  const known = CAUSES.find((it) => it === cause);
  return known === undefined ? cause : text(`proof.contract.cause.${known}`);
}

/** Says in one sentence what happened. */
export function sentenceOf({ claim: { symbol }, outcome }: ContractReceipt, format: Format, text: Text): string {
  if (outcome.kind === 'overnight') {
    const amount = format.exactly(outcome.indexAfter - outcome.indexBefore);
    return text('proof.contract.night', { symbol, day: outcome.day, amount });
  }
  if (outcome.kind === 'open') {
    const { position, leverage } = outcome;
    const side = position.side === 'short' ? 'short' : 'long';
    const figures = { symbol, lots: format.plain(position.lots), price: format.price(position.entry), leverage };
    return text(`proof.contract.opened.${side}`, figures);
  }
  const { division, part } = outcome;
  const side = part.side === 'short' ? 'short' : 'long';
  const figures = { symbol, lots: format.plain(division.lots), price: format.price(division.price) };
  return text(`proof.contract.closed.${side}`, figures);
}

type Fact = readonly [label: string, value: string];

/** Returns every figure of a receipt, with its label. */
export function factsOf(outcome: ContractReceipt['outcome'], format: Format, text: Text): Fact[] {
  if (outcome.kind === 'open') return openFacts(outcome, format, text);
  return outcome.kind === 'settlement' ? endFacts(outcome, format, text) : nightFacts(outcome, format, text);
}

function openFacts({ index, order, position, leverage, fee, prices }: Opening, format: Format, text: Text): Fact[] {
  const limit: Fact[] = order.limit === null ? [] : [[text('proof.contract.limit'), format.price(order.limit)]];
  return [
    [text('proof.receipt.piece.index'), format.price(index)],
    ...limit,
    [text('proof.contract.entry'), format.price(position.entry)],
    [text('proof.contract.lots'), format.plain(position.lots)],
    [text('proof.contract.leverage'), `${leverage}×`],
    [text('proof.contract.piece.margin'), format.money(position.margin)],
    [text('proof.contract.fee.open'), format.money(fee)],
    [text('proof.contract.piece.liquidation'), format.price(prices.liquidation)],
    [text('proof.contract.bankruptcy'), format.price(prices.bankruptcy)],
  ];
}

function endFacts(ending: Ending, format: Format, text: Text): Fact[] {
  const { division, part, rest, index, firedAt, byInsurance, byCapital } = ending;
  const { price, lots, margin, result, overnight, fee, returned } = division;
  const fired: Fact[] = firedAt === null ? [] : [[text('proof.contract.fired'), format.price(firedAt)]];
  const left: Fact[] = rest === null ? [] : [[text('proof.contract.rest'), format.plain(rest.lots)]];
  /** Shown only where there is something to show: most positions have no part of a loss to be paid by others. */
  const seldom: readonly (readonly [label: string, amount: bigint])[] = [
    [text('proof.contract.fee.liquidation'), division.liquidationFee],
    [text('proof.contract.nights.back'), division.overnightReturned],
    [text('proof.contract.piece.covered'), division.shortfall],
    [text('proof.contract.by.insurance'), byInsurance],
    [text('proof.contract.by.capital'), byCapital],
    [text('proof.contract.by.none'), division.shortfall - byInsurance - byCapital],
  ];
  return [
    [text('proof.receipt.piece.index'), format.price(index)],
    ...fired,
    [text('proof.contract.entry'), format.price(part.entry)],
    [text('proof.contract.exit'), format.price(price)],
    [text('proof.contract.lots'), format.plain(lots)],
    ...left,
    [text('proof.contract.piece.margin'), format.money(margin)],
    [text('proof.contract.piece.result'), format.money(result)],
    [text('proof.contract.nights'), format.money(overnight)],
    [text('proof.contract.fee.close'), format.money(fee)],
    [text('proof.contract.piece.returned'), format.money(returned)],
    ...seldom.filter(([, amount]) => amount > 0n).map(([label, amount]): Fact => [label, format.money(amount)]),
  ];
}

const nightFacts = ({ index, indexBefore, indexAfter, rate }: Night, format: Format, text: Text): Fact[] => [
  [text('proof.receipt.piece.index'), format.price(index)],
  [text('proof.contract.rate'), format.percent(rate)],
  [text('proof.contract.before'), format.exactly(indexBefore)],
  [text('proof.contract.after'), format.exactly(indexAfter)],
];
