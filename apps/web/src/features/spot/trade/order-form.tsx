import { Segmented } from '@app/ui';
import { type FocusEvent, type KeyboardEvent, type SubmitEvent, useRef, useState } from 'react';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { isVisitor, useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { type CtaAct, ctaOf } from './cta.ts';
import { FormAmount, FormTotal } from './form-amount.tsx';
import { FormFacts } from './form-facts.tsx';
import { FormKind } from './form-kind.tsx';
import { FormNotes } from './form-notes.tsx';
import { FormPrice } from './form-price.tsx';
import { FormSubmit, usePress } from './form-submit.tsx';
import type { FormField } from './order-preview.ts';
import { refusalText } from './refusal-text.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { TopUpSheet } from './top-up-sheet.tsx';
import type { OrderEntry } from './use-order-form.ts';
import { useOrderSubmit } from './use-order-submit.ts';

type Props = { market: MarketInfo; entry: OrderEntry };

/** Renders the order form, as a column beside the order book. */
export function OrderForm({ market, entry }: Props) {
  const submission = useOrderSubmit(market, entry);
  const topUp = useSheet('top-up');
  const { currency, isSignedOut, act } = useCtaState(market, entry);
  const { box, errorAt, mend, leave } = useErrors(market, entry, act);
  const { press, isSwitching } = usePress({ entry, submission, act, onMend: mend, onTopUp: topUp.open });
  const part = { market, entry };
  return (
    <>
      <form
        className="trade__form"
        ref={box}
        noValidate
        onSubmit={pressing(press)}
        onKeyDown={pressOnce}
        onBlur={leave}
      >
        <SideSwitch entry={entry} />
        <FormKind {...part} />
        <FormPrice {...part} error={errorAt('price')} />
        <FormAmount {...part} error={errorAt(entry.form.kind === 'market' ? entry.form.lead : 'amount')} />
        <FormTotal {...part} error={errorAt('total')} />
        <FormFacts {...part} isVisitor={isSignedOut} onTopUp={topUp.open} />
        <FormNotes {...part} submission={submission} />
        <FormSubmit {...part} {...{ submission, act, isSwitching }} />
      </form>
      <ReviewSheet {...part} submission={submission} />
      <TopUpSheet currency={currency} isOpen={topUp.isOpen} close={topUp.close} />
    </>
  );
}

const pressing = (press: () => void) => (event: SubmitEvent) => {
  event.preventDefault();
  press();
};

/** Treats a held key as one press. */
function pressOnce(event: KeyboardEvent) {
  if (event.key === 'Enter' && event.repeat) event.preventDefault();
}

function SideSwitch({ entry: { form, actions } }: Pick<Props, 'entry'>) {
  const text = useText();
  return (
    <Segmented
      label={text('spot.form.side')}
      options={[
        { value: 'buy', label: text('spot.buy'), tone: 'up' },
        { value: 'sell', label: text('spot.sell'), tone: 'down' },
      ]}
      value={form.side}
      onChange={actions.setSide}
    />
  );
}

/** Returns what the button can do now, given the user, the balances and the connection. */
function useCtaState(market: MarketInfo, { form, preview, retry }: OrderEntry) {
  const isSignedOut = isVisitor(useSessionScope());
  const isOffline = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  const list = useBalances().data?.list ?? [];
  const currency = form.side === 'buy' ? market.quote : market.base;
  const inSpot = availableIn(list, 'exchange', currency);
  const inWallet = availableIn(list, 'wallet', currency);
  const facts = { isVisitor: isSignedOut, isOffline, isLacking: retry !== undefined, side: form.side };
  return { currency, isSignedOut, act: ctaOf({ ...facts, inSpot, inWallet, preview }) };
}

/** Returns field errors: shown once the user leaves the field or submits; server refusals at once. */
function useErrors({ quote }: MarketInfo, { form, preview, refusal }: OrderEntry, act: CtaAct) {
  const text = useText();
  const box = useRef<HTMLFormElement>(null);
  const [requestedFor, setRequestedFor] = useState<typeof form>();
  const errorAt = (field: FormField) => {
    if (refusal?.field === field) return refusal.message;
    if (requestedFor !== form || act.kind !== 'mend' || act.field !== field) return undefined;
    if (preview.state === 'refused') return refusalText(preview, quote, text);
    return text('refusal.insufficient_balance');
  };
  const mend = (field: string) => {
    setRequestedFor(form);
    box.current?.querySelector<HTMLInputElement>(`[data-field="${field}"] input`)?.focus();
  };
  // Not when focus moves to a button: the error would shift it from under the finger.
  const leave = ({ target, relatedTarget }: FocusEvent) => {
    if (target.matches('[data-field] input') && !(relatedTarget instanceof HTMLButtonElement)) setRequestedFor(form);
  };
  return { box, errorAt, mend, leave };
}
