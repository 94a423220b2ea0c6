import {
  CONVERSION_CHECKS,
  CONVERSION_RULE_CHECKS,
  CONVERSION_SEAL_CHECKS,
  type ConversionAnswer,
  type ConversionFindings,
  type ConversionReceipt,
  checkConversion,
  decimal,
  isOverdueAt,
  type Kept,
  readConversion,
} from '@app/verifier';
import { AWAITED, lookedFor, type Report, reportTick } from './report.ts';
import { CONVERSION_SEAL_TEXTS, CONVERSION_TEXTS } from './texts.ts';

/** Reader's input: the id it requested, the numbers of the markets if it fetched their list, and its clock. */
type ConversionReader = Kept & {
  readonly asked: { readonly id: string; readonly markets?: Readonly<Record<string, number>> };
  readonly nowMs: number;
};
type Name = keyof typeof CONVERSION_TEXTS;

/** Reports every check of a conversion and its seal, and then those of its prices. */
export async function reportConversion(text: ConversionAnswer, reader: ConversionReader): Promise<Report> {
  if (reader.asked.id === '') throw new Error('name the id of the receipt that you asked for');
  const receipt = readConversion(text, reader.asked);
  const findings = await checkConversion(receipt, reader);
  const proofs = [text.proof, text.second].flatMap((proof) => (proof ? [proof] : []));
  const prices = await Promise.all(
    proofs.map((proof, at) => {
      const { market, seq } = receipt.proofs[at] ?? proof;
      return reportTick(proof, { ...reader, asked: { market, seq } });
    }),
  );
  const isOverdue = findings.isAwaited && isOverdueAt(receipt.atMs, reader.nowMs);
  const failed = findings.receipt.length + findings.rule.length + findings.seal.length + (isOverdue ? 1 : 0);
  const lines = [
    titleOf(receipt),
    ...ruleLines(findings),
    ...(receipt.seal === undefined ? [] : sealLines(receipt, findings, reader)),
    ...(isOverdue ? ['  WRONG  It was never sealed, although a block must have sealed it by now.'] : []),
    termsLine(receipt),
    // The prices' own verdicts are omitted, because they would read as verdicts on the conversion.
    ...prices.flatMap(({ lines, holds }) => (holds ? lines.slice(0, -1) : lines)),
  ];
  if (failed > 0)
    return { holds: false, lines: [...lines, `${failed} of the receipt’s checks failed: do not believe it.`] };
  if (findings.isAwaited) return { holds: false, lines: [...lines, AWAITED] };
  const holds = prices.every((price) => price.holds);
  return { holds, lines: holds ? [...lines, ...new Set(prices.map((price) => price.lines.at(-1) ?? ''))] : lines };
}

const lineOf = ({ holds, fails }: { readonly holds: string; readonly fails: string }, isFailed: boolean) =>
  isFailed ? `  WRONG  ${fails}` : `  holds  ${holds}`;

function ruleLines({ receipt, rule }: ConversionFindings): string[] {
  const failed: readonly Name[] = [...receipt, ...rule];
  const names = [...Object.keys(CONVERSION_CHECKS), ...Object.keys(CONVERSION_RULE_CHECKS)] as Name[]; // The tables' own keys.
  return names.map((name) => lineOf(CONVERSION_TEXTS[name], failed.includes(name)));
}

function sealLines({ seal }: ConversionReceipt, { seal: failed }: ConversionFindings, reader: Kept): string[] {
  return [
    `Seal: block ${seal?.blocks.at(-1)?.header.number ?? 'none'}`,
    ...lookedFor(CONVERSION_SEAL_CHECKS, reader).map((name) =>
      lineOf(CONVERSION_SEAL_TEXTS[name], failed.includes(name)),
    ),
  ];
}

/** Shows the published terms: a reader who was served different ones can detect it only by comparing with others. */
function termsLine({ published, issued }: ConversionReceipt): string {
  if (published === null) return `  Nothing was published as version ${issued.body.settings.version} of the terms.`;
  const { spread_rate, lock_seconds } = published.value;
  const shown = `spread ${spread_rate}, locked for ${lock_seconds} s`;
  return `  Version ${published.version} of the terms as you were shown it: ${shown}. Is anybody else shown the same?`;
}

function titleOf({ id, issued, conversion: { amount, from, received, to } }: ConversionReceipt): string {
  return `Receipt ${id}: ${decimal(amount)} ${from} converted into ${decimal(received)} ${to}, ${issued.body.book} book`;
}
