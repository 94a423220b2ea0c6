import type { Limit, LimitKind } from '@app/domain/limits';
import { amountForSpeech } from '@app/ui';
import { useText } from '../../data/app/texts.ts';
import { useMoment } from './moment.ts';

/** Formats a limit: an amount per day, a break until a time, or none. */
export function useLimitText(kind: LimitKind): (limit: Limit) => string {
  const text = useText();
  const moment = useMoment();
  return ({ amount, untilMs }) => {
    if (kind === 'cool_off')
      return untilMs === null ? text('limits.no_break') : text('limits.until', { time: moment(untilMs) });
    return amount === null ? text('limits.none') : text('limits.a_day', { amount: amountForSpeech(amount) });
  };
}
