import type { Category } from '@app/domain/market';
import { ChipGroup, durationText, FrameBadge, Icon, NavBar, StaleBadge } from '@app/ui';
import { useContext } from 'react';
import { Link } from 'react-router';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useStandstill } from '../../../data/market/use-quotes.ts';
import { ALL, type Chip, chipsOf } from './list-tabs.ts';

/** Shows the search link in place of a title; the page title is for screen readers only. */
export function ListBar() {
  const text = useText();
  const badge = useContext(FrameBadge);
  return (
    <>
      <div className="sr-only">
        <FrameBadge value={null}>
          <NavBar title={text('market.title')} />
        </FrameBadge>
      </div>
      <div className="flex flex-none items-center gap-2 px-gutter pt-2">
        <Link className="field field--s field--search min-w-0 grow" to="/pages/market/search">
          <Icon name="search" size={20} />
          <span className="min-w-0 grow truncate" data-truncated>
            {text('market.list.search')}
          </span>
        </Link>
        <PausedBadge />
        {badge}
      </div>
    </>
  );
}

/** Placed beside the search, where it takes no space from content or buttons. */
export function PausedBadge() {
  const text = useText();
  const silentMs = useStandstill();
  if (silentMs === undefined) return null;
  return <StaleBadge>{text('system.stale', { time: durationText(silentMs) })}</StaleBadge>;
}

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
