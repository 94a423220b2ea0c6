import { CallRefused, NoResponse } from '@app/client/call';
import { dealsKey } from '@app/client/query';
import { UNDERWAY_MS } from '@app/client/timing';
import type { Call, Output, Route } from '@app/protocol';
import type {
  addMargin,
  cancelDeal,
  closeAllDeals,
  closeDeal,
  removeMargin,
  reverseDeal,
  setStops,
} from '@app/protocol/contract';
import { notify, showToast } from '@app/ui';
import { useMutationState, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { balancesQuery } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { sessionScope, useSessionScope } from '../../../data/session/session.ts';
import { useIsMounted } from '../../../lib/use-is-mounted.ts';

/** Routes that change a position or an order. */
type CommandRoute =
  | typeof addMargin
  | typeof cancelDeal
  | typeof closeAllDeals
  | typeof closeDeal
  | typeof removeMargin
  | typeof reverseDeal
  | typeof setStops;

const commandKey = (scope: string) => ['contract', 'command', scope];

type Command<R extends Route> = {
  /** Names what the command is about, in notices. */
  readonly name: string;
  readonly doneText: (answer: Output<R>, sent: Call<R>) => string;
  readonly onDone?: (answer: Output<R>) => void;
};

/**
 * Sends a command once, however often it is pressed: while its outcome is unknown, it is repeated with the same
 * idempotency key. The outcome is a notice; a refusal is shown by the sender as long as it is on screen, afterwards it is
 * a notice too. Nothing is applied before the server has: positions arrive by their channel.
 */
export function useDealCommand<R extends CommandRoute>(route: R, { name, doneText, onDone }: Command<R>) {
  const text = useText();
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const isHere = useIsMounted();
  const [isChecking, setChecking] = useState(false);
  const unanswered = useRef<{ sent: Call<R>; key: string | undefined }>(undefined);
  const isTheirs = () => sessionScope() === scope; // Another user may have logged in meanwhile.
  const mutation = useSubmit<Output<R>, Call<R>>({
    mutationKey: [...commandKey(scope), route.path],
    mutationFn: (sent) => {
      const key = unanswered.current?.sent === sent ? unanswered.current.key : undefined;
      return call(route, sent, { key, openForMs: UNDERWAY_MS, onChecking: () => setChecking(true) });
    },
    onSuccess: (answer, sent) => {
      unanswered.current = undefined;
      if (!isTheirs()) return;
      showToast(doneText(answer, sent), 'ok');
      onDone?.(answer);
    },
    onError: (error, sent) => {
      unanswered.current = error instanceof NoResponse ? { sent, key: error.key } : undefined;
      if (isHere.current || !isTheirs()) return;
      const isRefused = error instanceof CallRefused;
      const reason = describeFailure(error, text);
      const message = isRefused ? text('position.refused', { name, reason }) : text('position.lost', { name });
      notify({ id: `deal ${route.path} ${name}`, kind: 'error', text: message });
    },
    onSettled: () => {
      setChecking(false);
      // Not awaited: the outcome is known, and lists may update after it.
      void queryClient.invalidateQueries({ queryKey: dealsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  const isUnknown = mutation.error !== null && !(mutation.error instanceof CallRefused);
  return {
    send: mutation.mutate,
    reset: mutation.reset,
    isBusy: mutation.isPending,
    isChecking,
    isUnknown,
    /** The server's words, where it refused. */
    refusal: mutation.error instanceof CallRefused ? mutation.error : undefined,
    /** Finds the outcome of what was sent, without sending it a second time. */
    checkAgain: () => mutation.variables !== undefined && mutation.mutate(mutation.variables),
  };
}

export type DealCommand = Pick<
  ReturnType<typeof useDealCommand>,
  'isBusy' | 'isChecking' | 'isUnknown' | 'refusal' | 'checkAgain'
>;

/** Returns the ids of deals that a command of a route is being sent for, from wherever. */
export function useDealsSentTo(route: CommandRoute): readonly bigint[] {
  const scope = useSessionScope();
  return useMutationState({
    filters: { mutationKey: [...commandKey(scope), route.path], status: 'pending' },
    select: ({ state }) => (state.variables as { id: bigint }).id, // What the routes of one deal send.
  });
}
