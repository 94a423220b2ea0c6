import { CallRefused, NoResponse } from '@app/client/call';
import { dealsKey } from '@app/client/query';
import { UNDERWAY_MS } from '@app/client/timing';
import { submitContract } from '@app/protocol/contract';
import { notify } from '@app/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { balancesQuery } from '../../../data/account/balances.ts';
import type { Deal } from '../../../data/account/deals.ts';
import { usePreferences } from '../../../data/app/preferences.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { useSubmit } from '../../../data/call/use-submit.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { sessionScope, useSessionScope } from '../../../data/session/session.ts';
import { useIsMounted } from '../../../lib/use-is-mounted.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { contractName } from '../contract-name.ts';
import { isDealShown, markDealShown } from '../live/shown-deals.ts';
import { type ContractRequest, fieldOf } from './contract-preview.ts';
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
    if ((!isHere.current || !sheet.isOpen) && isStillTheirs() && !isDealShown(deal)) notices.outcome(deal);
    markDealShown(deal);
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

/** Returns the server's words; of a missing price, what that means for contracts, also in demo mode. */
const reasonOf = ({ code, message }: CallRefused, text: Text): string =>
  code === 'no_live_price' ? text('contract.note.prices') : message;

/** What is sent: an order and its market. */
type SentOrder = { readonly symbol: string; readonly request: ContractRequest };

const fieldsOf = ({ symbol, request }: SentOrder) => ({
  currency_name: symbol,
  series: request.series,
  type: request.side === 'long' ? ('buy' as const) : ('sell' as const),
  share: request.lots,
  multiple: request.leverage,
  ...(request.limit !== undefined && { target_price: request.limit }),
  ...(request.takeProfit !== undefined && { target_profit_price: request.takeProfit }),
  ...(request.stopLoss !== undefined && { stop_loss_price: request.stopLoss }),
});

/**
 * Places an order once, however often it is tapped: if the response is lost, `isChecking` is set and the request is
 * repeated with the same idempotency key; so is the same request sent again after checking gave up. `onDone` and
 * `onFailed` are called even if the user left the screen meanwhile.
 */
function usePlaceContract(onDone: (deal: Deal) => void, onFailed: (error: Error) => void) {
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  const [isChecking, setChecking] = useState(false);
  const unanswered = useRef<{ request: ContractRequest; key: string | undefined }>(undefined);
  const mutation = useSubmit({
    mutationFn: (sent: SentOrder) => {
      const key = unanswered.current?.request === sent.request ? unanswered.current.key : undefined;
      const same = { key, openForMs: UNDERWAY_MS, onChecking: () => setChecking(true) };
      return call(submitContract, fieldsOf(sent), same);
    },
    onSuccess: onDone,
    onError: (error, { request }) => {
      unanswered.current = error instanceof NoResponse ? { request, key: error.key } : undefined;
      onFailed(error);
    },
    onSettled: () => {
      setChecking(false);
      // Not awaited: the response is known, and lists may update after it.
      void queryClient.invalidateQueries({ queryKey: dealsKey(scope) });
      void queryClient.invalidateQueries({ queryKey: balancesQuery(scope).queryKey });
    },
  });
  return { ...mutation, isChecking };
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
  const text = useText();
  useEffect(() => {
    if (!(error instanceof CallRefused)) return;
    entry.actions.refuse({ field: fieldOf(error.code), message: reasonOf(error, text) });
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
    refusal: (refused: CallRefused) =>
      notify({
        id: 'deal refused',
        kind: 'error',
        text: text('contract.review.refused', { reason: reasonOf(refused, text) }),
      }),
  };
}
