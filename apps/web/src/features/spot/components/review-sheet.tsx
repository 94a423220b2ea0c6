import { Button, ResultView, Sheet } from '@app/ui';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import type { MarketInfo } from '../../../shared/markets.ts';
import { useText } from '../../../shared/texts.ts';
import { reviewOf } from '../model/review.ts';
import { OrderOutcome } from './order-outcome.tsx';
import { ORDERS_PATH } from './outcome-notice.ts';
import { ReviewBody } from './review-body.tsx';
import { TakesFocus } from './takes-focus.tsx';
import type { OrderEntry } from './use-order-form.ts';
import type { Submission } from './use-order-submit.ts';

type Props = { market: MarketInfo; entry: OrderEntry; submission: Submission };

/** An order once more before it is sent, and in the same place what became of it. */
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
          <TakesFocus>
            <OrderOutcome order={order} market={market} actions={<DoneActions close={sheet.close} />} />
          </TakesFocus>
        </div>
      )}
    </Sheet>
  );
}

/** Not known yet: to be agreed to, on its way, or lost. */
function Open({ market, entry, submission }: Props) {
  const text = useText();
  const [isMuted, setMuted] = useState(false);
  const { wish, sheet, isChecking, isUnknown, isPending } = submission;
  if (isChecking)
    return (
      <TakesFocus key="checking">
        <ResultView kind="checking" title={text('spot.review.checking')} text={text('spot.form.checking')} />
      </TakesFocus>
    );
  if (isUnknown)
    return (
      <TakesFocus key="unknown">
        <ResultView
          kind="partial"
          title={text('spot.review.unknown')}
          text={text('spot.review.unknown.text')}
          actions={
            <Pair close={sheet.close} closeWord={text('system.close')}>
              <Button tone="primary" busy={isPending} onClick={submission.send}>
                {text('spot.form.again')}
              </Button>
            </Pair>
          }
        />
      </TakesFocus>
    );
  if (wish === undefined || entry.situation === undefined) return null;
  const place = () => {
    if (isMuted) submission.mute();
    submission.send();
  };
  return (
    <ReviewBody
      market={market}
      review={reviewOf(wish, entry.situation, entry.depth)}
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

/** The safe choice first, and as large as the other. */
function Pair({ close, closeWord, children }: { close: () => void; closeWord: string; children: ReactNode }) {
  return (
    <>
      <Button onClick={close}>{closeWord}</Button>
      {children}
    </>
  );
}
