import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { CheckLoading } from '../check/check-loading.tsx';
import { NoTickYet, NotFetched } from '../check/no-evidence.tsx';
import { addressOf } from '../check/read-address.ts';
import { newestTickQuery } from './price-check.ts';

/** Finds the newest tick and puts its number in the address, so that a shared link stays on the same tick. */
export function NewestTick({ symbol }: { symbol: string }) {
  const { data, error, isFetching, refetch } = useQuery(newestTickQuery(symbol));
  if (isFetching) return <CheckLoading />;
  if (data === null) return <NoTickYet />;
  if (data !== undefined) return <Navigate to={addressOf(symbol, data)} replace />;
  return <NotFetched error={error} retry={() => void refetch()} />;
}
