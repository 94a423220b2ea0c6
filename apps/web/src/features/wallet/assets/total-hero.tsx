import { type RateOf, WORTH_CURRENCY, type Worth } from '@app/domain/wallet';
import { divide, type Price, showAmount } from '@app/money';
import { Choices, Icon, Sheet, Skeleton } from '@app/ui';
import type { Balances } from '../../../data/account/balances.ts';
import { HIDDEN, useHiddenAmounts } from '../../../data/account/hidden-amounts.ts';
import { choose, usePreferences } from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';
import { useFiatRates } from '../../../data/market/fiat-rates.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { EquityChange, RateNote, useDay } from '../equity/equity-figures.tsx';
import { isUnknownDay, showInParts } from '../equity/equity-line-model.ts';
import { HideButton } from '../valuation/hidden-amounts.tsx';
import { useUnit } from '../valuation/unit.ts';
import { type Part, showTenths } from './allocation.ts';

type HeroProps = { balances: Balances; worth: Worth | undefined; rateOf: RateOf | undefined };

/** Shows the total in the user's currency, the day's result, and the total in bitcoin. */
export function TotalHero({ balances, worth, rateOf }: HeroProps) {
  const text = useText();
  const unit = useUnit();
  const { data, isPlaceholderData, error } = useDay(balances.seq);
  // Until the day's data includes a deposit, use its own figures, which are consistent with each other.
  const now = isPlaceholderData || worth === undefined ? data?.now : worth.total;
  const day = data && { ...data, now: now ?? data.now };
  const isDayMissing = data === undefined ? error !== null : isUnknownDay(data);
  const unvalued = worth?.unvalued ?? [];
  return (
    <section className="px-gutter pt-2">
      <div className="flex items-center gap-2 text-label text-ink-3">
        {text('wallet.equity.title')}
        <HideButton />
        <UnitPicker />
      </div>
      <Total worth={worth} />
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <EquityChange equity={{ day, worth, isDayMissing }} unit={unit} />
        <InBitcoin worth={worth} rateOf={rateOf} />
        <RateNote unit={unit} />
      </div>
      {unvalued.length > 0 && (
        <p className="text-label text-ink-3">{text('wallet.total.unvalued', { coins: unvalued.join(', ') })}</p>
      )}
    </section>
  );
}

/** A longer total uses the smaller size, to stay on one line of a narrow phone. */
const ROOMY_LENGTH = 12;

function Total({ worth }: Pick<HeroProps, 'worth'>) {
  const { isHidden } = useHiddenAmounts();
  const unit = useUnit();
  if (worth === undefined) return <Skeleton className="mt-1.5 h-11 w-56" />;
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

const BITCOIN = 'BTC';

function InBitcoin({ worth, rateOf }: Pick<HeroProps, 'worth' | 'rateOf'>) {
  const { isHidden } = useHiddenAmounts();
  const rate: Price | undefined = rateOf?.(BITCOIN);
  if (worth === undefined || rate === undefined || rate === 0n || isHidden) return null;
  return (
    <span className="text-label text-ink-3">
      ≈ {showAmount(divide(worth.total, rate, 'down'), 5)} {BITCOIN}
    </span>
  );
}

/** Chooses the currency of all values, from every rate that is known. */
function UnitPicker() {
  const text = useText();
  const fiat = usePreferences((preferences) => preferences.fiat);
  const rates = useFiatRates((fiats) => fiats.rates);
  const sheet = useSheet('unit');
  const codes = [...new Set([fiat, ...Object.keys(rates)])].sort();
  const shown = rates[fiat] === undefined ? WORTH_CURRENCY : fiat;
  return (
    <>
      <button
        type="button"
        className="chip -my-2 ml-auto h-8 px-2.5 text-micro"
        aria-haspopup="dialog"
        aria-expanded={sheet.isOpen}
        aria-label={text('wallet.unit', { unit: shown })}
        onClick={sheet.open}
      >
        {shown}
        <Icon name="down" size={12} />
      </button>
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('wallet.unit.choose')}
        closeLabel={text('system.close')}
      >
        <Choices
          label={text('wallet.unit.choose')}
          choices={codes.map((value) => ({ value, label: value }))}
          value={fiat}
          onChoose={(value) => {
            choose('fiat', value);
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}

/** Shades by rank: the largest part has the brand colour, the others are lighter in sequence. */
const SHADES = ['bg-brand', 'bg-brand/72', 'bg-brand/50', 'bg-brand/40', 'bg-brand/32', 'bg-brand/28'] as const;
const shadeOf = (index: number, count: number) => SHADES[index === count - 1 && count > 3 ? 5 : index] ?? SHADES[5];

/** Shows the allocation as a bar, with a legend below. */
export function AllocationBar({ parts }: { parts: readonly Part[] }) {
  const text = useText();
  if (parts.length === 0) return null;
  return (
    <section className="mt-3 px-gutter" aria-label={text('wallet.allocation')}>
      <div className="flex h-1.5 gap-0.5 overflow-hidden rounded-full" aria-hidden="true">
        {parts.map(({ currency, tenths }, index) => (
          <i
            key={currency ?? ''}
            className={`min-w-0.5 grow-(--v) basis-0 ${shadeOf(index, parts.length)}`}
            style={{ '--v': tenths }}
          />
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-3 gap-y-1 text-micro text-ink-3">
        {parts.map(({ currency, tenths }, index) => (
          <li key={currency ?? ''} className="flex items-center gap-1.5">
            <i className={`size-2 rounded-tag ${shadeOf(index, parts.length)}`} aria-hidden="true" />
            {currency ?? text('wallet.allocation.other')}
            <span className="text-ink-2">{showTenths(tenths)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Placeholder as high as the bar with a one-line legend. */
export const AllocationGhost = () => (
  <div className="mt-3 px-gutter">
    <Skeleton className="h-7.5 w-full" />
  </div>
);
