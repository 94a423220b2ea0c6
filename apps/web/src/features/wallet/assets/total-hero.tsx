import type { Worth } from '@app/domain/wallet';
import { shownPlaces } from '@app/domain/wallet';
import { AmountText, Skeleton } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { useEstimate } from '../../../data/market/estimate.ts';
import { HIDDEN, useHiddenAmounts } from '../valuation/hidden-amounts.ts';
import { HideButton } from '../valuation/hide-button.tsx';
import { rateMoment } from '../valuation/rate-moment.ts';

/** Shows the total value; nothing until prices have loaded. */
export function TotalHero({ worth }: { worth: Worth | undefined }) {
  const text = useText();
  return (
    <section className="px-gutter pt-1">
      <div className="flex items-center gap-2 text-label text-ink-3">
        {text('wallet.total')}
        <HideButton />
      </div>
      {worth === undefined ? <Skeleton className="mt-1.5 h-17 w-56" /> : <Total worth={worth} />}
    </section>
  );
}

function Total({ worth: { total, unvalued } }: { worth: Worth }) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const estimate = useDatedEstimate(total);
  const coins = unvalued.join(', ');
  return (
    <>
      <p className="mt-0.5 text-display wrap-anywhere">
        {isHidden ? HIDDEN : <AmountText value={total} places={shownPlaces('USDT')} hero />}
      </p>
      <p className="mt-1 min-h-4.5 text-label text-ink-3">
        {[isHidden ? '' : estimate, coins && text('wallet.total.unvalued', { coins })].filter(Boolean).join(' · ')}
      </p>
    </>
  );
}

/** Shows the time of a stale rate. */
function useDatedEstimate(amount: Worth['total']): string {
  const { text, since } = useEstimate(amount);
  return since === undefined ? text : `${text} · ${rateMoment(since)}`;
}
