import { CallRefused } from '@app/client/call';
import { listPriceHeads, listPriceKeys, listQuotes, provePrice } from '@app/protocol/market';
import { blockHash, readProof, toHex } from '@app/verifier';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { canCheck, keptHere, rememberPublished } from '../check/kept-here.ts';
import type { KeptHistory } from '../check/kept-history.ts';
import { countLinks, type Links } from './count-links.ts';
import { type Case, judgePrice, type PriceQuery, type Verdict } from './judge-price.ts';

export type PriceCheck = Case & {
  readonly verdict: Verdict;
  readonly links: Links;
  readonly blockHash: string;
  /** History stored before this check, which it was checked against. */
  readonly kept: KeptHistory;
  readonly tookMs: number;
};

/** This browser cannot verify signatures, whatever the evidence. */
export class CannotCheck extends Error {}

/** The receipt's market is no longer listed, so its number cannot be checked. */
export class MarketGone extends Error {}

const HEADS_REQUESTED = 100;
/** A head is published every minute; frequent polling shows it soon after. */
const LOOK_AGAIN_MS = 5_000;
/** If a head was published but the evidence stops before it, waiting is unlikely to help. */
const LOOK_SELDOM_MS = 60_000;

export const priceCheckQuery = (query: PriceQuery) =>
  queryOptions({
    queryKey: ['proof', 'tick', query.market, query.seq],
    queryFn: ({ signal }) => checkPrice(query, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => lookAgainAfter(data?.verdict),
    retry: isWorthARetry,
  });

/** Returns the polling interval. Only a sealed verdict can change, when its head is published. */
export function lookAgainAfter(
  verdict: { readonly kind: string; readonly isHeadDue?: boolean } | undefined,
): number | false {
  if (verdict?.kind !== 'sealed') return false;
  return verdict.isHeadDue === true ? LOOK_SELDOM_MS : LOOK_AGAIN_MS;
}

/** Returns whether to retry. An old browser or a refusal will not change a moment later. */
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

/** Adds to a check what a page shows besides its verdict. */
export async function describeCheck(
  seen: Case,
  judged: Pick<PriceCheck, 'verdict' | 'kept' | 'tookMs'>,
): Promise<PriceCheck> {
  const proof = readProof(seen.proof, seen.query);
  const hash = await blockHash(proof.header).then(toHex, () => '');
  return { ...seen, ...judged, links: await countLinks(proof), blockHash: hash };
}

/**
 * Fetches heads and keys. Must run before the proof is fetched: a head in the list is then one that the later proof
 * could have led to.
 */
export async function fetchLists(signal: AbortSignal): Promise<Pick<Case, 'listedHeads' | 'listedKeys'>> {
  const [heads, keys] = await Promise.all([
    call(listPriceHeads, { limit: HEADS_REQUESTED }, { signal }),
    call(listPriceKeys, {}, { signal }),
  ]);
  return { listedHeads: heads.list, listedKeys: keys.list };
}

/** Never cached: the newest tick changes all the time. */
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
