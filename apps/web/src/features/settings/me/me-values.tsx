import { amountForSpeech, Steps } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { foremostLimit } from './foremost-limit.ts';
import { useLimitsValue } from './limits.ts';
import { useSecurityScore } from './security.ts';

/** Shows the account's protection as a level gauge; nothing while unknown. */
export function SecurityValue() {
  const text = useText();
  const score = useSecurityScore();
  if (score === undefined) return null;
  const message = text('settings.security.score', { points: score.points, of: score.of });
  return (
    <span className="flex items-center gap-3">
      <span className="w-14">
        <Steps count={score.of} done={score.points} label={message} />
      </span>
      <span aria-hidden="true">{message}</span>
    </span>
  );
}

/** Shows the current colours for rising and falling prices. */
export const ColoursValue = () => (
  <span className="flex gap-1" aria-hidden="true">
    <i className="size-2.5 rounded-tag bg-(--up)" />
    <i className="size-2.5 rounded-tag bg-(--down)" />
  </span>
);

export function LimitsValue() {
  const text = useText();
  const limits = useLimitsValue();
  const limit = limits === undefined ? undefined : foremostLimit(limits, serverNow());
  if (limit === undefined) return null;
  if (limit.kind === 'break') return text('settings.limits.break');
  return text(`settings.limits.${limit.kind}`, { amount: amountForSpeech(limit.amount) });
}
