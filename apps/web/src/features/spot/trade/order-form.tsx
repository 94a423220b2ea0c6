import { isVisitor } from '@app/client/session';
import { showPrice } from '@app/money';
import { Icon, Segmented, Stepper } from '@app/ui';
import { type FocusEvent, type KeyboardEvent, type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { availableIn, useBalances } from '../../../data/account/balances.ts';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { useIsWide } from '../../../lib/use-wide.ts';
import { FormAmount, FormTotal } from './form-amount.tsx';
import { FormKind } from './form-kind.tsx';
import { steppedPrice } from './form-moves.ts';
import { NotLoaded, ReadonlyField } from './form-parts.tsx';
import { FormSubmit, usePress, VisitorWay } from './form-submit.tsx';
import { exactText, feeLabel, ownText, refusalText, UNKNOWN } from './form-texts.ts';
import type { FormField } from './order-preview.ts';
import { usePriceWarning } from './price-warning.ts';
import { figuresOf } from './review.ts';
import { ReviewSheet } from './review-sheet.tsx';
import { type SubmitAction, submitActionOf } from './submit-action.ts';
import { TopUpSheet } from './top-up-sheet.tsx';
import type { OrderEntry } from './use-order-form.ts';
import { type Submission, useOrderSubmit } from './use-order-submit.ts';
import { useWayOut } from './way-out.ts';

type Props = { market: MarketInfo; entry: OrderEntry };

/** Renders the order form, as a column beside the order book. */
export function OrderForm({ market, entry }: Props) {
  const submission = useOrderSubmit(market, entry);
  const topUp = useSheet('top-up');
  const { currency, isSignedOut, act } = useSubmitAction(market, entry);
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
        <FormNotes {...part} isVisitor={isSignedOut} submission={submission} />
        <VisitorWay market={market} act={act} />
        <FormSubmit {...part} submission={submission} act={act} isSwitching={isSwitching} />
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
function useSubmitAction(market: MarketInfo, { form, preview, retry }: OrderEntry) {
  const isSignedOut = isVisitor(useSessionScope());
  const isOffline = useConnection(({ isOnline, socket }) => !isOnline || socket === 'lost');
  const list = useBalances().data?.list ?? [];
  const currency = form.side === 'buy' ? market.quote : market.base;
  const inSpot = availableIn(list, 'exchange', currency);
  const inWallet = availableIn(list, 'wallet', currency);
  const wayOut = useWayOut(currency);
  const facts = { isVisitor: isSignedOut, isOffline, hasLoadError: retry !== undefined, side: form.side };
  return { currency, isSignedOut, act: submitActionOf({ ...facts, inSpot, inWallet, wayOut, preview }) };
}

/** Returns the field with more than the balance pays for. */
const shortIn = (preview: OrderEntry['preview']): FormField | undefined =>
  preview.state === 'refused' ? preview.field : undefined;

/** Returns field errors: shown once the user leaves the field or submits; server refusals at once. */
function useErrors({ quote }: MarketInfo, { form, preview, refusal }: OrderEntry, act: SubmitAction) {
  const text = useText();
  const box = useRef<HTMLFormElement>(null);
  const [requestedFor, setRequestedFor] = useState<typeof form>();
  const errorAt = (field: FormField) => {
    if (refusal?.field === field) return refusal.message;
    const isAt = act.kind === 'mend' ? act.field === field : act.kind === 'short' && shortIn(preview) === field;
    if (requestedFor !== form || !isAt) return undefined;
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

type FormNotesProps = { market: MarketInfo; entry: OrderEntry; isVisitor: boolean; submission: Submission };

/** Shows messages about the whole order above its button; usually none. */
function FormNotes({ market, entry, isVisitor, submission }: FormNotesProps) {
  const { form, preview, refusal, retry } = entry;
  const text = useText();
  const isStale = usePriceState(market.symbol).kind === 'paused';
  const { isChecking, isUnknown, sheet } = submission;
  if (isChecking && !sheet.isOpen) return <Line message={text('spot.form.checking')} />;
  if (isUnknown && !sheet.isOpen) return <Line message={text('spot.form.unknown')} isWrong />;
  if (retry !== undefined && preview.state === 'incomplete' && preview.missing === 'order_context')
    return <NotLoaded retry={retry} />;
  if (refusal?.field === 'form') return <Line message={refusal.message} isWrong />;
  // A visitor is offered practice money instead.
  if (isVisitor && preview.state === 'refused' && preview.code === 'price_simulated') return null;
  if (preview.state === 'refused' && preview.field === 'form')
    return <Line message={refusalText(preview, market.quote, text)} isWrong={preview.code === 'too_many_orders'} />;
  return form.kind === 'limit' && isStale ? <Line message={text('spot.form.stale')} /> : null;
}

function Line({ message, isWrong = false }: { message: string; isWrong?: boolean }) {
  return (
    <p className={isWrong ? 'hint hint--error' : 'hint hint--warn'} role={isWrong ? 'alert' : 'status'}>
      <Icon name="warn" size={16} />
      {message}
    </p>
  );
}

type FormPriceProps = { market: MarketInfo; entry: OrderEntry; error: string | undefined };

/** Shows the price of a limit order; for a market order, the best price. */
function FormPrice({ market, entry, error }: FormPriceProps) {
  const text = useText();
  const { form, steps, actions } = entry;
  const warning = usePriceWarning(entry);
  if (form.kind === 'market') return <BestPrice market={market} entry={entry} />;
  const step = (direction: 'less' | 'more') => ({
    label: text(`spot.form.price.${direction}`),
    step: (held: string) => steppedPrice(held, direction, entry),
  });
  return (
    <div data-field="price">
      <Stepper
        label={text('spot.form.price', { unit: market.quote })}
        value={form.price}
        places={steps.pricePlaces}
        onChange={actions.setPrice}
        less={step('less')}
        more={step('more')}
        error={error}
        warning={warning}
      />
    </div>
  );
}

function BestPrice({ market, entry: { form, depth } }: Omit<FormPriceProps, 'error'>) {
  const text = useText();
  const best = (form.side === 'buy' ? depth?.asks : depth?.bids)?.[0];
  return (
    <ReadonlyField label={text('spot.form.best', { unit: market.quote })}>
      {best === undefined ? UNKNOWN : `≈ ${showPrice(best[0], market.precision)}`}
    </ReadonlyField>
  );
}

type FormFactsProps = { market: MarketInfo; entry: OrderEntry; isVisitor: boolean; onTopUp: () => void };

/** Shows the available balance and the fee; on a wide screen, also the balance left after the order. */
function FormFacts({ market, entry, isVisitor, onTopUp }: FormFactsProps) {
  const text = useText();
  const isWide = useIsWide();
  const { form, preview, orderContext, depth } = entry;
  const pays = form.side === 'buy' ? market.quote : market.base;
  const own = orderContext?.available[form.side === 'buy' ? 'quote' : 'base'];
  const request = preview.state === 'incomplete' ? undefined : preview.request;
  const figures = request && orderContext && figuresOf(request, orderContext, depth);
  const fee = figures?.fee;
  const left = preview.state === 'ready' ? figures?.left : undefined;
  const unit = isWide ? ` ${pays}` : '';
  return (
    <dl className="facts facts--dense">
      <Fact label={text('spot.available')}>
        {isVisitor || own === undefined ? UNKNOWN : `${ownText(own, pays, market)}${unit}`}
        {!isVisitor && <TopUpButton currency={pays} open={onTopUp} />}
      </Fact>
      <Fact label={fee?.amount === undefined ? text('spot.fee') : feeLabel(fee, 'form', text)} coach="preview">
        {fee?.amount === undefined
          ? UNKNOWN
          : `${exactText(fee.amount, market.quote, 'up')}${isWide ? ` ${market.quote}` : ''}`}
      </Fact>
      {isWide && (
        <Fact label={text('spot.form.left')}>
          {left === undefined ? UNKNOWN : `${ownText(left, pays, market)} ${pays}`}
        </Fact>
      )}
    </dl>
  );
}

function Fact({ label, coach, children }: { label: string; coach?: string; children: ReactNode }) {
  return (
    <div data-coach={coach}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TopUpButton({ currency, open }: { currency: string; open: () => void }) {
  const text = useText();
  return (
    <button
      type="button"
      className="hit facts__add"
      data-coach="money"
      aria-label={text('spot.form.top_up', { currency })}
      onClick={open}
    >
      <Icon name="plus" size={16} />
    </button>
  );
}
