import { listSettings } from '@app/protocol/proof';
import { call } from '../../../data/call/call.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { keptHere, rememberPublished } from '../check/kept-here.ts';
import type { Case } from '../price/judge-price.ts';
import { describeCheck, type PriceCheck } from '../price/price-check.ts';
import type { ReceiptCase } from '../receipt/judge-receipt.ts';
import { type ConversionCase, type ConversionVerdict, judgeConversion } from './judge-conversion.ts';

export type ConversionCheck = Pick<ConversionCase, 'query' | 'answer'> & {
  readonly what: 'conversion';
  readonly verdict: ConversionVerdict;
  /** Checks of its index prices; empty if the receipt could not be read. */
  readonly prices: readonly PriceCheck[];
  readonly tookMs: number;
};

type Fetched = Pick<Case, 'listedHeads' | 'listedKeys'> & Pick<ReceiptCase, 'answer' | 'listedFreshness'>;

/** Checks the receipt of a conversion, with its terms from the public list. */
export async function checkConversionAnswer(
  id: string,
  fetched: Fetched,
  { markets, signal }: { readonly markets: readonly MarketInfo[]; readonly signal: AbortSignal },
): Promise<ConversionCheck> {
  const { list: listedTerms } = await call(listSettings, { key: 'convert.terms' }, { signal });
  const numbers = Object.fromEntries(markets.map(({ symbol, id: number }) => [symbol, Number(number)]));
  const seen: ConversionCase = { query: { id, markets: numbers }, listedTerms, ...fetched };
  const kept = keptHere();
  const startedAt = performance.now();
  const verdict = await judgeConversion(seen, kept, Date.now());
  const tookMs = performance.now() - startedAt;
  const judged = verdict.judged?.prices ?? [];
  if (verdict.kind === 'correct' || verdict.kind === 'sealed')
    for (const { priceCase } of judged) rememberPublished(priceCase);
  const prices = await Promise.all(
    judged.map(({ priceCase, verdict: price }) => describeCheck(priceCase, { verdict: price, kept, tookMs })),
  );
  return { what: 'conversion', query: seen.query, answer: seen.answer, verdict, prices, tookMs };
}
