import { countries } from '@app/protocol/reference';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';

const HOUR_MS = 3_600_000;

/** Countries whose residents cannot open an account here. */
export const useClosedCountries = () =>
  useQuery({
    queryKey: ['closed-countries'],
    queryFn: async ({ signal }) => (await call(countries, {}, { signal })).closed,
    staleTime: HOUR_MS,
  });
