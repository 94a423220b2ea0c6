import { durationText, Skeleton, Stale, StaleBadge, Tag } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { HIDDEN, useHiddenAmounts } from '../valuation/hidden-amounts.ts';
import { HideButton } from '../valuation/hide-button.tsx';
import { rateMoment } from '../valuation/rate-moment.ts';
import type { Unit } from '../valuation/unit.ts';
import { useStale } from '../valuation/use-stale.ts';
import { useUnit } from '../valuation/use-unit.ts';
import { type Equity, useEquity } from './equity.ts';
import { EquityChange, EquityLine } from './equity-line.tsx';
import { showInParts } from './equity-line-model.ts';

/** Shows the user's total equity in the user's currency, live, and its course today. */
export function EquityFigures() {
  const text = useText();
  const equity = useEquity();
  const unit = useUnit();
  const silentMs = useStale(equity.updatedAt, equity.marks);
  const unvalued = equity.worth?.unvalued ?? [];
  return (
    <>
      <div className="flex items-center gap-2 px-gutter pt-2 text-label text-ink-3">
        <h2 className="text-label font-normal">{text('wallet.equity.title')}</h2>
        <HideButton />
        <span className="-my-1 ml-auto flex gap-1">
          {silentMs !== undefined && <StaleBadge>{text('system.stale', { time: durationText(silentMs) })}</StaleBadge>}
          {equity.day?.simulated === true && <Tag>{text('wallet.equity.simulated')}</Tag>}
        </span>
      </div>
      <Stale stale={silentMs !== undefined}>
        <div className="px-gutter">
          <Total worth={equity.worth} unit={unit} />
          <div className="flex flex-wrap items-baseline justify-between gap-x-3">
            <EquityChange equity={equity} unit={unit} />
            <RateNote unit={unit} />
          </div>
          {unvalued.length > 0 && (
            <p className="text-label text-ink-3">{text('wallet.total.unvalued', { coins: unvalued.join(', ') })}</p>
          )}
        </div>
        <EquityLine equity={equity} unit={unit} />
      </Stale>
    </>
  );
}

/** A longer total uses the smaller size, to stay on one line of a narrow phone. */
const ROOMY_LENGTH = 12;

function Total({ worth, unit }: Pick<Equity, 'worth'> & { unit: Unit }) {
  const { isHidden } = useHiddenAmounts();
  if (worth === undefined)
    return (
      <div className="mt-0.5 flex h-12 items-center">
        <Skeleton className="h-9 w-52" />
      </div>
    );
  const [whole, decimals] = showInParts(worth.total, unit);
  const size = !isHidden && whole.length + decimals.length > ROOMY_LENGTH ? 'text-hero leading-12' : 'text-display';
  return (
    <p className={`mt-0.5 min-h-12 wrap-anywhere ${size}`}>
      {isHidden ? HIDDEN : whole}
      {!isHidden && <span className="text-ink-3">{decimals}</span>}
      {!isHidden && unit.sign === '' && <span className="text-h2 text-ink-3"> {unit.name}</span>}
    </p>
  );
}

/** Shows the time of a stale rate. */
function RateNote({ unit: { name, since } }: { unit: Unit }) {
  const { isHidden } = useHiddenAmounts();
  if (isHidden || since === undefined) return null;
  return (
    <span className="text-label text-ink-3">
      {name} · {rateMoment(since)}
    </span>
  );
}
