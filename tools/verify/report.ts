import {
  BLOCK_CHECKS,
  checkBlocks,
  checkTick,
  decimal,
  type Ground,
  groundOf,
  type Kept,
  type ProofText,
  type RangeText,
  readProof,
  readRange,
  readTicks,
  type Span,
  spanOf,
  TICK_CHECKS,
  type TickFinding,
  type TickProof,
  toHex,
} from '@app/verifier';
import { BLOCK_TEXTS, type FindingTexts, TICK_TEXTS } from './texts.ts';

export type Report = { readonly lines: readonly string[]; readonly holds: boolean };
/** Reader's input; if the requested tick is not given, the evidence's own market and number are used. */
type TickReader = Kept & { readonly asked?: { readonly market: number; readonly seq: number } };
type BlockReader = Kept & { readonly asked: Span };

const LINES_MAX = 20;

/** Verdict on a receipt that is too new. */
export const AWAITED = 'No block has sealed it yet, so that nothing is proven: ask again in a few seconds.';

/** Returns a line for each check. */
export const linesOf = (
  texts: Readonly<Record<string, FindingTexts>>,
  names: readonly string[],
  failed: readonly string[],
): string[] =>
  names.map((name) => (failed.includes(name) ? `  WRONG  ${texts[name]?.fails}` : `  holds  ${texts[name]?.holds}`));

/** Reports one tick, a line per check. */
export async function reportTick(text: ProofText, reader: TickReader = {}): Promise<Report> {
  const proof = readProof(text, reader.asked);
  const failed = await checkTick(proof, reader);
  const names = lookedFor(TICK_CHECKS, reader);
  const lines = names.map((name) =>
    failed.includes(name) ? `  WRONG  ${TICK_TEXTS[name].fails}` : `  holds  ${TICK_TEXTS[name].holds}`,
  );
  const holds = failed.length === 0;
  const ground = groundOf(spanOf(proof), proof, reader);
  return {
    holds,
    lines: [
      titleOf(proof, failed),
      ...(reader.asked === undefined
        ? ['  Market and number are the evidence’s own: are they what you asked for?']
        : []),
      ...lines,
      ...(holds ? groundLines(ground, [proof.header.keyId]) : []),
      holds ? lastLine(ground) : `${failed.length} of ${names.length} checks failed: do not believe this price.`,
    ],
  };
}

function titleOf({ leaf, market, seq, header }: TickProof, failed: readonly TickFinding[]): string {
  const [tick] = failed.includes('form') ? [] : readTicks(leaf);
  const price = tick === undefined ? 'unreadable' : `${decimal(tick.price)} at ${new Date(tick.atMs).toISOString()}`;
  return `Market ${market}, tick ${seq}: ${price}, block ${header.number}`;
}

/** Reports a range of blocks, with the block of each failure. */
export async function reportBlocks(text: RangeText, reader: BlockReader): Promise<Report> {
  const range = readRange(text, reader.asked);
  const findings = await checkBlocks(range, reader);
  const good = lookedFor(BLOCK_CHECKS, reader).filter((name) => !findings.some(({ check }) => check === name));
  const wrong = findings.map(({ check, block }) => `  WRONG  Block ${block}: ${BLOCK_TEXTS[check].fails}.`);
  const more = wrong.length > LINES_MAX ? [`  … and ${wrong.length - LINES_MAX} more`] : [];
  const holds = findings.length === 0;
  const ground = groundOf(range, range, reader);
  return {
    holds,
    lines: [
      `Blocks ${range.from} to ${range.to}, ${range.blocks.length} of them`,
      ...(range.blocks.length > 0 ? good.map((name) => `  holds  ${BLOCK_TEXTS[name].holds}`) : []),
      ...wrong.slice(0, LINES_MAX),
      ...more,
      ...(holds ? groundLines(ground, [...new Set(range.blocks.map(({ keyId }) => keyId))]) : []),
      holds ? lastLine(ground) : `${findings.length} findings: do not believe these blocks.`,
    ],
  };
}

/** Returns the checks to report, without those that need heads or keys the reader did not keep. */
export function lookedFor<Name extends string>(
  checks: Record<Name, unknown>,
  { keptHeads = [], keptKeys = [] }: Kept,
): Name[] {
  const names = Object.keys(checks) as Name[]; // A table's own keys.
  const idle = [keptHeads.length === 0 && 'keptHead', keptKeys.length === 0 && 'keptKey'];
  return names.filter((name) => !idle.includes(name));
}

/**
 * Describes what supports the evidence once no check has failed: only the reader's kept heads and keys are independent
 * of the evidence.
 */
function groundLines({ keptHead, publishedHead, isKeyKept }: Ground, keyIds: readonly string[]): string[] {
  const keys = `${keyIds.length === 1 ? 'key' : 'keys'} ${keyIds.join(', ')}`;
  return [
    `  Signed by ${keys}, ${isKeyKept ? 'which you kept.' : 'by the word of the evidence itself.'}`,
    headLine(keptHead, publishedHead),
  ];
}

function headLine(keptHead: Ground['keptHead'], publishedHead: Ground['publishedHead']): string {
  if (keptHead !== undefined)
    return `  Up to block ${keptHead.number} it is pinned by the head that you kept: ${toHex(keptHead.hash)}`;
  if (publishedHead !== undefined)
    return `  The head of block ${publishedHead.number} agrees, but comes from the evidence itself: ${toHex(publishedHead.hash)}`;
  return '  No published head covers it yet: ask again in a minute.';
}

/** Returns the final line: without kept heads or keys, the evidence is only proven self-consistent. */
const lastLine = ({ keptHead, isKeyKept }: Ground): string =>
  keptHead !== undefined || isKeyKept
    ? 'All of it holds.'
    : 'All of it holds together, by keys and heads of its own: so would another history. Say what you kept: --head, --key.';
