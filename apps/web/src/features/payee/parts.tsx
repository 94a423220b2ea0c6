import { CallRefused } from '@app/client/call';
import { buttonClass, Delayed, Graduations, Note, Skeleton, Tag } from '@app/ui';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { leftText } from '../../data/account/wait-text.ts';
import { useIsOpen } from '../../data/app/openness.ts';
import { useLocale, useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useCountdown } from '../../data/call/server-clock.ts';
import { StepUpGivenUp } from '../../data/session/step-up-question.ts';

const HOUR_MS = 3_600_000;
const EVERY_MS = 5_000;

/** When a destination was changed, and when it can receive money. */
export type Wait = { readonly fromMs: number; readonly untilMs: number };

/** Shows whether a destination can receive money, and counts down until it can. */
export function WaitTag({ wait: { untilMs } }: { wait: Wait }) {
  const text = useText();
  const leftMs = useCountdown(untilMs, EVERY_MS);
  if (leftMs === 0)
    return (
      <Tag tone="ok" icon="check">
        {text('payee.usable')}
      </Tag>
    );
  return (
    <Tag tone="warn" icon="clock">
      {text('payee.usable_in', { time: leftText(leftMs, text) })}
    </Tag>
  );
}

/** Shows the hours of a wait as graduations, with its first and last moment; nothing once it is over. */
export function WaitBar({ wait: { fromMs, untilMs } }: { wait: Wait }) {
  const text = useText();
  const moment = useMoment();
  const leftMs = useCountdown(untilMs, EVERY_MS);
  if (leftMs === 0) return null;
  const total = Math.max(1, Math.round((untilMs - fromMs) / HOUR_MS));
  const count = Math.max(0, Math.min(total, total - Math.ceil(leftMs / HOUR_MS)));
  const ticks = Math.min(total, MOST_TICKS);
  return (
    <div className="mt-3">
      <Graduations
        count={ticks + 1}
        on={Math.floor((count / total) * ticks) + 1}
        label={text('payee.waited', { count, total })}
        tone="warn"
      />
      <div className="mt-1 flex justify-between gap-2 text-micro text-ink-3">
        <span>{text('payee.added', { time: moment(fromMs) })}</span>
        <span>{moment(untilMs)}</span>
      </div>
    </div>
  );
}

/** More graduations than hours of a day would touch each other on a phone. */
const MOST_TICKS = 24;

/** Formats a time as weekday and minute: a wait is a matter of days. */
export function useMoment(): (ms: number) => string {
  const format = new Intl.DateTimeFormat(useLocale(), {
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  return (ms) => format.format(ms);
}

const WITHDRAW = '/pages/fund/withdraw';

/** Says that nothing can be sent yet, for as long as that is so. */
export function NotOpenNote() {
  const text = useText();
  const isOpen = useIsOpen();
  return isOpen(WITHDRAW) ? null : <Note icon="info">{text('payee.closed')}</Note>;
}

/** A link to set a trade password first; it leads back to this page, which keeps what was entered. */
function TradePasswordNote({ back }: { back: string }) {
  const text = useText();
  return (
    <div className="card" role="alert">
      <p className="text-title">{text('security.step_up.missing')}</p>
      <p className="mt-1 mb-3 text-label text-ink-2">{text('security.step_up.missing.text')}</p>
      <Link
        className={buttonClass({ tone: 'primary', wide: true })}
        to={`/pages/setting/payPassword?${new URLSearchParams({ redirect: back })}`}
        replace
      >
        {text('security.step_up.missing.action')}
      </Link>
    </div>
  );
}

/** Shows why saving failed. A user who closed the step-up sheet needs no message. */
export function SaveProblem({ error, back }: { error: Error | null; back: string }) {
  const text = useText();
  if (error === null || error instanceof StepUpGivenUp) return null;
  if (error instanceof CallRefused && error.code === 'trade_password_missing') return <TradePasswordNote back={back} />;
  const isUnknown = !(error instanceof CallRefused);
  return (
    <div role="alert">
      <Note icon="warn" tone={isUnknown ? 'warn' : 'danger'}>
        {isUnknown ? text('payee.unknown') : describeFailure(error, text)}
      </Note>
    </div>
  );
}

/** Placeholder of cards at their real height. */
export const CardsLoading = ({ count }: { count: number }): ReactNode => (
  <Delayed>
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else to tell them apart.
      <Skeleton key={index} className="mb-3 h-22 w-full rounded-card" />
    ))}
  </Delayed>
);
