import { NoResponse } from '@app/client/call';
import { betsKey } from '@app/client/query';
import { CALL_TIMEOUT_MS, CHECK_FOR_MS } from '@app/client/timing';
import { submitBet } from '@app/protocol/seconds';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { balancesQuery } from '../../../data/account/balances.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import type { WireBet } from '../bets/open-bets.ts';
import type { BetRequest } from './bet-preview.ts';

/** A second tap within this time, even after a reload, refers to the first bet, which may still be in flight. */
const PLACING_OPEN_MS = CHECK_FOR_MS + CALL_TIMEOUT_MS;

const fieldsOf = ({ market, currency, side, seconds, stake, version }: BetRequest) => ({
  match_id: market,
  currency_name: currency,
  type: side === 'up' ? 1 : 2,
  seconds,
  number: stake,
  terms: version,
});

/**
 * Places a bet once, however often it is tapped: if the response is lost, `isChecking` is set and the request is
 * repeated with the same idempotency key; so is the same request sent again after checking gave up. `onDone` and
 * `onFailed` are called even if the user left the screen meanwhile.
 */
export function usePlaceBet(onDone: (bet: WireBet) => void, onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const [isChecking, setChecking] = useState(false);
  const unanswered = useRef<{ request: BetRequest; key: string | undefined }>(undefined);
  const mutation = useSubmit({
    mutationFn: (request: BetRequest) => {
      const key = unanswered.current?.request === request ? unanswered.current.key : undefined;
      return call(submitBet, fieldsOf(request), {
        key,
        openForMs: PLACING_OPEN_MS,
        onChecking: () => setChecking(true),
      });
    },
    onSuccess: onDone,
    onError: (error, request) => {
      unanswered.current = error instanceof NoResponse ? { request, key: error.key } : undefined;
      onFailed(error);
    },
    onSettled: () => {
      setChecking(false);
      // Not awaited: the response is known, and lists may update after it.
      void queryClient.invalidateQueries({ queryKey: betsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  return { ...mutation, isChecking };
}
