import { showPercent } from '@app/money';
import { Button, Checkbox, CoinIcon, Note, ResultView, Sheet } from '@app/ui';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { usePriceState } from '../../../data/market/price-state.ts';
import { useConnection } from '../../../data/socket/connection.ts';
import { OrderOutcome } from '../orders/order-outcome.tsx';
import { FocusOnMount } from './form-parts.tsx';
import { exactText, ownText, refusalText, UNKNOWN } from './form-texts.ts';
import { type Review, reviewOf, waitOf } from './review.ts';
import { ReviewFacts } from './review-facts.tsx';
import type { OrderEntry } from './use-order-form.ts';
import { ORDERS_PATH, type Submission } from './use-order-submit.ts';

type Props = { market: MarketInfo; entry: OrderEntry; submission: Submission };

/** Shows the order for review before it is sent, and its outcome in the same sheet. */
export function ReviewSheet({ market, entry, submission }: Props) {
  const text = useText();
  const { sheet, order } = submission;
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={sheet.close}
      title={text(order === undefined ? 'spot.review.title' : 'spot.review.outcome')}
      closeLabel={text('system.close')}
    >
      {order === undefined ? (
        <Open market={market} entry={entry} submission={submission} />
      ) : (
        <div data-coach="outcome">
          <FocusOnMount>
            <OrderOutcome order={order} market={market} actions={<DoneActions close={sheet.close} />} />
          </FocusOnMount>
        </div>
      )}
    </Sheet>
  );
}

/** Renders an order without an outcome yet: awaiting confirmation, in flight, or without a response. */
function Open({ market, entry, submission }: Props) {
  const text = useText();
  const [isMuted, setMuted] = useState(false);
  const { request, sheet, isChecking, isUnknown, isPending } = submission;
  if (isChecking)
    return (
      <FocusOnMount key="checking">
        <ResultView kind="checking" title={text('spot.review.checking')} text={text('spot.form.checking')} />
      </FocusOnMount>
    );
  if (isUnknown)
    return (
      <FocusOnMount key="unknown">
        <ResultView
          kind="partial"
          title={text('spot.review.unknown')}
          text={text('spot.review.unknown.text')}
          actions={
            <Pair close={sheet.close} closeLabel={text('system.close')}>
              <Button tone="primary" busy={isPending} onClick={submission.send}>
                {text('spot.form.again')}
              </Button>
            </Pair>
          }
        />
      </FocusOnMount>
    );
  if (request === undefined || entry.orderContext === undefined) return null;
  const review = reviewOf(request, entry.orderContext, entry.depth);
  const place = () => {
    if (isMuted && !review.against?.isDangerous) submission.mute(); // The price may have moved since it was ticked.
    submission.send();
  };
  return (
    <ReviewBody
      market={market}
      review={review}
      muting={{ isMuted, setMuted }}
      isPending={isPending}
      onBack={sheet.close}
      onPlace={place}
    />
  );
}

function DoneActions({ close }: { close: () => void }) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <>
      <Button onClick={() => void navigate(ORDERS_PATH, { replace: true })}>{text('spot.review.orders')}</Button>
      <Button tone="primary" onClick={close}>
        {text('spot.review.done')}
      </Button>
    </>
  );
}

/** Renders two buttons of equal size, the safe choice first. */
function Pair({ close, closeLabel, children }: { close: () => void; closeLabel: string; children: ReactNode }) {
  return (
    <>
      <Button onClick={close}>{closeLabel}</Button>
      {children}
    </>
  );
}

type ReviewBodyProps = {
  market: MarketInfo;
  review: Review;
  muting: { isMuted: boolean; setMuted: (isMuted: boolean) => void };
  isPending: boolean;
  onBack: () => void;
  onPlace: () => void;
};

