import { isVisitor } from '@app/client/session';
import { type RateOf, rateIn, type Unrealised, unrealisedOf, WORTH_CURRENCY } from '@app/domain/wallet';
import type { Output } from '@app/protocol';
import { listHoldings } from '@app/protocol/statement';
import { useQuery } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import { useSessionScope } from '../session/session.ts';

type Holding = Output<typeof listHoldings>['list'][number];
export type Costs = ReadonlyMap<string, Holding>;

/** A trade changes costs and balances together; a deposit may be booked a moment later. */
const KEPT_MS = 60_000;

/** Fetches what the user's coins cost, again with every change of the balances; undefined until known. */
export function useCosts(seq: string | undefined): Costs | undefined {
  const scope = useSessionScope();
  const { data } = useQuery({
    queryKey: ['wallet', 'costs', scope, seq],
    queryFn: ({ signal }) => call(listHoldings, {}, { signal }),
    select: byCurrency,
    enabled: !isVisitor(scope) && seq !== undefined,
    staleTime: KEPT_MS,
    // Costs of the balances before are closer than none, but never another user's or those of the other mode.
    placeholderData: (before, query) => (query?.queryKey[2] === scope ? before : undefined),
  });
  return data;
}

const byCurrency = ({ list }: Output<typeof listHoldings>): Costs => new Map(list.map((it) => [it.currency, it]));

/**
 * Returns a coin's average cost and unrealised result; undefined for the valuation currency, without a price, and for a
 * coin whose cost is not known.
 */
export function unrealisedIn(costs: Costs | undefined, currency: string, rateOf: RateOf): Unrealised | undefined {
  const holding = costs?.get(currency);
  const rate = rateIn(rateOf, currency);
  if (holding === undefined || holding.cost === null || rate === undefined || currency === WORTH_CURRENCY)
    return undefined;
  return unrealisedOf({ quantity: holding.quantity, cost: holding.cost }, rate);
}
