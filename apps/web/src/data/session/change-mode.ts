import { changeAccount, openDemoAccount } from '@app/protocol/auth';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../call/call.ts';
import { useSubmit } from '../call/use-submit.ts';
import { replaceSession } from './session.ts';

/**
 * Switches between `real` and `demo`. The old token ends with it, and no data of the old mode may stay in the cache.
 */
export function useChangeMode(beforeOpened?: () => void) {
  const queryClient = useQueryClient();
  return useSubmit({
    mutationFn: async (mode: 'real' | 'demo') => {
      if (mode === 'demo') await call(openDemoAccount, {});
      await replaceSession(async () => {
        const opened = await call(changeAccount, { book: mode });
        beforeOpened?.(); // The old mode's screen unmounts after this.
        queryClient.clear();
        return opened;
      });
    },
  });
}
