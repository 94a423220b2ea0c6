import { CallRefused } from '@app/client/call';
import { notify } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Deal } from '../../../data/account/deals.ts';
import { usePreferences } from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { sessionScope, useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { contractName } from '../contract-name.ts';
import { type ContractRequest, fieldOf } from './contract-preview.ts';
import { usePlaceContract } from './place-contract.ts';
import type { ContractEntry } from './use-contract-form.ts';

export type Submission = ReturnType<typeof useContractSubmit>;

/** Page of the user's positions and orders. */
export const DEALS_PATH = '/pages/transaction/contract_order';

/** Submits an order: reviews it unless that is switched off, sends it once, and reports the outcome. */
export function useContractSubmit(market: MarketInfo, entry: ContractEntry) {
  const scope = useSessionScope();
  const wantsReview = usePreferences(({ confirmContract }) => confirmContract);
  const sheet = useSheet('contract-review');
  const [request, setRequest] = useState<ContractRequest>();
  const notices = useNotices(market);
  const isHere = useIsMounted();
  // A ref, because a second press can arrive before the first one renders.
  const sentAs = useRef<ContractEntry['form']>(undefined);
  // Show no notification if another user signed in or the mode changed meanwhile.
  const isStillTheirs = () => sessionScope() === scope;
  const onDone = (deal: Deal) => {
    entry.actions.placed();
    if ((!isHere.current || !sheet.isOpen) && isStillTheirs()) notices.outcome(deal);
  };
  const onFailed = (failure: Error) => {
    sentAs.current = undefined;
    if (!isHere.current && failure instanceof CallRefused && isStillTheirs()) notices.refusal(failure);
  };
  const { mutate, reset, data, error, isPending, isChecking } = usePlaceContract(onDone, onFailed);
  const isUnknown = error !== null && !(error instanceof CallRefused);
  useRefusal({ error, reset, sheet, entry, show: notices.refusal });
  useFreshStart(entry, isUnknown, reset);
  const send = (requested: ContractRequest) => mutate({ symbol: market.symbol, request: requested });
  return {
    sheet: { ...sheet, isOpen: sheet.isOpen && request !== undefined },
    request,
    deal: data,
    isPending,
    isChecking,
    isUnknown,
    /** Handles a button of the form once its order is ready. */
    press: (requested: ContractRequest) => {
      if (isPending || sentAs.current === entry.form) return;
      reset();
      setRequest(requested);
      if (wantsReview && !muted.has(scope)) return sheet.open();
      sentAs.current = entry.form;
      send(requested);
    },
    /** Sends the same request again, so it stays the same order. */
    send: () => request && send(request),
    mute: () => void muted.add(scope),
  };
}

/** Users and modes that muted the review, until the tab closes. */
const muted = new Set<string>();

type Refused = {
  error: Error | null;
  reset: () => void;
  sheet: ReturnType<typeof useSheet>;
  entry: ContractEntry;
  show: (refused: CallRefused) => void;
};

/** Shows a refusal with the server's text at the field it concerns; without an open review, as a notice too. */
function useRefusal({ error, reset, sheet, entry, show }: Refused) {
  useEffect(() => {
    if (!(error instanceof CallRefused)) return;
    entry.actions.refuse({ field: fieldOf(error.code), message: error.message });
    reset();
    if (sheet.isOpen) sheet.close();
    else show(error);
  });
}

/** Drops an unknown outcome when the form changes, because the form then describes another order. */
function useFreshStart({ form }: ContractEntry, isUnknown: boolean, reset: () => void) {
  const before = useRef(form);
  useEffect(() => {
    if (before.current !== form && isUnknown) reset();
    before.current = form;
  }, [form, isUnknown, reset]);
}

/** Returns a ref that becomes false on unmount, for callbacks that run late. */
function useIsMounted() {
  const now = useRef(true);
  useEffect(() => {
    now.current = true;
    return () => {
      now.current = false;
    };
  }, []);
  return now;
}

/** Returns functions that show an outcome, or a refusal, to a user who has left the review. */
function useNotices(market: MarketInfo) {
  const text = useText();
  const navigate = useNavigate();
  return {
    outcome: (deal: Deal) =>
      notify({
        id: `deal ${deal.id}`,
        kind: deal.status === 0 ? 'plain' : 'ok',
        text: `${text(deal.status === 0 ? 'contract.waiting.title' : 'contract.opened.title')} · ${contractName({ symbol: market.symbol, series: deal.series })}`,
        action: { label: text('contract.more.history'), run: () => void navigate(DEALS_PATH) },
      }),
    refusal: ({ message }: CallRefused) =>
      notify({ id: 'deal refused', kind: 'error', text: text('contract.review.refused', { reason: message }) }),
  };
}
