import { useQueryClient } from '@tanstack/react-query';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { dropFiles } from './drop-files.ts';

/**
 * Clears cached files and responses and reports the number of bytes freed. The session, the preferences and pending
 * calls are in the device's storage, which is not touched.
 */
export function useClearCache(onDone: (freed: number) => void) {
  const queryClient = useQueryClient();
  return useSubmit({
    mutationFn: async () => {
      const freed = 'caches' in globalThis ? await dropFiles(caches) : 0;
      queryClient.removeQueries({ type: 'inactive' });
      void queryClient.invalidateQueries(); // Refetches what the screen shows.
      return freed;
    },
    onSuccess: onDone,
  });
}
