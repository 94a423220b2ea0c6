import { AMOUNT_PLACES_MAX } from '@app/domain/checks';
import { shownPlaces } from '@app/domain/wallet';
import { type Amount, add, showAmount, ZERO } from '@app/money';
import { changeWallet } from '@app/protocol/wallet';
import { showToast } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { availableIn, balancesQuery, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { readField } from './form-state.ts';
import { partOf } from './top-up.ts';

const SHARES = [25, 50, 75, 100] as const;

/** Transfers from the wallet to spot: the full balance unless the user types less, and at most once. */
export function useTopUp(currency: string, onDone: () => void) {
  const list = useBalances().data?.list ?? [];
  const inWallet = availableIn(list, 'wallet', currency);
  const [kept, setTyped] = useState<string>();
  const typed = kept ?? partOf(inWallet, 100);
  const amount = readField<Amount>(typed) ?? ZERO;
  const { mutate, reset, ...sending } = useMove(currency, onDone);
  const isTooMuch = amount > inWallet;
  const type = (text: string) => {
    if (sending.isPending) return;
    reset();
    setTyped(text);
  };
  return {
    ...sending,
    inWallet,
    typed,
    type,
    isTooMuch,
    isEmpty: amount === 0n,
    isReady: amount > 0n && !isTooMuch,
    places: AMOUNT_PLACES_MAX,
    after: add(availableIn(list, 'exchange', currency), isTooMuch ? ZERO : amount),
    presets: SHARES.map((share) => ({ share, fill: () => type(partOf(inWallet, share)) })),
    go: () => {
      setTyped(typed); // Fix the amount: balances may change, but a retry sends what the user confirmed.
      if (amount > 0n && !isTooMuch) mutate(amount);
    },
  };
}

function useMove(currency: string, onDone: () => void) {
  const text = useText();
  const queryClient = useQueryClient();
  const { queryKey } = balancesQuery(useSessionScope());
  const [isChecking, setChecking] = useState(false);
  const { mutate, reset, error, isPending } = useSubmit({
    mutationFn: (amount: Amount) =>
      call(
        changeWallet,
        { from_field: 'wallet', to_field: 'exchange', currency, number: amount },
        { onChecking: () => setChecking(true) },
      ),
    onSuccess: (_answer, amount) => {
      showToast(text('spot.form.move.done', { amount: showAmount(amount, shownPlaces(currency)), currency }), 'ok');
      onDone();
    },
    onSettled: () => {
      setChecking(false);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  return { mutate, reset, error, isPending, isChecking };
}
