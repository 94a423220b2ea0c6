import { Button, buttonClass, showToast } from '@app/ui';
import { Link, useLocation, useNavigate } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useDemoIntent } from '../../../data/session/use-demo-intent.ts';
import { useIsBorrowed } from '../book/depth.ts';
import { refusalText } from './form-texts.ts';
import { isBlockedBy, type SubmitAction } from './submit-action.ts';
import type { OrderEntry } from './use-order-form.ts';
import type { Submission } from './use-order-submit.ts';
import { REFILL_PATH } from './way-out.ts';

type Props = {
  market: MarketInfo;
  entry: OrderEntry;
  submission: Submission;
  act: SubmitAction;
  isSwitching: boolean;
};

type Pressed = Omit<Props, 'market' | 'isSwitching'> & {
  /** Focuses the field that is missing or wrong. */
  onMend: (field: string) => void;
  onTopUp: () => void;
};

/** Returns what a press of the button, or Enter in a field, does. */
export function usePress({ entry, submission, act, onMend, onTopUp }: Pressed) {
  const goTo = useAuthActions(entry.form.side);
  const press = () => {
    if (submission.isUnknown) return submission.send();
    if (act.kind === 'login') return goTo.login();
    if (act.kind === 'demo') return goTo.demo();
    if (act.kind === 'top_up') return onTopUp();
    if (act.kind === 'short') return act.way === 'transfer' ? onTopUp() : goTo.refill();
    if (act.kind === 'retry') return entry.retry?.();
    if (act.kind === 'fill' || act.kind === 'mend') return onMend(act.field);
    if (entry.preview.state === 'ready') submission.press(entry.preview.request);
  };
  return { press, isSwitching: goTo.isSwitching };
}

/**
 * Renders the only button of the form: while the order cannot be placed it is tinted and names what is missing. While it
 * is disabled, Enter does nothing either.
 */
export function FormSubmit({ market, entry, submission, act, isSwitching }: Props) {
  const text = useText();
  const { isPending, isUnknown, sheet } = submission;
  const isBusy = (isPending && !sheet.isOpen) || isSwitching;
  return (
    <Button
      type="submit"
      data-coach="place"
      wide
      tone={toneOf(act, { side: entry.form.side, isBorrowed: useIsBorrowed(market.symbol) })}
      blocked={isBlockedBy(act) && !isUnknown}
      busy={isBusy}
      disabled={act.kind === 'wait' && !isUnknown}
    >
      {isUnknown ? text('spot.form.again') : labelOf(act, market, entry, text)}
    </Button>
  );
}

/** The way to practice money stands above the login, and is the first of the two. */
function toneOf({ kind }: SubmitAction, { side, isBorrowed }: { side: string; isBorrowed: boolean }) {
  if (kind === 'wait') return 'plain';
  if (kind === 'login' && isBorrowed) return 'plain';
  return side === 'buy' ? 'up' : 'down';
}

/** Offers practice money to a visitor, above the login button, where only the demo can be traded. */
export function VisitorWay({ market: { symbol }, act }: Pick<Props, 'market' | 'act'>) {
  const text = useText();
  const { request } = useDemoIntent();
  if (!useIsBorrowed(symbol) || act.kind !== 'login') return null;
  return (
    <Link className={buttonClass({ tone: 'primary', wide: true })} to="/pages/common/register" onClick={request}>
      {text('spot.book.practise')}
    </Link>
  );
}

/** Returns the ways out of the form: to the login and back, into demo mode, or to a demo reset. */
function useAuthActions(side: string) {
  const text = useText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { mutate, isPending } = useChangeMode();
  const { forget } = useDemoIntent();
  const login = () => {
    forget(); // Whoever logs in after all trades in their own mode.
    const fields = new URLSearchParams(search);
    fields.set('side', side);
    void navigate(loginWithReturn(`${pathname}?${fields}`));
  };
  const demo = () => mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  const refill = () => void navigate(REFILL_PATH);
  return { login, demo, refill, isSwitching: isPending };
}

function labelOf(act: SubmitAction, market: MarketInfo, { form, preview }: OrderEntry, text: Text): string {
  const currency = form.side === 'buy' ? market.quote : market.base;
  if (act.kind === 'login' || act.kind === 'demo') return text(`spot.form.go.${act.kind}`);
  if (act.kind === 'top_up') return text('spot.form.top_up', { currency });
  if (act.kind === 'wait') return text(`spot.form.wait.${act.for}`);
  if (act.kind === 'fill') return text(`spot.form.fill.${act.field}`);
  if (act.kind === 'retry') return text('system.retry');
  if (act.kind === 'short') return text(`spot.form.lack.${act.way}`, { currency });
  if (act.kind === 'mend' && act.code === 'insufficient_balance')
    return text(`spot.form.mend.${act.code}`, { currency });
  if (act.kind === 'place' || preview.state !== 'refused')
    return text(`spot.form.go.${form.side}`, { coin: market.base });
  return mendText(preview, market, text);
}

type Refused = OrderEntry['preview'] & { state: 'refused' };

function mendText(refused: Refused, { quote }: MarketInfo, text: Text) {
  const { code } = refused;
  if (code === 'limit_price_too_far') return text('spot.form.mend.limit_price_too_far');
  if (code === 'price_step_wrong' || code === 'amount_step_wrong' || code === 'too_many_orders')
    return text(`spot.form.mend.${code}`);
  return refusalText(refused, quote, text);
}
