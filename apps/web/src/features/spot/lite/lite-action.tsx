import { Button, buttonClass, Note } from '@app/ui';
import { Link, useLocation } from 'react-router';
import { loginWithReturn } from '../../../data/app/return-address.ts';
import { useText } from '../../../data/app/texts.ts';
import { describeFailure } from '../../../data/call/describe-failure.ts';
import { useChangeMode } from '../../../data/session/change-mode.ts';
import { isBlocked } from './lite-step.ts';
import { missingOf } from './lite-texts.ts';
import type { Lite } from './use-lite.ts';
import type { LiteOrder } from './use-lite-order.ts';

type Props = { lite: Lite; order: LiteOrder; topUp: () => void };

/** Shows the one next action, or what is required before it. */
export function LiteAction({ lite, order, topUp }: Props) {
  const text = useText();
  const { step, side } = lite;
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
  if (step !== 'review')
    return (
      <Button tone="off" size="large" wide disabled={isBlocked(step)} aria-disabled busy={order.placing.isPending}>
        {text(`spot.lite.step.${step}`, missingOf(lite))}
      </Button>
    );
  return (
    <Button
      tone={side === 'buy' ? 'up' : 'down'}
      size="large"
      wide
      busy={order.placing.isPending}
      onClick={order.begin}
    >
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
