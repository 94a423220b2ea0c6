import { NoResponse } from '@app/client/call';
import { dealsKey } from '@app/client/query';
import { setStops } from '@app/protocol/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type Deal, openDealsQuery } from '../../../data/account/deals.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { applyDeals } from '../live/apply-deals.ts';
import { type StopEdit, stopFields } from './stop-edit.ts';

type Sent = { readonly deal: Deal; readonly edit: StopEdit };

/**
 * Saves a moved stop once, however often it is tapped. Without a response `isChecking` is set and the request is repeated
 * with the same idempotency key; so is the same edit, saved again after checking gave up.
 */
export function useSaveStop(onDone: () => void) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const [isChecking, setChecking] = useState(false);
  const unanswered = useRef<{ edit: StopEdit; key: string | undefined }>(undefined);
  const mutation = useSubmit({
    mutationFn: ({ deal, edit }: Sent) => {
      const key = unanswered.current?.edit === edit ? unanswered.current.key : undefined;
      return call(setStops, stopFields(deal, edit), { key, onChecking: () => setChecking(true) });
    },
    onSuccess: (deal) => {
      queryClient.setQueryData(openDealsQuery(scope).queryKey, (open) => open && applyDeals(open, [deal]));
      onDone();
    },
    onError: (error, { edit }) => {
      unanswered.current = error instanceof NoResponse ? { edit, key: error.key } : undefined;
    },
    onSettled: () => {
      setChecking(false);
      void queryClient.invalidateQueries({ queryKey: dealsKey(scope) });
    },
  });
  return { ...mutation, isChecking };
}
