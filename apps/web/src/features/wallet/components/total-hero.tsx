import type { Amount } from '@app/money';
import { AmountText, Icon, momentText } from '@app/ui';
import { useEstimate } from '../../../shared/estimate.ts';
import { useText } from '../../../shared/texts.ts';
import { type Balance, coinsBeside, placesOf, totalOf } from '../model/balances.ts';

type Props = { list: readonly Balance[]; isHidden: boolean; onHide: () => void };

export const HIDDEN = '••••••';

export function TotalHero({ list, isHidden, onHide }: Props) {
  const text = useText();
  const others = coinsBeside(list);
  const estimate = useDatedEstimate(totalOf(list));
  return (
    <section className="px-gutter pt-1">
      <div className="flex items-center gap-2 text-label text-ink-3">
        {text('wallet.total')}
        <button
          type="button"
          className="hit"
          aria-label={text(isHidden ? 'wallet.total.show' : 'wallet.total.hide')}
          onClick={onHide}
        >
          <Icon name={isHidden ? 'eye-off' : 'eye'} size={16} />
        </button>
      </div>
      <p className="mt-0.5 text-display wrap-anywhere">
        {isHidden ? HIDDEN : <AmountText value={totalOf(list)} places={placesOf('USDT')} hero />}
      </p>
      <p className="mt-1 min-h-4.5 text-label text-ink-3">
        {[isHidden ? '' : estimate, others > 0 ? text('wallet.total.also', { count: others }) : '']
          .filter(Boolean)
          .join(' · ')}
      </p>
    </section>
  );
}

/** An old rate is shown with its time, or its day when that is not this year's. */
function useDatedEstimate(amount: Amount): string {
  const { text, since } = useEstimate(amount);
  if (since === undefined) return text;
  return `${text} · ${momentText(since, Intl.DateTimeFormat().resolvedOptions().timeZone, Date.now())}`;
}
