import type { Category } from '@app/domain/market';
import { ChipGroup } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { ALL, type Chip, chipsOf } from './list-tabs.ts';

type Props = { markets: readonly MarketInfo[]; value: Chip; onChange: (chip: Chip) => void };

/** Filters a list by category or by quote currency. */
export function ListChips({ markets, value, onChange }: Props) {
  const text = useText();
  const { by, chips } = chipsOf(markets);
  // A quote currency is shown as its code; a category is translated.
  const labelOf = (chip: Chip) => (by === 'quote' ? chip : text(`market.list.category.${chip as Category}`));
  return (
    <div className="px-gutter pt-3 pb-1">
      <ChipGroup
        label={text('market.list.filter')}
        chips={[
          { value: ALL, label: text('market.list.all') },
          ...chips.map((chip) => ({ value: chip, label: labelOf(chip) })),
        ]}
        value={chips.includes(value) ? value : ALL}
        onChange={onChange}
      />
    </div>
  );
}
