import {
  checkReceipt,
  decimal,
  HOUSE_FILL_CHECKS,
  isSealOverdue,
  type Kept,
  RECEIPT_CHECKS,
  type Receipt,
  type ReceiptFindings,
  type ReceiptText,
  readReceipt,
  SEAL_CHECKS,
} from '@app/verifier';
import { AWAITED, lookedFor, type Report, reportTick } from './report.ts';
import { RECEIPT_TEXTS, SEAL_TEXTS } from './texts.ts';

/** Reader's input: the id it requested, the market number if it fetched the list of markets, and its clock. */
type ReceiptReader = Kept & {
  readonly asked: { readonly id: string; readonly market?: number };
  readonly nowMs: number;
};
type Name = keyof typeof RECEIPT_TEXTS;

/** Reports every check of a receipt and its seal, and then those of the price it names. */
export async function reportReceipt(text: ReceiptText, reader: ReceiptReader): Promise<Report> {
  if (reader.asked.id === '') throw new Error('name the id of the receipt that you asked for');
  const receipt = readReceipt(text, reader.asked);
  const { market, seq } = receipt.proof;
  const price = await reportTick(text.proof, { ...reader, asked: { market, seq } });
  const findings = await checkReceipt(receipt, reader);
  const isOverdue = findings.isAwaited && isSealOverdue(receipt, reader.nowMs);
  const failed = findings.receipt.length + findings.rule.length + findings.seal.length + (isOverdue ? 1 : 0);
  // The price's own verdict is omitted, because it would read as a verdict on the trade.
  const lines = [
    titleOf(receipt),
    ...linesOf(findings),
    ...(receipt.seal === undefined ? [] : sealLines(receipt, findings, reader)),
    ...(isOverdue ? ['  WRONG  It was never sealed, although a block must have sealed it by now.'] : []),
    settingsLine(receipt),
    ...(failed > 0 || findings.isAwaited ? price.lines.slice(0, -1) : price.lines),
  ];
  if (failed > 0)
    return { holds: false, lines: [...lines, `${failed} of the receipt’s checks failed: do not believe this trade.`] };
  if (findings.isAwaited) return { holds: false, lines: [...lines, AWAITED] };
  return { holds: price.holds, lines };
}

function linesOf({ receipt, rule }: ReceiptFindings): string[] {
  const failed: readonly Name[] = [...receipt, ...rule];
  const names = [...Object.keys(RECEIPT_CHECKS), ...Object.keys(HOUSE_FILL_CHECKS)] as Name[]; // The tables' own keys.
  return names.map((name) => {
    const { holds, fails } = RECEIPT_TEXTS[name];
    return failed.includes(name) ? `  WRONG  ${fails}` : `  holds  ${holds}`;
  });
}

function sealLines({ seal, issued }: Receipt, { seal: failed }: ReceiptFindings, reader: Kept): string[] {
  const sealedIn = seal?.blocks.at(-1)?.header.number ?? 'none';
  const place = (issued.body.chain?.place ?? 0) + 1;
  return [
    `Seal: block ${sealedIn}; trade ${place} of this side of its ladder, after ${issued.body.taken} lots`,
    ...lookedFor(SEAL_CHECKS, reader).map((name) =>
      failed.includes(name) ? `  WRONG  ${SEAL_TEXTS[name].fails}` : `  holds  ${SEAL_TEXTS[name].holds}`,
    ),
  ];
}

/**
 * Shows the published settings: a reader who was served different settings can detect it only by comparing with others.
 */
function settingsLine({ published, settingsVersion }: Receipt): string {
  if (published === undefined) return `  Nothing was published as version ${settingsVersion} of its settings.`;
  const { settings, className } = published;
  const { levels, spreadRate, stepRate } = settings;
  const near = `${levels} levels, the first ${decimal(spreadRate)} away`;
  const args =
    'doubleEvery' in settings
      ? `class ${className}, ${near} or more, ${decimal(stepRate)} apart or less, doubled every ${settings.doubleEvery} levels`
      : `${near}, each ${decimal(stepRate)} further`;
  return `  Version ${published.version} of the settings as you were shown it: ${args}. Is anybody else shown the same?`;
}

function titleOf({ id, book, fill: { fill } }: Receipt): string {
  const [did, from] = fill.side === 'buy' ? ['bought', 'from'] : ['sold', 'to'];
  const { market, price, quantity } = fill;
  return `Receipt ${id}: ${decimal(quantity)} of market ${market} ${did} ${from} the house at ${decimal(price)}, ${book} book`;
}
