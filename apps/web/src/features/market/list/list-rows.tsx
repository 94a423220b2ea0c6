import { FRESHNESS } from '@app/domain/market';
import { InfiniteList, ListHeader } from '@app/ui';
import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { useStandstill } from '../../../data/market/use-quotes.ts';
import { type ListSort, SORT_KEYS } from './list-choice.ts';
import { useFiats } from './list-fiats.ts';
import { useFirstPriceWait } from './list-first-price.ts';
import { ListRow, type RowKind } from './list-row.tsx';
import { RowActions, useRowActions } from './row-actions.tsx';
import { useRowHold } from './row-hold.ts';
import { useSimulatedAmong } from './row-simulated.ts';
import { useListOrder } from './use-list-order.ts';

const ROW_HEIGHT = 60;
const PLACES = { volume: 'grow', price: 'end', change: 'pill' } as const;
const symbolOf = ({ symbol }: MarketInfo) => symbol;

type Props = {
  markets: readonly MarketInfo[];
  sort: ListSort;
  onSort: (sort: ListSort) => void;
  kind?: RowKind;
  /** The user's own list offers "move to top". */
  isOwn?: boolean;
  /** Filter that selected the rows; a change scrolls to the top. */
  view?: string;
};
const PLAIN: RowKind = {};

/** Renders the sort header and the rows, virtualised to those in view. */
export function ListRows({ markets, sort, onSort, kind = PLAIN, isOwn = false, view = '' }: Props) {
  const text = useText();
  const { region, mark } = useRegion();
  const ordered = useListOrder(markets, sort, region);
  const fiats = useFiats();
  const isMixed = useSimulatedAmong(markets) === 'some';
  const isWaiting = useFirstPriceWait();
  const actions = useRowActions();
  const hold = useRowHold(actions.show);
  const isDead = (useStandstill() ?? 0) >= FRESHNESS.dimmed;
  useTopOf(region, `${view} ${sort?.key} ${sort?.order}`);
  const columns = SORT_KEYS.map((key) => ({ key, label: text(`market.list.${key}`), place: PLACES[key] }));
  return (
    <>
      <div ref={mark} className="sticky top-0 z-10 bg-bg">
        <ListHeader columns={columns} sort={sort} onSort={onSort} />
      </div>
      <div className={isDead ? 'mrows--dim' : ''} {...hold}>
        <InfiniteList
          label={text('market.title')}
          items={ordered}
          rowHeight={ROW_HEIGHT}
          keyOf={symbolOf}
          scrollRef={region}
          next={{ state: 'end', label: text('system.more.end') }}
          row={(market) => (
            <ListRow {...{ market, kind, isMixed, isWaiting }} fiat={fiats(market.quote)} onMore={actions.show} />
          )}
        />
      </div>
      <RowActions actions={actions} isOwn={isOwn} />
    </>
  );
}

/** Returns the page's scroll region, found from an element inside it that is mounted before the rows. */
function useRegion() {
  const region = useRef<HTMLElement>(null);
  const mark = useCallback((element: HTMLElement | null) => {
    region.current = element?.closest<HTMLElement>('.scroll') ?? null;
  }, []);
  return { region, mark };
}

/** Scrolls to the top when the view changes. */
function useTopOf(region: RefObject<HTMLElement | null>, view: string): void {
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    region.current?.scrollTo({ top: 0 });
  }, [region, view]);
}
