import { isVisitor } from '@app/client/session';
import { type RateOf, rateIn, type Unrealised, unrealisedOf, WORTH_CURRENCY } from '@app/domain/wallet';
import type { Output } from '@app/protocol';
import { listHoldings } from '@app/protocol/statement';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import { sessionScope, useSessionScope } from '../session/session.ts';

type Holding = Output<typeof listHoldings>['list'][number];
export type Costs = ReadonlyMap<string, Holding>;

/** A trade changes costs and balances together; a deposit may be booked a moment later. */
const KEPT_MS = 60_000;

/** What the user's coins cost, again with every change of the balances. */
export const costsQuery = (scope: string, seq: string | undefined) =>
  queryOptions({
    queryKey: ['wallet', 'costs', scope, seq] as const,
    queryFn: ({ signal }) => call(listHoldings, {}, { signal }),
    select: byCurrency,
    enabled: !isVisitor(scope) && seq !== undefined,
    staleTime: KEPT_MS,
    placeholderData: costsBefore,
  });

/** Returns what the user's coins cost; undefined until known. */
export const useCosts = (seq: string | undefined): Costs | undefined =>
  useQuery(costsQuery(useSessionScope(), seq)).data;

type Listed = Output<typeof listHoldings>;

/**
 * Returns the costs of the balances before, which are closer than none, but never another user's or those of the other
 * mode. One function for every rendering: with a new one each time, the map that is made of them would be new as well,
 * and each rendering would cause the next.
 */
function costsBefore(before: Listed | undefined, query: { readonly queryKey: readonly unknown[] } | undefined) {
  return query?.queryKey[2] === sessionScope() ? before : undefined;
}

const byCurrency = ({ list }: Listed): Costs => new Map(list.map((it) => [it.currency, it]));

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
