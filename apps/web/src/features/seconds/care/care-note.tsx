import { type Amount, ZERO } from '@app/money';
import { Icon, IconButton } from '@app/ui';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { costText, LIMITS_PATH } from '../seconds-texts.ts';
import { afterReminder, NOT_REMINDED, type Reminded, reminderOf } from './reminder.ts';
import { useTodayLost } from './today-query.ts';

const LOOK_EVERY_MS = 10_000;

/** Time spent on this page and reminders put away, until the tab closes. */
let spentMs = 0;
const reminded = new Map<string, Reminded>();

/** Returns the time spent on this page while it was visible, by a clock that nobody sets. */
function useSpent(): number {
  const [spent, setSpent] = useState(spentMs);
  useEffect(() => {
    let last = performance.now();
    const look = () => {
      const now = performance.now();
      if (!document.hidden) spentMs += Math.min(now - last, LOOK_EVERY_MS * 2);
      last = now;
      setSpent(spentMs);
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return spent;
}

/** Reminds of the time spent and of the day's loss: one quiet line, which can be put away. */
export function CareNote({ stakeMin }: { stakeMin: Amount }) {
  const text = useText();
  const scope = useSessionScope();
  const spent = useSpent();
  const lost = useTodayLost()?.bySeconds ?? ZERO;
  const [, setPutAway] = useState(0);
  const before = reminded.get(scope) ?? NOT_REMINDED;
  const reminder = reminderOf({ spentMs: spent, lost, stakeMin }, before);
  if (reminder === undefined) return null;
  const putAway = () => {
    reminded.set(scope, afterReminder(before, reminder));
    setPutAway((count) => count + 1);
  };
  return (
    <aside className="care" role="status">
      <Icon name={reminder.kind === 'time' ? 'clock' : 'info'} size={16} />
      <span className="care__text">
        {reminder.kind === 'time'
          ? text('seconds.care.time', { n: reminder.minutes })
          : text('seconds.care.loss', { amount: costText(reminder.lost, 'USDT') })}{' '}
        <Link className="hit text-brand" to={LIMITS_PATH}>
          {text('seconds.care.limits')}
        </Link>
      </span>
      <IconButton label={text('seconds.care.away')} onClick={putAway}>
        <Icon name="close" size={16} />
      </IconButton>
    </aside>
  );
}
