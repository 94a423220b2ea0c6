import { Button, ResultView, Sheet } from '@app/ui';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { OrderOutcome } from '../orders/order-outcome.tsx';
import { FocusOnMount } from './focus-on-mount.tsx';
import { ORDERS_PATH } from './outcome-notice.ts';
import { reviewOf } from './review.ts';
import { ReviewBody } from './review-body.tsx';
import type { OrderEntry } from './use-order-form.ts';
import type { Submission } from './use-order-submit.ts';

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
        <Open {...{ market, entry, submission }} />
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
  const place = () => {
    if (isMuted) submission.mute();
    submission.send();
  };
  return (
    <ReviewBody
      market={market}
      review={reviewOf(request, entry.orderContext, entry.depth)}
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
