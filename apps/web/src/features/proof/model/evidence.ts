import { type Decimal, formatDecimal } from '@app/money';
import type { Case, Finding, PriceQuery, Verdict } from './judge-price.ts';
import type { KeptHistory } from './kept-history.ts';

type Found = Pick<Case, 'proof' | 'listedHeads' | 'listedKeys'> & {
  readonly verdict: Verdict;
  readonly kept: KeptHistory;
};

/**
 * The answer as it was sent, in the form that the command reads from a file. Where it contradicts what was kept, both
 * sides are in it: the answer alone would look right.
 */
export function evidenceText({ proof, verdict, kept, listedHeads, listedKeys }: Found): string {
  const sides = { kept, listed: { heads: listedHeads, keys: listedKeys } };
  return asSent(verdict.kind === 'rewritten' ? { ...proof, ...sides } : proof);
}

/** Amounts and prices as the server writes them. */
export const asSent = (answer: object): string =>
  JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? formatDecimal(value as Decimal) : value), 2);

/** The command that asks for the same and checks it, on any computer. A kept head is named, because it is the reader's own. */
export function commandFor(origin: string, { symbol, seq }: PriceQuery, verdict?: Verdict): string {
  return `npm run verify -- ${origin} ${symbol} ${seq}${keptHead(verdict)}`;
}

export function keptHead(verdict: Verdict | undefined): string {
  const head = verdict?.kind === 'correct' ? verdict.keptHead : undefined;
  return head === undefined ? '' : ` --head ${head.number}:${head.hash}`;
}

export const EVIDENCE = ['leaf', 'path', 'header', 'key', 'head'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Which piece of evidence each finding speaks against. */
const AGAINST: Readonly<Record<Finding, Evidence>> = {
  form: 'leaf',
  asked: 'leaf',
  median: 'leaf',
  time: 'leaf',
  told: 'leaf',
  inclusion: 'path',
  chain: 'header',
  keys: 'key',
  signature: 'key',
  head: 'head',
  listed: 'head',
};

/** A head that is yet to come is neither good nor bad. */
export function resultOf(piece: Evidence, verdict: Verdict): 'holds' | 'fails' | 'open' {
  if (verdict.kind === 'sealed') return piece === 'head' ? 'open' : 'holds';
  if (verdict.kind === 'correct') return 'holds';
  const kinds = verdict.kind === 'rewritten' ? verdict.contradictions.map(({ kind }) => kind) : [];
  const isAgainst =
    (piece === 'key' && kinds.some((it) => it.startsWith('key'))) ||
    (piece === 'head' && kinds.some((it) => !it.startsWith('key')));
  return isAgainst || verdict.findings.some((name) => AGAINST[name] === piece) ? 'fails' : 'holds';
}
