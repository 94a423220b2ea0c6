import { showPercent } from '@app/money';
import { AreaCurve, Button } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useHiddenAmounts } from '../valuation/hidden-amounts.ts';
import type { Unit } from '../valuation/unit.ts';
import type { Equity } from './equity.ts';
import { clockText, isEmptyDay, lineOf, type ShownDay, showChange, showOnScale } from './equity-line-model.ts';
import { ChangeLoading, LineLoading } from './equity-loading.tsx';

type Props = { equity: Equity; unit: Unit };

/** ▲ +$222.30 (+0.90%) today; with amounts hidden, only the percentage. */
export function EquityChange({ equity: { day, worth, isDayMissing }, unit }: Props) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  if (isDayMissing) return <p className="mt-1 text-label text-ink-3">—</p>;
  if (day === undefined || worth === undefined) return <ChangeLoading />;
  const { change, ratio } = lineOf(day);
  const { text: amount, direction } = showChange(change, unit);
  const percent = ratio === undefined ? '' : showPercent(ratio);
  const message = isHidden ? percent || '—' : [amount, percent && `(${percent})`].filter(Boolean).join(' ');
  return (
    <p className="mt-1 min-h-4.5 text-label font-medium">
      <span className={`change tone-${direction}`}>
        {direction !== 'flat' && <i className={`tri tri--${direction}`} />}
        {message}
      </span>{' '}
      <span className="font-normal text-ink-3">{text('wallet.equity.today')}</span>
    </p>
  );
}

/** Draws today's equity against its reference value. Without data, shows a sentence instead. */
export function EquityLine({ equity: { day, worth, isDayMissing, refresh }, unit }: Props) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  if (isDayMissing)
    return (
      <div className="mt-1 flex min-h-23 items-center justify-between gap-3 px-gutter">
        <p className="text-label text-ink-3">{text('wallet.equity.failed')}</p>
        <Button size="small" onClick={refresh}>
          {text('system.retry')}
        </Button>
      </div>
    );
  if (day === undefined || worth === undefined) return <LineLoading />;
  if (isEmptyDay(day))
    return (
      <p className="mt-1 flex min-h-23 items-center px-gutter text-label text-pretty text-ink-3">
        {text('wallet.equity.empty')}
      </p>
    );
  const { values, mark } = lineOf(day);
  const name = isHidden ? clockText(day.since) : text(markKey(day), nameOf(day, showOnScale(mark, unit)));
  return (
    <div className="mt-1">
      <AreaCurve values={values} mark={{ value: mark, name }} label={text('wallet.equity.line')} staff={!isHidden} />
    </div>
  );
}

const nameOf = ({ since }: ShownDay, amount: string) => ({ time: clockText(since), amount });

/** Returns the label of the reference value; it names deposits or withdrawals, which shift it. */
const markKey = ({ came }: ShownDay) =>
  came === 0n ? 'wallet.equity.mark' : came > 0n ? 'wallet.equity.mark.in' : 'wallet.equity.mark.out';