/** Shows the order about to be sent and its cost. The back button is as large as the confirm button. */
function ReviewBody({ market, review, muting, isPending, onBack, onPlace }: ReviewBodyProps) {
  const text = useText();
  const { side } = review.request;
  const isOnline = useConnection((connection) => connection.isOnline);
  const isFollowed = useConnection(({ socket }) => socket !== 'lost');
  const isPaused = usePriceState(market.symbol).kind === 'paused';
  const isDangerous = review.against?.isDangerous === true;
  const wait = waitOf(review.request, { isOnline, isFollowed, isBookKnown: review.estimate !== undefined });
  const isHeld = wait !== undefined || review.refusal !== undefined;
  return (
    <div data-coach="review">
      <Head market={market} review={review} />
      <Figure market={market} review={review} />
      <ReviewFacts market={market} review={review} />
      <Warnings market={market} review={review} isOld={!isFollowed || isPaused} />
      {!isDangerous && (
        <div className="mt-3">
          <Checkbox checked={muting.isMuted} onChange={muting.setMuted} disabled={isPending}>
            {text('spot.review.mute')}
          </Checkbox>
        </div>
      )}
      <div className={isDangerous ? 'sheet__acts sheet__acts--danger pair' : 'sheet__acts pair'}>
        <Button onClick={onBack}>{text('spot.review.back')}</Button>
        <Button
          tone={isDangerous ? 'danger' : side === 'buy' ? 'up' : 'down'}
          className="px-2"
          busy={isPending}
          blocked={isHeld}
          disabled={isHeld}
          onClick={onPlace}
        >
          {text(wait === undefined ? `spot.review.${side}` : `spot.form.wait.${wait}`)}
        </Button>
      </div>
    </div>
  );
}

type Shown = Pick<ReviewBodyProps, 'market' | 'review'>;

function Head({ market, review: { request } }: Shown) {
  const text = useText();
  const size = 'quantity' in request ? ownText(request.quantity, market.base, market) : '';
  const kind =
    request.kind === 'market' ? text('spot.market') : `${text('spot.limit')} · ${text(`spot.force.${request.force}`)}`;
  return (
    <div className="flex items-center gap-3 pt-1 pb-3">
      <CoinIcon code={market.base} size={40} />
      <div className="min-w-0 grow">
        <div className="text-title">
          <span className={request.side === 'buy' ? 'text-(--up)' : 'text-(--down)'}>
            {text(`spot.${request.side}`)}
          </span>{' '}
          {size} {market.base}
        </div>
        <div className="text-label text-ink-3">{kind}</div>
      </div>
    </div>
  );
}

function Figure({ market, review: { hero } }: Shown) {
  const text = useText();
  return (
    <div className="card card--inset">
      <div className="text-label text-ink-3">{text(`spot.review.${hero.kind}`)}</div>
      <div className="card__figure">
        {hero.amount === undefined
          ? UNKNOWN
          : exactText(hero.amount, market.quote, hero.kind.startsWith('pay') ? 'up' : 'down')}{' '}
        <span className="text-body text-ink-3">{market.quote}</span>
      </div>
    </div>
  );
}

/** Shows what the user should check before confirming. */
function Warnings({ market, review, isOld }: Shown & { isOld: boolean }) {
  const text = useText();
  const { request, against, estimate, refusal } = review;
  const worse = against?.isFarWorse === true && showPercent(against.rate).replace(/^[+−]/, '');
  return (
    <div className="grid gap-2 empty:hidden">
      {worse && (
        <Note icon="warn" tone={against?.isDangerous ? 'danger' : 'warn'}>
          {text(`spot.review.${against?.isDangerous ? 'danger' : 'worse'}.${request.side}`, { rate: worse })}
        </Note>
      )}
      {request.kind === 'market' && estimate?.beyond && (
        <Note icon="warn" tone="warn">
          {text('spot.review.beyond')}
        </Note>
      )}
      {request.kind === 'limit' && isOld && (
        <Note icon="warn" tone="warn">
          {text('spot.form.stale')}
        </Note>
      )}
      {refusal !== undefined && (
        <Note icon="warn" tone="danger">
          {refusalText({ code: refusal.code, params: refusal.params ?? {} }, market.quote, text)}
        </Note>
      )}
    </div>
  );
}
