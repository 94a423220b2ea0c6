import {
  CONTRACT_CHECKS,
  CONTRACT_SEAL_CHECKS,
  type ContractAnswer,
  type ContractFindings,
  type ContractReceipt,
  checkContract,
  isOverdueAt,
  type Kept,
  type KnownMarket,
  readContract,
} from '@app/verifier';
import {
  CONTRACT_SEAL_TEXTS,
  CONTRACT_TEXTS,
  OPEN_TEXTS,
  OVERNIGHT_TEXTS,
  SETTLEMENT_TEXTS,
} from './contract-texts.ts';
import { AWAITED, linesOf, lookedFor, type Report, reportTick } from './report.ts';

/** Reader's input: the id it requested, the markets if it fetched their list, and its clock. */
type ContractReader = Kept & {
  readonly asked: { readonly id: string; readonly markets?: Readonly<Record<string, KnownMarket>> };
  readonly nowMs: number;
};

const RULE_TEXTS = { open: OPEN_TEXTS, settlement: SETTLEMENT_TEXTS, overnight: OVERNIGHT_TEXTS };

/** Reports every check of a contract's receipt and its seal, and then those of its prices. */
export async function reportContract(text: ContractAnswer, reader: ContractReader): Promise<Report> {
  if (reader.asked.id === '') throw new Error('name the id of the receipt that you asked for');
  const receipt = readContract(text, reader.asked);
  const findings = await checkContract(receipt, reader);
  const { proof, second } = receipt;
  const prices = [await reportTick(text.proof, { ...reader, asked: proof })];
  if (text.second && second) prices.push(await reportTick(text.second, { ...reader, asked: second }));
  const isOverdue = findings.isAwaited && isOverdueAt(receipt.claim.atMs, reader.nowMs);
  const failed = findings.receipt.length + findings.rule.length + findings.seal.length + (isOverdue ? 1 : 0);
  const lines = [
    titleOf(receipt),
    ...linesOf(CONTRACT_TEXTS, Object.keys(CONTRACT_CHECKS), findings.receipt),
    ...linesOf(RULE_TEXTS[receipt.outcome.kind], Object.keys(RULE_TEXTS[receipt.outcome.kind]), findings.rule),
    ...(receipt.seal === undefined ? [] : sealLines(receipt, findings, reader)),
    ...(isOverdue ? ['  WRONG  It was never sealed, although a block must have sealed it by now.'] : []),
    termsLine(receipt),
    // The prices' own verdicts are omitted, because they would read as verdicts on the contract.
    ...prices.flatMap(({ lines, holds }) => (holds ? lines.slice(0, -1) : lines)),
  ];
  if (failed > 0)
    return { holds: false, lines: [...lines, `${failed} of the receipt’s checks failed: do not believe it.`] };
  if (findings.isAwaited) return { holds: false, lines: [...lines, AWAITED] };
  const holds = prices.every((price) => price.holds);
  return { holds, lines: holds ? [...lines, ...new Set(prices.map((price) => price.lines.at(-1) ?? ''))] : lines };
}

const sealLines = ({ seal }: ContractReceipt, { seal: failed }: ContractFindings, reader: Kept): string[] => [
  `Seal: block ${seal?.blocks.at(-1)?.header.number ?? 'none'}`,
  ...linesOf(CONTRACT_SEAL_TEXTS, lookedFor(CONTRACT_SEAL_CHECKS, reader), failed),
];

/** Shows the published rules: a reader who was served different ones can detect it only by comparing with others. */
function termsLine({ terms, classes, issued: { body } }: ContractReceipt): string {
  const own = classes?.value.classes.find(({ name }) => name === body.class.name);
  const spread = `version ${body.class.version} of the classes: ${body.class.name}, spread ${own?.spread_rate ?? 'unknown'}, overnight ${own?.overnight_rate ?? 'unknown'}`;
  const fees =
    terms === null
      ? []
      : [`version ${terms.version} of the terms: fees ${terms.value.open_fee_rate} and ${terms.value.close_fee_rate}`];
  return `  As you were shown it, ${[...fees, spread].join('; ')}. Is anybody else shown the same?`;
}

function titleOf({ id, issued: { body } }: ContractReceipt): string {
  if ('night' in body) {
    const { symbol, day, index_before, index_after } = body.night;
    return `Receipt ${id}: night of ${day} of ${symbol}, overnight index ${index_before} to ${index_after}, ${body.book} book`;
  }
  if ('position' in body) {
    const { side, lots, symbol, series, leverage, entry } = body.position;
    return `Receipt ${id}: ${side} ${lots} lots of ${symbol} ${series} with leverage ${leverage}, opened at ${entry}, ${body.book} book`;
  }
  const { cause, lots, price, result, returned } = body.settlement;
  const { side, symbol, series, entry } = body.before;
  return `Receipt ${id}: ${side} ${lots} lots of ${symbol} ${series} from ${entry} closed at ${price} (${cause}), result ${result}, returned ${returned}, ${body.book} book`;
}
