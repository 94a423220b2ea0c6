import { listSettings } from '@app/protocol/proof';
import { call } from '../../../data/call/call.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { keptHere, rememberPublished } from '../check/kept-here.ts';
import type { Case } from '../price/judge-price.ts';
import { describeCheck, MarketGone, type PriceCheck } from '../price/price-check.ts';
import { type ContractCase, type ContractVerdict, judgeContract } from './judge-contract.ts';

export type ContractCheck = Pick<ContractCase, 'query' | 'answer'> & {
  readonly what: 'contract';
  readonly verdict: ContractVerdict;
  /** Decimal places of the market's prices; undefined if the receipt could not be read. */
  readonly precision: number | undefined;
  /** Checks of its index prices; empty if the receipt could not be read. */
  readonly prices: readonly PriceCheck[];
  readonly tookMs: number;
};

type Fetched = Pick<Case, 'listedHeads' | 'listedKeys'> & Pick<ContractCase, 'answer'>;

/** Checks the receipt of a contract, with its terms and classes from the public lists. */
export async function checkContractAnswer(
  id: string,
  fetched: Fetched,
  { markets, signal }: { readonly markets: readonly MarketInfo[]; readonly signal: AbortSignal },
): Promise<ContractCheck> {
  const [terms, classes] = await Promise.all([
    call(listSettings, { key: 'contract.terms' }, { signal }),
    call(listSettings, { key: 'contract.classes' }, { signal }),
  ]);
  const known = markets.map(({ symbol, id: number, category }) => [symbol, { id: Number(number), category }]);
  const query = { id, markets: Object.fromEntries(known) };
  const seen: ContractCase = { query, listedTerms: terms.list, listedClasses: classes.list, ...fetched };
  const kept = keptHere();
  const startedAt = performance.now();
  const verdict = await judgeContract(seen, kept, Date.now());
  const tookMs = performance.now() - startedAt;
  const market = markets.find(({ symbol }) => symbol === verdict.judged?.receipt.claim.symbol);
  if (verdict.judged !== undefined && market === undefined) throw new MarketGone();
  const judged = verdict.judged?.prices ?? [];
  if (verdict.kind === 'correct' || verdict.kind === 'sealed')
    for (const { priceCase } of judged) rememberPublished(priceCase);
  const prices = await Promise.all(
    judged.map(({ priceCase, verdict: price }) => describeCheck(priceCase, { verdict: price, kept, tookMs })),
  );
  return { what: 'contract', query, answer: seen.answer, verdict, precision: market?.precision, prices, tookMs };
}
