import { Button, buttonClass, durationText, Facts, Icon, Note, Segmented, Sheet, StaleBadge } from '@app/ui';
import type { ReactNode } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { BorrowedLine } from '../book/panel-states.tsx';
import { NotLoaded } from '../trade/form-parts.tsx';
import { rateText, UNKNOWN } from '../trade/form-texts.ts';
import { useOrderContextRetry } from '../trade/order-context.ts';
import { TopUpSheet } from '../trade/top-up-sheet.tsx';
import { REFILL_PATH, useWayOut } from '../trade/way-out.ts';
import { LiteAmount } from './lite-amount.tsx';
import { PriceNotes } from './lite-notes.tsx';
import { LitePlacing } from './lite-placing.tsx';
import { paidUnit, previewRequest } from './lite-preview.ts';
import type { MarketOrderRequest } from './lite-request.ts';
import { LiteReviewed } from './lite-reviewed.tsx';
import { isBlocked, liteStepOf } from './lite-step.ts';
import { feeIn, inUnit, missingOf, nameOf, priceIn } from './lite-texts.ts';
import { type Lite, useLite } from './use-lite.ts';
import { type LiteOrder, useLiteOrder } from './use-lite-order.ts';

/** Buys or sells one amount at the market. Remount it for another market. */
export function LiteTrade({ market }: { market: MarketInfo }) {
  const text = useText();
  const lite = useLite(market);
  const order = useLiteOrder(lite);
  const topUp = useSheet('lite-top-up');
  const change: Lite['change'] = (next) => {
    if (next.amountInput !== lite.form.amountInput) order.startAfresh(); // The same amount in another unit is unchanged.
    lite.change(next);
  };
  const choose: Lite['choose'] = (side) => {
    if (side !== lite.side) order.startAfresh();
    lite.choose(side);
  };
  return (
    <div className="flex min-h-full flex-col overflow-x-clip px-gutter pt-2">
      <Segmented
        label={text('spot.lite.side')}
        value={lite.side}
        onChange={choose}
        options={[
          { value: 'buy', label: text('spot.buy'), tone: 'up' },
          { value: 'sell', label: text('spot.sell'), tone: 'down' },
        ]}
      />
      <LiteAmount lite={{ ...lite, change }} error={order.refusal ?? errorOf(lite, text)} />
      <div className="-mx-gutter">
        <BorrowedLine symbol={market.symbol} />
      </div>
      <LiteFacts lite={lite} topUp={topUp.open} />
      <LiteStatus lite={lite} />
      <div className="sticky bottom-(--lift) mt-auto bg-bg pt-3 pb-4">
        <LiteAction lite={lite} order={order} topUp={topUp.open} />
      </div>
      <LiteReview lite={lite} order={order} />
      <TopUpSheet currency={market[paidUnit(lite.side)]} isOpen={topUp.isOpen} close={topUp.close} />
    </div>
  );
}

/** Returns what is wrong with the amount. */
function errorOf({ step, preview }: Lite, text: Text): string | undefined {
  const isOfAmount = ['minimum', 'maximum', 'short', 'refused'].includes(step);
  return isOfAmount && preview?.refusal ? text(`refusal.${preview.refusal.code}`, preview.refusal.params) : undefined;
}

/** Shows what to know about the price, or that the market has none. */
function LiteStatus({ lite: { step, preview } }: { lite: Lite }) {
  const text = useText();
  const retry = useOrderContextRetry();
  const code = preview?.refusal?.code;
  if (retry !== undefined && preview === undefined) return <NotLoaded retry={retry} />;
  const isWaiting = step === 'waiting' && (code === 'price_stale' || code === 'no_live_price');
  if (isWaiting || (step === 'closed' && code === 'market_closed'))
    return (
      <Note icon="info" tone="warn">
        {text(`refusal.${code}`)}
      </Note>
    );
  return preview === undefined ? null : <PriceNotes {...preview} />;
}

type Props = { lite: Lite; order: LiteOrder };

/** Shows the order as it will be sent, and then its outcome. */
function LiteReview({ lite, order }: Props) {
  const text = useText();
  const { sheet, reviewed } = order;
  return (
    <Sheet
      open={sheet.isOpen && reviewed !== undefined}
      onClose={sheet.close}
      title={text(order.placing.data === undefined ? 'spot.lite.review.title' : 'spot.lite.placed.title')}
      closeLabel={text('system.close')}
    >
      {reviewed !== undefined && <Open lite={lite} order={order} request={reviewed} />}
    </Sheet>
  );
}

/** Keeps the request as the user confirmed it; its estimate, and whether it can be placed, are current. */
function Open({ lite, order, request }: Props & { request: MarketOrderRequest }) {
  const text = useText();
  const { market, orderContext, depth, form, line } = lite;
  const { side } = request;
  const preview = orderContext && depth && previewRequest(request, { side, orderContext, depth });
  const step = liteStepOf({ ...line, isBeside: false, form, preview });
  // An order in flight has already frozen its money: the lower balance must not block it.
  const isReady = step === 'review' || order.placing.isPending;
  const outcome = step === 'demo' ? 'refused' : step;
  const blocked = isReady ? undefined : text(`spot.lite.step.${outcome}`, missingOf({ market, side, step, preview }));
  return (
    <LitePlacing order={order} market={market} side={side} blocked={blocked}>
      <LiteReviewed lite={lite} request={request} preview={preview} isHeld={!isReady} />
    </LitePlacing>
  );
}

