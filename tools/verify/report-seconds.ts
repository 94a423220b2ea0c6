import {
  checkSeconds,
  isOverdueAt,
  type Kept,
  type KnownMarket,
  readSeconds,
  SECONDS_CHECKS,
  SECONDS_SEAL_CHECKS,
  type SecondsAnswer,
  type SecondsFindings,
  type SecondsReceipt,
} from '@app/verifier';
import { AWAITED, linesOf, lookedFor, type Report, reportTick } from './report.ts';
import { BET_SETTLEMENT_TEXTS, BET_TEXTS, SECONDS_SEAL_TEXTS, SECONDS_TEXTS } from './seconds-texts.ts';

/** Reader's input: the id it requested, the markets if it fetched their list, and its clock. */
type SecondsReader = Kept & {
  readonly asked: { readonly id: string; readonly markets?: Readonly<Record<string, KnownMarket>> };
  readonly nowMs: number;
};

const RULE_TEXTS = { bet: BET_TEXTS, settlement: BET_SETTLEMENT_TEXTS };

/** Reports every check of a bet's receipt and its seal, and then those of its prices. */
export async function reportSeconds(text: SecondsAnswer, reader: SecondsReader): Promise<Report> {
  if (reader.asked.id === '') throw new Error('name the id of the receipt that you asked for');
  const receipt = readSeconds(text, reader.asked);
  const findings = await checkSeconds(receipt, reader);
  const shown = [
    { proof: text.proof, asked: receipt.proof },
    ...text.others.map((proof, at) => ({ proof, asked: receipt.others[at] ?? receipt.proof })),
  ];
  const prices = await Promise.all(shown.map(({ proof, asked }) => reportTick(proof, { ...reader, asked })));
  const isOverdue = findings.isAwaited && isOverdueAt(receipt.claim.atMs, reader.nowMs);
  const failed = findings.receipt.length + findings.rule.length + findings.seal.length + (isOverdue ? 1 : 0);
  const ruleTexts = RULE_TEXTS[receipt.outcome.kind];
  const lines = [
    titleOf(receipt),
    ...linesOf(SECONDS_TEXTS, Object.keys(SECONDS_CHECKS), findings.receipt),
    ...linesOf(ruleTexts, Object.keys(ruleTexts), findings.rule),
    ...(receipt.seal === undefined ? [] : sealLines(receipt, findings, reader)),
    ...(isOverdue ? ['  WRONG  It was never sealed, although a block must have sealed it by now.'] : []),
    termsLine(receipt),
    // The prices' own verdicts are omitted, because they would read as verdicts on the bet.
    ...prices.flatMap(({ lines, holds }) => (holds ? lines.slice(0, -1) : lines)),
  ];
  if (failed > 0)
    return { holds: false, lines: [...lines, `${failed} of the receipt’s checks failed: do not believe it.`] };
  if (findings.isAwaited) return { holds: false, lines: [...lines, AWAITED] };
  const holds = prices.every((price) => price.holds);
  return { holds, lines: holds ? [...lines, ...new Set(prices.map((price) => price.lines.at(-1) ?? ''))] : lines };
}

const sealLines = ({ seal }: SecondsReceipt, { seal: failed }: SecondsFindings, reader: Kept): string[] => [
  `Seal: block ${seal?.blocks.at(-1)?.header.number ?? 'none'}`,
  ...linesOf(SECONDS_SEAL_TEXTS, lookedFor(SECONDS_SEAL_CHECKS, reader), failed),
];

/** Shows the published terms: a reader who was served different ones can detect it only by comparing with others. */
function termsLine({ terms, issued: { body } }: SecondsReceipt): string {
  const rate = terms?.value.payouts.find(({ seconds }) => seconds === body.bet.seconds)?.rate ?? 'unknown';
  const times = `entry after ${terms?.value.entry_delay_ms ?? '?'} ms, void after ${terms?.value.void_after_ms ?? '?'} ms`;
  return `  As you were shown it, version ${body.terms.version} of the terms: ${body.bet.seconds} s pay ${rate}, ${times}. Is anybody else shown the same?`;
}

function titleOf({ id, issued: { body } }: SecondsReceipt): string {
  const { side, seconds, stake, currency, symbol } = body.bet;
  const bet = `${stake} ${currency} on ${symbol} ${side} for ${seconds} s`;
  if (!('settlement' in body)) return `Receipt ${id}: bet of ${bet}, ${body.book} book`;
  const { outcome, returned } = body.settlement;
  const prices = [body.entry, body.exit].map((it) => it?.tick.price ?? 'no tick').join(' to ');
  return `Receipt ${id}: ${bet}, ${prices}: ${outcome}, returned ${returned}, ${body.book} book`;
}
