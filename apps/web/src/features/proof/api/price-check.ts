import { listPriceHeads, listPriceKeys, listQuotes, provePrice } from '@app/protocol/market';
import { blockHash, readProof, toHex } from '@app/verifier';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../shared/call.ts';
import { CallRefused } from '../../../shared/call-refused.ts';
import { countLinks, type Links } from '../model/count-links.ts';
import { type Case, judgePrice, type PriceQuery, type Verdict } from '../model/judge-price.ts';
import type { KeptHistory } from '../model/kept-history.ts';
import { canCheck } from './can-check.ts';
import { keptHere, rememberPublished } from './kept-here.ts';

export type PriceCheck = Case & {
  readonly verdict: Verdict;
  readonly links: Links;
  readonly blockHash: string;
  /** What was kept before this check, which is what it was checked against. */
  readonly kept: KeptHistory;
  readonly tookMs: number;
};

/** This browser cannot recompute anything, whatever the evidence. */
export class CannotCheck extends Error {}

const HEADS_REQUESTED = 100;
/** A head comes every minute; looking often shows it soon after. */
const LOOK_AGAIN_MS = 5_000;
/** Where one was published and the evidence stops before it, waiting is not likely to help. */
const LOOK_SELDOM_MS = 60_000;

export const priceCheckQuery = (query: PriceQuery) =>
  queryOptions({
    queryKey: ['proof', 'tick', query.market, query.seq],
    queryFn: ({ signal }) => checkPrice(query, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => lookAgainAfter(data?.verdict),
    retry: isWorthARetry,
  });

/** Only what is sealed changes by itself: its head comes. */
export function lookAgainAfter(verdict: Verdict | undefined): number | false {
  if (verdict?.kind !== 'sealed') return false;
  return verdict.isHeadDue ? LOOK_SELDOM_MS : LOOK_AGAIN_MS;
}

/** Neither an old browser nor a refusal is another one a moment later. */
export const isWorthARetry = (failures: number, error: Error): boolean =>
  !(error instanceof CannotCheck || error instanceof CallRefused) && failures < 1;

async function checkPrice(query: PriceQuery, signal: AbortSignal): Promise<PriceCheck> {
  if (!(await canCheck())) throw new CannotCheck();
  const lists = await fetchLists(signal);
  const proof = await call(provePrice, { symbol: query.symbol, seq: query.seq }, { signal });
  const seen = { query, proof, ...lists };
  const kept = keptHere();
  const startedAt = performance.now();
  const verdict = await judgePrice(seen, kept, Date.now());
  const tookMs = performance.now() - startedAt;
  if (verdict.kind === 'correct' || verdict.kind === 'sealed') rememberPublished(seen);
  return describeCheck(seen, { verdict, kept, tookMs });
}

/** What a page shows of a check besides its verdict. */
export async function describeCheck(
  seen: Case,
  judged: Pick<PriceCheck, 'verdict' | 'kept' | 'tookMs'>,
): Promise<PriceCheck> {
  const proof = readProof(seen.proof, seen.query);
  const hash = await blockHash(proof.header).then(toHex, () => '');
  return { ...seen, ...judged, links: await countLinks(proof), blockHash: hash };
}

/** To be asked for before the proof: a head that is in the list is one that a later proof could have led to. */
export async function fetchLists(signal: AbortSignal): Promise<Pick<Case, 'listedHeads' | 'listedKeys'>> {
  const [heads, keys] = await Promise.all([
    call(listPriceHeads, { limit: HEADS_REQUESTED }, { signal }),
    call(listPriceKeys, {}, { signal }),
  ]);
  return { listedHeads: heads.list, listedKeys: keys.list };
}

/** Asked for anew each time: the newest is only the newest now. */
export const newestTickQuery = (symbol: string) =>
  queryOptions({
    queryKey: ['proof', 'newest', symbol],
    queryFn: async ({ signal }) => {
      const { list } = await call(listQuotes, {}, { signal });
      return list.find((quote) => quote.symbol === symbol)?.tick ?? null;
    },
    staleTime: 0,
    gcTime: 0,
  });
