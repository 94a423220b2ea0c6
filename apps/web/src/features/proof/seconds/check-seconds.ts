import { listSettings } from '@app/protocol/proof';
import { call } from '../../../data/call/call.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { keptHere, rememberPublished } from '../check/kept-here.ts';
import type { Case } from '../price/judge-price.ts';
import { describeCheck, MarketGone, type PriceCheck } from '../price/price-check.ts';
import { judgeSeconds, type SecondsCase, type SecondsVerdict } from './judge-seconds.ts';

export type SecondsCheck = Pick<SecondsCase, 'query' | 'answer'> & {
  readonly what: 'seconds';
  readonly verdict: SecondsVerdict;
  /** Decimal places of the market's prices; undefined if the receipt could not be read. */
  readonly precision: number | undefined;
  /** Check of the price that decided it; undefined if the receipt could not be read. */
  readonly price: PriceCheck | undefined;
  readonly tookMs: number;
};

type Fetched = Pick<Case, 'listedHeads' | 'listedKeys'> & Pick<SecondsCase, 'answer'>;

/** Checks the receipt of a bet or its result, with its terms from the public list. */
export async function checkSecondsAnswer(
  id: string,
  fetched: Fetched,
  { markets, signal }: { readonly markets: readonly MarketInfo[]; readonly signal: AbortSignal },
): Promise<SecondsCheck> {
  const [{ list: listedTerms }, { list: listedFreshness }] = await Promise.all([
    call(listSettings, { key: 'seconds.terms' }, { signal }),
    call(listSettings, { key: 'market.seconds_fresh_ms' }, { signal }),
  ]);
  const known = markets.map(({ symbol, id: number, category }) => [symbol, { id: Number(number), category }]);
  const query = { id, markets: Object.fromEntries(known) };
  const kept = keptHere();
  const startedAt = performance.now();
  const verdict = await judgeSeconds({ query, listedTerms, listedFreshness, ...fetched }, kept, Date.now());
  const tookMs = performance.now() - startedAt;
  const market = markets.find(({ symbol }) => symbol === verdict.judged?.receipt.issued.body.bet.symbol);
  if (verdict.judged !== undefined && market === undefined) throw new MarketGone();
  const judged = verdict.judged?.prices ?? [];
  if (verdict.kind === 'correct' || verdict.kind === 'sealed')
    for (const { priceCase } of judged) rememberPublished(priceCase);
  const [deciding] = judged;
  const price = deciding && (await describeCheck(deciding.priceCase, { verdict: deciding.verdict, kept, tookMs }));
  return { what: 'seconds', query, answer: fetched.answer, verdict, precision: market?.precision, price, tookMs };
}
