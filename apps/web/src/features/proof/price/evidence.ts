import { type Decimal, formatDecimal } from '@app/money';
import type { KeptHistory } from '../check/kept-history.ts';
import type { Case, Finding, PriceQuery, Verdict } from './judge-price.ts';

type Found = Pick<Case, 'proof' | 'listedHeads' | 'listedKeys'> & {
  readonly verdict: Verdict;
  readonly kept: KeptHistory;
};

/**
 * Returns the response as sent, in the format the command reads from a file. If it contradicts the stored history, both
 * sides are included: the response alone would look correct.
 */
export function evidenceText({ proof, verdict, kept, listedHeads, listedKeys }: Found): string {
  const sides = { kept, listed: { heads: listedHeads, keys: listedKeys } };
  return asSent(verdict.kind === 'rewritten' ? { ...proof, ...sides } : proof);
}

/** Serialises amounts and prices as the server does. */
export const asSent = (answer: object): string =>
  JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? formatDecimal(value as Decimal) : value), 2);

/**
 * Returns the command that fetches the same tick and checks it, on any computer. A stored head is named, because it is
 * the user's own reference.
 */
export function commandFor(origin: string, { symbol, seq }: PriceQuery, verdict?: Verdict): string {
  return `npm run verify -- ${origin} ${symbol} ${seq}${keptHead(verdict)}`;
}

export function keptHead(verdict: Verdict | undefined): string {
  const head = verdict?.kind === 'correct' ? verdict.keptHead : undefined;
  return head === undefined ? '' : ` --head ${head.number}:${head.hash}`;
}

export const EVIDENCE = ['leaf', 'path', 'header', 'key', 'head'] as const;
export type Evidence = (typeof EVIDENCE)[number];

/** Piece of evidence that each finding concerns. */
const AGAINST: Readonly<Record<Finding, Evidence>> = {
  form: 'leaf',
  asked: 'leaf',
  median: 'leaf',
  time: 'leaf',
  told: 'leaf',
  inclusion: 'path',
  version: 'header',
  chain: 'header',
  keys: 'key',
  signature: 'key',
  head: 'head',
  listed: 'head',
};

/** Returns the state of a piece; a head not yet published is `open`. */
export function resultOf(piece: Evidence, verdict: Verdict): 'holds' | 'fails' | 'open' {
  if (verdict.kind === 'sealed') return piece === 'head' ? 'open' : 'holds';
  if (verdict.kind === 'correct') return 'holds';
  const kinds = verdict.kind === 'rewritten' ? verdict.contradictions.map(({ kind }) => kind) : [];
  const isAgainst =
    (piece === 'key' && kinds.some((it) => it.startsWith('key'))) ||
    (piece === 'head' && kinds.some((it) => !it.startsWith('key')));
  return isAgainst || verdict.findings.some((name) => AGAINST[name] === piece) ? 'fails' : 'holds';
}
