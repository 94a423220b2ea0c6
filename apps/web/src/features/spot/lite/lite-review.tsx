import { Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { LitePlacing } from './lite-placing.tsx';
import { previewRequest } from './lite-preview.ts';
import type { MarketOrderRequest } from './lite-request.ts';
import { LiteReviewed } from './lite-reviewed.tsx';
import { liteStepOf } from './lite-step.ts';
import { missingOf } from './lite-texts.ts';
import type { Lite } from './use-lite.ts';
import type { LiteOrder } from './use-lite-order.ts';

type Props = { lite: Lite; order: LiteOrder };

/** Shows the order as it will be sent, and then its outcome. */
export function LiteReview({ lite, order }: Props) {
  const text = useText();
  const { sheet, reviewed } = order;
  return (
    <Sheet
      open={sheet.isOpen && reviewed !== undefined}
      onClose={sheet.close}
      title={text(order.placing.data === undefined ? 'spot.lite.review.title' : 'spot.lite.placed.title')}
      closeLabel={text('system.close')}
    >
      {reviewed !== undefined && <Open {...{ lite, order }} request={reviewed} />}
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
    <LitePlacing {...{ order, market, side, blocked }}>
      <LiteReviewed {...{ lite, request, preview }} isHeld={!isReady} />
    </LitePlacing>
  );
}
