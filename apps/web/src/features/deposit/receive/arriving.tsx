import { amountForSpeech, Graduations, Icon } from '@app/ui';
import { useRef } from 'react';
import { Link } from 'react-router';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { useText } from '../../../data/app/texts.ts';
import { useMoment } from '../../../data/app/use-moment.ts';
import { recordPath } from '../records/records-address.ts';
import { countOf, type Deposit } from './arrivals.ts';
import { useArriving } from './use-arriving.ts';

/** Shows deposits under way with their confirmations, until the page is left. */
export function Arriving({ currency }: { currency: string }) {
  const text = useText();
  const section = useRef<HTMLElement>(null);
  const deposits = useArriving(currency, () => isInSight(section.current));
  return (
    <section ref={section} aria-label={text('deposit.arriving.title')} className="grid gap-2 empty:hidden">
      {deposits.map((deposit) => (
        <ArrivingCard key={String(deposit.id)} deposit={deposit} />
      ))}
    </section>
  );
}

function isInSight(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {};
  return bottom > top && top >= 0 && bottom <= innerHeight;
}

/** Keeps its height when the deposit is credited. */
function ArrivingCard({ deposit }: { deposit: Deposit }) {
  const { isHidden } = useHiddenAmounts();
  const { id, amount, currency, state, credit_after: creditAfter } = deposit;
  const shown = `${isHidden ? HIDDEN : amountForSpeech(amount)} ${currency}`;
  return (
    <Link className="card flex min-h-17 flex-col justify-center px-4 py-3" to={recordPath(id)}>
      {state === 'seen' && <Confirming deposit={deposit} amount={shown} />}
      {state === 'seen' && creditAfter !== null && <Waits untilMs={creditAfter} />}
      {state === 'credited' && <Ended icon="check" tone="text-ok" text="deposit.arrived" amount={shown} />}
      {state !== 'seen' && state !== 'credited' && (
        <Ended icon="info" tone="text-warn" text={`deposit.ended.${state}`} amount={shown} />
      )}
    </Link>
  );
}

function Confirming({ deposit, amount }: { deposit: Deposit; amount: string }) {
  const text = useText();
  const { done, of } = countOf(deposit);
  return (
    <>
      <span className="flex items-baseline justify-between gap-3">
        <span className="font-medium">{text('deposit.arriving', { amount })}</span>
        <span className="flex-none text-ink-2" aria-hidden="true">
          {done} / {of}
        </span>
      </span>
      <span className="mt-2 block">
        <Graduations count={of} on={done} label={text('deposit.count', { done, of })} />
      </span>
    </>
  );
}

function Waits({ untilMs }: { untilMs: number }) {
  const text = useText();
  const moment = useMoment();
  return <span className="mt-2 block text-label text-ink-3">{text('deposit.waits', { time: moment(untilMs) })}</span>;
}

type EndedProps = {
  icon: 'check' | 'info';
  tone: string;
  text: 'deposit.arrived' | `deposit.ended.${'suspect' | 'orphaned' | 'reversed'}`;
  amount: string;
};

function Ended({ icon, tone, text: key, amount }: EndedProps) {
  const text = useText();
  return (
    <span className="flex items-center gap-2 font-medium" role="status">
      <span className={`flex-none ${tone}`}>
        <Icon name={icon} size={20} />
      </span>
      {text(key, { amount })}
    </span>
  );
}