type LiteFactsProps = { lite: Lite; topUp: () => void };

/** Shows the source of funds, the price and the cost; dimmed and dated while prices are paused. */
function LiteFacts({ lite, topUp }: LiteFactsProps) {
  const text = useText();
  const { market, side, preview, orderContext } = lite;
  const state = usePriceState(market.symbol);
  const isStale = state.kind === 'paused';
  const fees = orderContext?.fees;
  const aged = (value: string): ReactNode => <span className={isStale ? 'stale' : ''}>{value}</span>;
  return (
    <div className="py-3">
      <Facts
        facts={[
          [text(`spot.lite.from.${side}`), <Held key="held" lite={lite} topUp={topUp} />],
          [text('spot.lite.price'), aged(priceIn(preview?.estimate?.average ?? bestOf(lite), market))],
          [
            fees === undefined ? text('spot.fee') : text('spot.fee.taker', { rate: rateText(fees.taker) }),
            aged(feeIn(preview?.estimate?.fee, market)),
          ],
        ]}
      />
      {isStale && <StaleBadge>{text('system.stale', { time: durationText(state.forMs) })}</StaleBadge>}
    </div>
  );
}

/** Returns the best price; without any offer, the index price. */
const bestOf = ({ side, depth, orderContext }: Lite) =>
  (side === 'buy' ? depth?.asks : depth?.bids)?.[0]?.[0] ?? orderContext?.index?.price;

function Held({ lite, topUp }: LiteFactsProps) {
  const text = useText();
  const unit = paidUnit(lite.side);
  if (lite.step === 'login') return UNKNOWN;
  return (
    <span className="flex items-center gap-2">
      {inUnit(unit, lite.orderContext?.available[unit], lite)}
      <button
        type="button"
        className="hit text-brand"
        aria-haspopup="dialog"
        aria-label={text('spot.lite.topup', { currency: nameOf(unit, lite) })}
        onClick={topUp}
      >
        <Icon name="plus" size={16} />
      </button>
    </span>
  );
}

type LiteActionProps = { lite: Lite; order: LiteOrder; topUp: () => void };

/** Shows the one next action, or what is required before it. */
function LiteAction({ lite, order, topUp }: LiteActionProps) {
  const text = useText();
  const { step, side } = lite;
  const way = useWayOut(lite.market[paidUnit(side)]);
  const navigate = useNavigate();
  const refill = () => void navigate(REFILL_PATH);
  if (order.isUnknown)
    return (
      <Button tone="primary" size="large" wide onClick={order.begin}>
        {text('spot.lite.unknown.again')}
      </Button>
    );
  if (step === 'login') return <ToLogin />;
  if (step === 'demo') return <ToDemo />;
  if (step === 'topup')
    return (
      <Button tone="primary" size="large" wide onClick={topUp}>
        {text('spot.lite.step.topup', missingOf(lite))}
      </Button>
    );
  const tone = side === 'buy' ? 'up' : 'down';
  if (step === 'short' && way !== undefined)
    return (
      <Button tone={tone} blocked size="large" wide onClick={way === 'transfer' ? topUp : refill}>
        {text(`spot.form.lack.${way}`, { currency: missingOf(lite).unit })}
      </Button>
    );
  if (step !== 'review')
    return (
      <Button
        tone={isBlocked(step) ? 'plain' : tone}
        blocked
        size="large"
        wide
        disabled={isBlocked(step)}
        aria-disabled
        busy={order.placing.isPending}
      >
        {text(`spot.lite.step.${step}`, missingOf(lite))}
      </Button>
    );
  return (
    <Button tone={tone} size="large" wide busy={order.placing.isPending} onClick={order.begin}>
      {order.needsReview
        ? text('spot.lite.step.review')
        : text(`spot.lite.step.place.${side}`, { base: lite.market.base })}
    </Button>
  );
}

function ToLogin() {
  const text = useText();
  const { pathname, search } = useLocation();
  return (
    <Link
      className={buttonClass({ tone: 'primary', size: 'large', wide: true })}
      to={loginWithReturn(`${pathname}${search}`)}
    >
      {text('spot.lite.step.login')}
    </Link>
  );
}

/** Links to demo mode: real money is never traded at simulated prices; demo money may be. */
function ToDemo() {
  const text = useText();
  const { mutate, isPending, error } = useChangeMode();
  return (
    <div className="grid gap-3">
      <Note icon="info" tone="warn">
        {text('refusal.price_simulated')}
      </Note>
      <Button tone="primary" size="large" wide busy={isPending} onClick={() => mutate('demo')}>
        {text('spot.lite.step.demo')}
      </Button>
      {error !== null && (
        <p className="hint hint--error" role="alert">
          {describeFailure(error, text)}
        </p>
      )}
    </div>
  );
}
