import { isVisitor } from '@app/client/session';
import { acceptedTerms, terms } from '@app/protocol/auth';
import { countries } from '@app/protocol/reference';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';

/** Returns the version of the terms in force and who runs the exchange. */
export const termsQuery = queryOptions({
  queryKey: ['content', 'terms'],
  queryFn: ({ signal }) => call(terms, {}, { signal }),
});

/** Returns which version the user accepted; sends no request for a visitor. */
export const acceptedTermsQuery = (scope: string) =>
  queryOptions({
    queryKey: ['content', 'terms', 'accepted', scope],
    queryFn: ({ signal }) => call(acceptedTerms, {}, { signal }),
    enabled: !isVisitor(scope),
  });

/** Returns the codes of the countries in which no account can be opened. */
export const closedCountriesQuery = queryOptions({
  queryKey: ['closed-countries'], // The list of countries at registration uses the same.
  queryFn: async ({ signal }) => (await call(countries, {}, { signal })).closed,
});
