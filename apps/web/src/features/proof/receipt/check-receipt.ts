import { listLadderReceipts, listSettings, readReceipt } from '@app/protocol/proof';
import { type HouseReceipt, isContract, isConversion, isSeconds } from '@app/verifier';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { canCheck, keptHere, rememberPublished } from '../check/kept-here.ts';
import { type ContractCheck, checkContractAnswer } from '../contract/check-contract.ts';
import { type ConversionCheck, checkConversionAnswer } from '../conversion/check-conversion.ts';
import {
  CannotCheck,
  describeCheck,
  fetchLists,
  isWorthARetry,
  lookAgainAfter,
  MarketGone,
  type PriceCheck,
} from '../price/price-check.ts';
import { checkSecondsAnswer, type SecondsCheck } from '../seconds/check-seconds.ts';
import {
  judgeReceipt,
  placeOf,
  type ReceiptCase,
  type ReceiptVerdict,
  settingsKeyOf,
  symbolOf,
} from './judge-receipt.ts';

export type ReceiptCheck = Pick<ReceiptCase, 'query' | 'answer' | 'ladder'> & {
  /** Undefined if the receipt names none. */
  readonly market: MarketInfo | undefined;
  readonly verdict: ReceiptVerdict;
  /** The check of its index price; undefined if the receipt could not be read. */
  readonly price: PriceCheck | undefined;
  readonly tookMs: number;
};

/** Any receipt that was checked; those of conversions, contracts and bets say so. */
export type AnyCheck = ReceiptCheck | ConversionCheck | ContractCheck | SecondsCheck;

export const receiptCheckQuery = (id: string, markets: readonly MarketInfo[]) =>
  queryOptions({
    queryKey: ['proof', 'receipt', id],
    queryFn: ({ signal }) => checkTrade(id, markets, signal),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: ({ state: { data } }) => againAfter(data),
    retry: (failures, error) => !(error instanceof MarketGone) && isWorthARetry(failures, error),
  });

/** A block is sealed several times a second, and contains all trades before it. */
const SEAL_AWAITED_MS = 1_500;

/** Returns the polling interval: short until a block has sealed the trade, then until a head covers that block. */
function againAfter(check: AnyCheck | undefined): number | false {
  if (check?.verdict.kind === 'awaited') return SEAL_AWAITED_MS;
  return lookAgainAfter(check?.verdict);
}

const PAGE = 100;

/** Fetches the receipts of its ladder up to this one, where there is more than one before it. */
async function fetchLadder(id: bigint, place: number, signal: AbortSignal): Promise<HouseReceipt[] | undefined> {
  if (!(place > 1 && Number.isSafeInteger(place))) return undefined;
  const receipts: HouseReceipt[] = [];
  for (let after: bigint | null | undefined; after !== null && receipts.length < place; ) {
    const { list, next } = await call(listLadderReceipts, { id, after, page: 1, limit: PAGE }, { signal });
    // Unvalidated: the check of its chain validates.
    for (const { id: its, kind, body } of list)
      receipts.push({ id: String(its), kind, body } as unknown as HouseReceipt);
    after = next;
  }
  return receipts;
}

async function checkTrade(id: string, markets: readonly MarketInfo[], signal: AbortSignal): Promise<AnyCheck> {
  if (!(await canCheck())) throw new CannotCheck();
  const [lists, freshness] = await Promise.all([
    fetchLists(signal),
    call(listSettings, { key: 'market.spot_fresh_ms' }, { signal }),
  ]);
  const answer = await call(readReceipt, { id: BigInt(id) }, { signal });
  if (isConversion(answer))
    return await checkConversionAnswer(id, { answer, listedFreshness: freshness.list, ...lists }, { markets, signal });
  if (isSeconds(answer)) return await checkSecondsAnswer(id, { answer, ...lists }, { markets, signal });
  if (isContract(answer)) return await checkContractAnswer(id, { answer, ...lists }, { markets, signal });
  const settings = await call(listSettings, { key: settingsKeyOf(answer) }, { signal });
  const market = marketOf(symbolOf(answer), markets);
  const query = { id, market: Number(market?.id) };
  const ladder = await fetchLadder(BigInt(id), placeOf(answer), signal);
  const published = { listedSettings: settings.list, listedFreshness: freshness.list };
  return examine({ query, answer, ladder, ...lists, ...published }, market);
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
  const { query, answer, ladder } = seen;
  if (verdict.judged === undefined) return { query, answer, ladder, market, verdict, price: undefined, tookMs };
  const { price, priceCase } = verdict.judged;
  if (verdict.kind === 'correct' || verdict.kind === 'sealed') rememberPublished(priceCase);
  return {
    query,
    answer,
    ladder,
    market,
    verdict,
    tookMs,
    price: await describeCheck(priceCase, { verdict: price, kept, tookMs }),
  };
}
