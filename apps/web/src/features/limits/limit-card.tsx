import { type LimitKind, type StoredLimit, settleLimit } from '@app/domain/limits';
import { groupDigits } from '@app/money';
import { AmountField, Button, CountdownText, Icon, type IconName, Segmented, Sheet } from '@app/ui';
import { useEffect, useState } from 'react';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { serverNow, useCountdown } from '../../data/call/server-clock.ts';
import { useSheet } from '../../lib/use-sheet.ts';
import { BreakSheet } from './break-sheet.tsx';
import { formOf, PLACES, requestedLimit } from './limit-forms.ts';
import { useLimitText, useMoment } from './limit-text.ts';
import { useChangeLimit } from './limits-query.ts';
import { SaveLimit } from './save-limit.tsx';

const ICONS: Readonly<Record<LimitKind, IconName>> = {
  daily_loss: 'gauge',
  daily_deposit: 'deposit',
  cool_off: 'pause',
};

type Props = { kind: LimitKind; stored: StoredLimit; refresh: () => void };

/** Shows one limit: the current value, the pending value and the button to change it. */
export function LimitCard({ kind, stored, refresh }: Props) {
  const text = useText();
  const message = useLimitText(kind);
  const sheet = useSheet(kind);
  const { current, next } = settleLimit(stored, serverNow());
  const isSet = current.amount !== null || current.untilMs !== null;
  const open = () => {
    refresh(); // The preview needs current values; another device may have changed them.
    sheet.open();
  };
  return (
    <section className="card mt-3">
      <h2 className="flex items-center gap-2 text-label text-ink-3">
        <Icon name={ICONS[kind]} size={20} />
        {text(`limits.${kind}`)}
      </h2>
      <p className="mt-2 text-h2 wrap-anywhere">{message(current)}</p>
      {current.untilMs !== null && <BreakLeft untilMs={current.untilMs} onOver={refresh} />}
      <p className="mt-1 text-label text-ink-2">{text(`limits.${kind}.text`)}</p>
      {next !== null && <Waiting kind={kind} current={current} next={next} onDue={refresh} />}
      <Button className="mt-3" wide onClick={open}>
        {text(isSet ? 'limits.change' : kind === 'cool_off' ? 'limits.begin' : 'limits.set')}
      </Button>
      {kind === 'cool_off' ? (
        <BreakSheet stored={stored} isOpen={sheet.isOpen} close={sheet.close} />
      ) : (
        <AmountSheet kind={kind} stored={stored} isOpen={sheet.isOpen} close={sheet.close} />
      )}
    </section>
  );
}

function BreakLeft({ untilMs, onOver }: { untilMs: number; onOver: () => void }) {
  const leftMs = useCountdown(untilMs, 1_000);
  const isOver = leftMs === 0;
  useEffect(() => {
    if (isOver) onOver();
  }, [isOver, onOver]);
  return (
    <p className="text-label text-ink-3">
      <CountdownText remainingMs={leftMs} />
    </p>
  );
}

type WaitingProps = {
  kind: LimitKind;
  current: StoredLimit['current'];
  next: NonNullable<StoredLimit['next']>;
  onDue: () => void;
};

/** Shows a looser value that is pending, and the button that keeps the stricter one. */
function Waiting({ kind, current, next, onDue }: WaitingProps) {
  const text = useText();
  const message = useLimitText(kind);
  const moment = useMoment();
  const leftMs = useCountdown(next.fromMs, 1_000);
  const { mutate, isPending, error } = useChangeLimit(kind);
  const isDue = leftMs === 0;
  useEffect(() => {
    if (isDue) onDue();
  }, [isDue, onDue]);
  return (
    <div className="mt-3 rounded-control bg-s2 p-3 text-label">
      <p className="flex gap-2 text-ink-2">
        <Icon name="clock" size={20} />
        <span>
          {text('limits.waiting', { value: message(next.limit), time: moment(next.fromMs) })}{' '}
          <CountdownText remainingMs={leftMs} />
        </span>
      </p>
      {error !== null && (
        <p className="hint hint--error" role="alert">
          {describeFailure(error, text)}
        </p>
      )}
      <Button className="mt-2" wide tone="line" busy={isPending} onClick={() => mutate(current)}>
        {text('limits.keep')}
      </Button>
    </div>
  );
}

const PRESETS = ['50', '100', '500', '1000'] as const;

type AmountSheetProps = {
  kind: Exclude<LimitKind, 'cool_off'>;
  stored: StoredLimit;
  isOpen: boolean;
  close: () => void;
};

/** Edits a daily limit, or removes it. */
function AmountSheet({ kind, stored, isOpen, close }: AmountSheetProps) {
  const text = useText();
  return (
    <Sheet open={isOpen} onClose={close} title={text(`limits.${kind}`)} closeLabel={text('system.close')}>
      {isOpen && <Form kind={kind} stored={stored} close={close} />}
    </Sheet>
  );
}

function Form({ kind, stored, close }: Omit<AmountSheetProps, 'isOpen'>) {
  const text = useText();
  const [form, setForm] = useState(() => formOf(stored.current));
  const hasLimit = stored.current.amount !== null;
  return (
    <>
      <p className="mb-4 text-label text-ink-2">{text(`limits.${kind}.text`)}</p>
      {hasLimit && (
        <div className="mb-3">
          <Segmented
            label={text(`limits.${kind}`)}
            value={form.isNone ? 'none' : 'limit'}
            onChange={(choice) => setForm({ ...form, isNone: choice === 'none' })}
            options={[
              { value: 'limit', label: text('limits.with') },
              { value: 'none', label: text('limits.none') },
            ]}
          />
        </div>
      )}
      {!form.isNone && (
        <AmountField
          label={text('limits.amount')}
          value={form.amount}
          places={PLACES}
          onChange={(amount) => setForm({ ...form, amount })}
          aside={<span className="text-ink-3">{text('limits.day')}</span>}
          unit={<span className="text-ink-2">USDT</span>}
          presets={PRESETS.map((amount) => ({ label: groupDigits(amount), fill: () => setForm({ ...form, amount }) }))}
        />
      )}
      <SaveLimit
        kind={kind}
        stored={stored}
        requested={requestedLimit(form)}
        missing={text('limits.missing.amount')}
        onSaved={close}
      />
    </>
  );
}
