import { listSettings, readReceipt } from '@app/protocol/proof';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { canCheck, keptHere, rememberPublished } from '../check/kept-here.ts';
import {
  CannotCheck,
  describeCheck,
  fetchLists,
  isWorthARetry,
  lookAgainAfter,
  type PriceCheck,
} from '../price/price-check.ts';
import { judgeReceipt, type ReceiptCase, type ReceiptVerdict, symbolOf } from './judge-receipt.ts';

export type ReceiptCheck = Pick<ReceiptCase, 'query' | 'answer'> & {
  /** Undefined if the receipt names none. */
  readonly market: MarketInfo | undefined;
  readonly verdict: ReceiptVerdict;
  /** The check of its index price; undefined if the receipt could not be read. */
  readonly price: PriceCheck | undefined;
  readonly tookMs: number;
};

/** The receipt's market is no longer listed, so its number cannot be checked. */
export class MarketGone extends Error {}

export const receiptCheckQuery = (id: string, markets: readonly MarketInfo[]) =>
  queryOptions({
    queryKey: ['proof', 'receipt', id],
    queryFn: ({ signal }) => checkTrade(id, markets, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => lookAgainAfter(data?.price?.verdict),
    retry: (failures, error) => !(error instanceof MarketGone) && isWorthARetry(failures, error),
  });

async function checkTrade(id: string, markets: readonly MarketInfo[], signal: AbortSignal): Promise<ReceiptCheck> {
  if (!(await canCheck())) throw new CannotCheck();
  const [lists, settings] = await Promise.all([
    fetchLists(signal),
    call(listSettings, { key: 'spot.ladder' }, { signal }),
  ]);
  const answer = await call(readReceipt, { id: BigInt(id) }, { signal });
  const market = marketOf(symbolOf(answer), markets);
  const query = { id, market: Number(market?.id) };
  return examine({ query, answer, ...lists, listedSettings: settings.list }, market);
}

function marketOf(symbol: string | undefined, markets: readonly MarketInfo[]): MarketInfo | undefined {
  if (symbol === undefined) return undefined;
  const market = markets.find((it) => it.symbol === symbol);
  if (market === undefined) throw new MarketGone();
  return market;
}

async function examine(seen: ReceiptCase, market: MarketInfo | undefined): Promise<ReceiptCheck> {
  const kept = keptHere();
  const startedAt = performance.now();
  const verdict = await judgeReceipt(seen, kept, Date.now());
  const tookMs = performance.now() - startedAt;
  const { query, answer } = seen;
  if (verdict.judged === undefined) return { query, answer, market, verdict, price: undefined, tookMs };
  const { price, priceCase } = verdict.judged;
  if (verdict.kind === 'correct' || verdict.kind === 'sealed') rememberPublished(priceCase);
  return {
    query,
    answer,
    market,
    verdict,
    tookMs,
    price: await describeCheck(priceCase, { verdict: price, kept, tookMs }),
  };
}
