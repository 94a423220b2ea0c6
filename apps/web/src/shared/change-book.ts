import { changeAccount, openDemoAccount } from '@app/protocol/auth';
import { useQueryClient } from '@tanstack/react-query';
import { call } from './call.ts';
import { replaceSession } from './session.ts';
import { useSubmit } from './use-submit.ts';

/** Goes to the other book. The old token ends with it, and nothing of the old book may stay in the cache. */
export function useChangeBook(beforeOpened?: () => void) {
  const queryClient = useQueryClient();
  return useSubmit({
    mutationFn: async (book: 'real' | 'demo') => {
      if (book === 'demo') await call(openDemoAccount, {});
      await replaceSession(async () => {
        const opened = await call(changeAccount, { book });
        beforeOpened?.(); // The screen of the old book is gone after this.
        queryClient.clear();
        return opened;
      });
    },
  });
}
