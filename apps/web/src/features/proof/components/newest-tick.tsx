import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router';
import { newestTickQuery } from '../api/price-check.ts';
import { addressOf } from '../model/read-address.ts';
import { CheckLoading } from './check-loading.tsx';
import { NoTickYet, NotFetched } from './no-evidence.tsx';

/** Finds the newest tick and puts its number in the address, so that a shared link stays on the same tick. */
export function NewestTick({ symbol }: { symbol: string }) {
  const { data, error, isFetching, refetch } = useQuery(newestTickQuery(symbol));
  if (isFetching) return <CheckLoading />;
  if (data === null) return <NoTickYet />;
  if (data !== undefined) return <Navigate to={addressOf(symbol, data)} replace />;
  return <NotFetched error={error} retry={() => void refetch()} />;
}
