import { useQuery } from '@tanstack/react-query';
import { fetchSupport, keptSupport } from '../../../data/app/support.ts';

/** Returns the support contact; shows the one cached from the last visit until the server responds. */
export function useSupport() {
  const kept = keptSupport();
  return useQuery({
    queryKey: ['content', 'support'],
    queryFn: fetchSupport,
    ...(kept !== undefined && { initialData: kept, initialDataUpdatedAt: 0 }),
  });
}
