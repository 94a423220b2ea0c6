import type { Payout, StakeCaps } from '@app/domain/seconds';
import { formatDecimal, ZERO } from '@app/money';
import { useState } from 'react';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useDraft } from '../../../data/app/draft.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { type TermsInForce, useSecondsMode } from '../terms/terms-query.ts';
import { type BetForm, chosenPayout, EMPTY_FORM, isBetForm, presetsOf } from './bet-form.ts';
import { type BetPreview, previewOf } from './bet-preview.ts';

/** State shared by the form and the sheets around it. */
export type BetEntry = ReturnType<typeof useBetForm>;

/**
 * Holds the form of a bet. It does not follow the price: a bet enters at a later tick, so that no price changes what it
 * wins or costs.
 */
export function useBetForm(market: MarketInfo, inForce: TermsInForce, caps: StakeCaps) {
  const mode = useSecondsMode();
  const balances = useBalances();
  const [draft, setDraft] = useDraft('seconds', EMPTY_FORM, isBetForm);
  /** The server's refusal, until the form changes. */
  const [refusal, setRefusal] = useState<BetRefusal>();
  const form = completed(draft, inForce, caps);
  const payout: Payout | undefined = chosenPayout(inForce.terms.payouts, form.seconds);
  const list = balances.data?.list;
  const available = list && availableIn(list, 'seconds', caps.currency);
  const preview: BetPreview = previewOf(form, {
    inForce,
    mode,
    market: { id: Number(market.id), hours: market.hours },
    available: available ?? ZERO,
    nowMs: serverNow(),
  });
  const change = (fields: Partial<BetForm>) => {
    setDraft((now) => ({ ...completed(now, inForce, caps), ...fields }));
    setRefusal(undefined);
  };
  return {
    form,
    caps,
    payout,
    inForce,
    mode,
    available,
    /** The currency in the user's other accounts. */
    balances: list,
    preview,
    refusal,
    /** Refetches balances that failed to load. */
    retry: balances.isError && list === undefined ? () => void balances.refetch() : undefined,
    setSeconds: (seconds: number) => change({ seconds }),
    setStake: (stake: string) => change({ stake }),
    refuse: setRefusal,
  };
}

/** Why the server did not take a bet. */
type BetRefusal = { readonly code: string; readonly message: string };

/** Replaces what was never chosen, or is no longer offered: the usual length, and the smallest stake that is offered. */
function completed(form: BetForm, { terms }: TermsInForce, caps: StakeCaps): BetForm {
  const stake = presetsOf(caps)[0] ?? caps.stakeMin;
  return {
    seconds: chosenPayout(terms.payouts, form.seconds)?.seconds ?? 0,
    stake: form.currency === caps.currency ? form.stake : formatDecimal(stake),
    currency: caps.currency,
  };
}
