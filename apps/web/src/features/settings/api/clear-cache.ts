import { useQueryClient } from '@tanstack/react-query';
import { useSubmit } from '../../../shared/use-submit.ts';
import { dropFiles } from './drop-files.ts';

/**
 * Forgets fetched files and answers and tells how many bytes that freed. The session, the preferences and calls whose
 * result is open lie in the device's storage, which stays as it is.
 */
export function useClearCache(onDone: (freed: number) => void) {
  const queryClient = useQueryClient();
  return useSubmit({
    mutationFn: async () => {
      const freed = 'caches' in globalThis ? await dropFiles(caches) : 0;
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.invalidateQueries(); // What is on the screen is fetched anew behind it.
      return freed;
    },
    onSuccess: onDone,
  });
}
