import { Level } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { costText } from '../seconds-texts.ts';
import { useLossLimit, useTodayLost } from './today-query.ts';

const CURRENCY = 'USDT';

/** Shows what was lost today against the user's own limit; nothing without a loss. */
export function TodayLoss() {
  const text = useText();
  const lost = useTodayLost();
  const limit = useLossLimit();
  if (lost === undefined || (lost.byAll === 0n && lost.bySeconds === 0n)) return null;
  const isLimited = limit !== undefined && limit > 0n;
  const label = text(isLimited ? 'seconds.care.of_limit' : 'seconds.care.today');
  const shown = costText(isLimited ? lost.byAll : lost.bySeconds, CURRENCY);
  return (
    <section className="mt-3">
      <div className="flex justify-between gap-3 text-label">
        <span className="text-ink-3">{label}</span>
        <span className="text-ink-2">
          {isLimited
            ? text('seconds.care.part', { lost: shown, limit: costText(limit, CURRENCY) })
            : `${shown} ${CURRENCY}`}
        </span>
      </div>
      {isLimited && <Level label={label} percent={percentOf(lost.byAll, limit)} tone="warn" />}
    </section>
  );
}

/** Returns a share in whole percent, at most 100. */
function percentOf(part: bigint, whole: bigint): number {
  const percent = (part * 100n) / whole;
  return Number(percent > 100n ? 100n : percent); // tidy: not money
}
