import { CallRefused } from '@app/client/call';
import type { BetSide } from '@app/domain/seconds';
import { notify, showToast, tick } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { sessionScope, useSessionScope } from '../../../data/session/session.ts';
import { useIsMounted } from '../../../lib/use-is-mounted.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useTerms } from '../terms/terms-query.ts';
import { readStake } from './bet-form.ts';
import type { BetRequest } from './bet-preview.ts';
import { refusalText } from './bet-texts.ts';
import { usePlaceBet } from './place-bet.ts';
import type { BetEntry } from './use-bet-form.ts';

export type BetSubmission = ReturnType<typeof useBetSubmit>;

/** Time after an accepted bet in which taps do nothing: they belong to that bet, or come too fast to be meant. */
const REST_MS = 2_000;

/** Submits a bet: real money asks once more, practice money does not. Sends it once and reports the outcome. */
export function useBetSubmit(market: MarketInfo, entry: BetEntry) {
  const text = useText();
  const scope = useSessionScope();
  const sheet = useSheet('bet-review');
  const [request, setRequest] = useState<BetRequest>();
  const isMounted = useIsMounted();
  // A ref, because a second tap can arrive before the first one renders.
  const restsUntil = useRef(0);
  const { refetch: refetchTerms } = useTerms();
  const onDone = () => {
    restsUntil.current = performance.now() + REST_MS;
    // Another user may have signed in, or the mode may have changed.
    if (sessionScope() !== scope) return;
    tick();
    showToast(text('seconds.placed'), 'ok');
    if (isMounted.current) sheet.close();
  };
  const onFailed = (failure: Error) => {
    if (!(failure instanceof CallRefused) || sessionScope() !== scope) return;
    if (failure.code === 'quote_expired') void refetchTerms();
    const message = refusalText(failure, text);
    if (!isMounted.current)
      notify({ id: 'bet refused', kind: 'error', text: text('seconds.refused', { reason: message }) });
    entry.refuse({ code: failure.code, message });
    sheet.close();
  };
  const { mutate, reset, error, isPending, isChecking } = usePlaceBet(onDone, onFailed);
  const isUnknown = error !== null && !(error instanceof CallRefused);
  useFreshStart(entry, isUnknown, reset);
  const requestOf = (side: BetSide): BetRequest | undefined => {
    const stake = readStake(entry.form.stake);
    if (stake === undefined) return undefined;
    const { seconds, currency } = entry.form;
    const { version } = entry.inForce;
    return { symbol: market.symbol, market: Number(market.id), side, seconds, stake, currency, version };
  };
  return {
    sheet: { ...sheet, isOpen: sheet.isOpen && request !== undefined },
    request,
    isPending,
    isChecking,
    isUnknown,
    /** Handles a button of the form once its bet is ready. */
    press: (side: BetSide) => {
      const requested = requestOf(side);
      if (requested === undefined || isPending || performance.now() < restsUntil.current) return;
      reset();
      setRequest(requested);
      if (entry.mode === 'real' && !muted.has(scope)) return sheet.open();
      mutate(requested);
    },
    /** Sends the same request again, so it stays the same bet. */
    send: () => request && mutate(request),
    mute: () => void muted.add(scope),
  };
}

/** Users that muted the question, until the tab closes. */
const muted = new Set<string>();

/** Drops an unknown outcome when the form changes, because the form then describes another bet. */
function useFreshStart({ form }: BetEntry, isUnknown: boolean, reset: () => void) {
  const typed = `${form.seconds} ${form.stake} ${form.currency}`;
  const before = useRef(typed);
  useEffect(() => {
    if (before.current !== typed && isUnknown) reset();
    before.current = typed;
  }, [typed, isUnknown, reset]);
}
