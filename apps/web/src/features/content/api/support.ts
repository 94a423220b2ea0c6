import { useQuery } from '@tanstack/react-query';
import { fetchSupport, keptSupport } from '../../../shared/support.ts';

/** Where support is reached; what the last visit was told is shown until there is an answer. */
export function useSupport() {
  const kept = keptSupport();
  return useQuery({
    queryKey: ['content', 'support'],
    queryFn: fetchSupport,
    ...(kept !== undefined && { initialData: kept, initialDataUpdatedAt: 0 }),
  });
}
