import { FIRST_PAGE, placeAfter } from '@app/client/query';
import { isVisitor } from '@app/client/session';
import { ONE, type Rate, ratio, showAmount, showPercent, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import { listConversions } from '@app/protocol/convert';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../call/call.ts';

export type Conversion = Output<typeof listConversions>['list'][number];

/** Spec 9: lists are paged by ten. */
const PAGE = 10;

/** Key of all queries of a user's conversions: a new one invalidates them. */
export const conversionsKey = (scope: string) => ['convert', 'history', scope] as const;

/** Page that lists conversions, and that opens one of them. */
export const conversionsPath = (id?: bigint): string =>
  `/pages/fund/transfer_history?tab=conversions${id === undefined ? '' : `&id=${id}`}`;

/** Fetches the user's conversions, newest first, page by page. */
export const conversionsQuery = (scope: string, filter: { readonly currency?: string | undefined } = {}) =>
  infiniteQueryOptions({
    queryKey: [...conversionsKey(scope), 'list', filter],
    queryFn: ({ pageParam, signal }) => call(listConversions, { ...filter, ...pageParam, limit: PAGE }, { signal }),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: placeAfter,
    enabled: !isVisitor(scope),
  });

/** Fetches one conversion: the first of those before the next id. Null if it is not one of the user's in this mode. */
export const conversionQuery = (scope: string, id: bigint) =>
  queryOptions({
    queryKey: [...conversionsKey(scope), 'one', String(id)],
    queryFn: async ({ signal }): Promise<Conversion | null> => {
      const { list } = await call(listConversions, { page: 1, limit: 1, before: id + 1n }, { signal });
      return list.find((conversion) => conversion.id === id) ?? null;
    },
    enabled: !isVisitor(scope),
  });

/** A rate as people read it: how much one of the dearer coin costs in the other. */
export type ShownRate = { readonly from: string; readonly to: string; readonly rate: string };

/** Formats a rate by the six digits that count, and at least two places; a rate below one is shown the other way round. */
export function showRate(from: string, to: string, rate: Rate): ShownRate {
  if (rate <= ZERO || rate >= ONE) return { from, to, rate: digitsOf(rate) };
  return { from: to, to: from, rate: digitsOf(ratio(ONE as Rate, rate, 'down')) };
}

function digitsOf(rate: Rate): string {
  const [whole = '0', places = ''] = showAmount(rate, 12).split('.');
  return `${whole}.${places.slice(0, Math.max(2, 6 - whole.replaceAll(',', '').length))}`;
}

/** Formats a share that is no change: without a sign. */
export const shareText = (rate: Rate): string => showPercent(rate).replace('+', '');
