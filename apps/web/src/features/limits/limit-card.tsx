import { type LimitKind, type StoredLimit, settleLimit } from '@app/domain/limits';
import { Button, CountdownText, Icon, type IconName } from '@app/ui';
import { useEffect } from 'react';
import { useText } from '../../data/app/texts.ts';
import { serverNow, useCountdown } from '../../data/call/server-clock.ts';
import { useSheet } from '../../lib/use-sheet.ts';
import { AmountSheet } from './amount-sheet.tsx';
import { BreakSheet } from './break-sheet.tsx';
import { useLimitText } from './limit-text.ts';
import { Waiting } from './waiting.tsx';

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
      {next !== null && <Waiting {...{ kind, current, next }} onDue={refresh} />}
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
