import { isVisitor } from '@app/client/session';
import { Empty, FrameBadge, FrameName, Key, Page, PageTitle, Panel, SearchField, SplitLine, Tabs, Tag } from '@app/ui';
import { type RefObject, useContext, useRef, useState } from 'react';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { useAllQuotes } from '../../../data/market/use-quotes.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { FavouriteTab } from '../list/favourite-tab.tsx';
import { useFavourites } from '../list/favourites.ts';
import { ListChips, PausedBadge } from '../list/list-bar.tsx';
import { chipOf } from '../list/list-choice.ts';
import { countDirections, risingShare, simulatedAmong } from '../list/list-counts.ts';
import { ListPageLoading } from '../list/list-loading.tsx';
import { useListOrder } from '../list/list-rows.tsx';
import { marketsIn, narrowedTo } from '../list/list-tabs.ts';
import type { ListProps } from '../list/market-screen.tsx';
import { useStars } from '../list/row-actions.tsx';
import { searchPairs } from '../search/search-pairs.ts';
import { DeskKeys, useDeskKeys } from './desk-keys-view.tsx';
import { DeskSide } from './desk-side.tsx';
import { DeskTable } from './desk-table.tsx';

/** Lays out the market list in a wide window: a table, and the selected market beside it. */
export function MarketDesk(props: ListProps) {
  const [typed, setTyped] = useState('');
  const search = useRef<HTMLDivElement>(null);
  return (
    <Page bar={<DeskBar {...props} typed={typed} onType={setTyped} search={search} />}>
      <Panel loading={<ListPageLoading />}>
        <Desk list={props.list} typed={typed.trim()} search={search} />
      </Panel>
    </Page>
  );
}

type Search = { typed: string; search: RefObject<HTMLDivElement | null> };

function DeskBar({ tabs, list, typed, onType, search }: ListProps & Search & { onType: (typed: string) => void }) {
  const text = useText();
  const badge = useContext(FrameBadge);
  const name = useContext(FrameName);
  const isNobodys = isVisitor(useSessionScope());
  const title = text('market.title');
  return (
    <>
      <header className="flex h-15 flex-none items-center gap-4 border-b border-line pr-3 pl-5">
        <title>{`${title} · ${name ?? ''}`}</title>
        <h1 id={useContext(PageTitle)} className="text-h2">
          {title}
        </h1>
        {badge}
        {badge !== false && badge !== null && (
          <span className="text-label text-ink-3">{text('market.desk.money')}</span>
        )}
        <div className="ml-auto flex items-center gap-1">
          <PausedBadge />
          <div ref={search} className="relative w-70 [--ctl:36px]">
            <SearchField
              label={text('market.list.search')}
              value={typed}
              onChange={onType}
              clearLabel={text('system.clear')}
            />
            {typed === '' && (
              <span className="pointer-events-none absolute top-2.25 right-2.5" aria-hidden="true">
                <Key>/</Key>
              </span>
            )}
          </div>
          {!isNobodys && <Slot name="home.bell" loading={<span className="block size-11" />} />}
        </div>
      </header>
      <div className="[--gutter:20px]">
        <Tabs
          label={text('market.list.tabs')}
          tabs={tabs}
          value={list.choice.tab}
          onChange={(tab) => {
            onType('');
            list.setTab(tab);
          }}
          end={
            <Panel loading={null}>
              <DeskRising list={list} />
            </Panel>
          }
        />
      </div>
    </>
  );
}

const DIRECTIONS = ['up', 'down', 'flat'] as const;

/** Shows how many markets of the tab rose and fell, on one line beside the tabs. */
function DeskRising({ list: { choice } }: Pick<ListProps, 'list'>) {
  const text = useText();
  const quotes = useAllQuotes();
  const { list: favourites = [] } = useFavourites();
  const markets = marketsIn(choice.tab, useMarkets(), favourites);
  const counts = countDirections(markets, quotes);
  if (counts.up + counts.down + counts.flat === 0) return null;
  return (
    <div className="flex items-center gap-3 pl-4 text-label whitespace-nowrap text-ink-2">
      {simulatedAmong(markets, quotes) === 'all' && <Tag>{text('market.list.simulated')}</Tag>}
      <p className="flex gap-2">
        {DIRECTIONS.map((direction) => (
          <span key={direction} className={`tone-${direction}`}>
            <b className="change font-semibold">{counts[direction]}</b> {text(`market.list.${direction}`)}
          </span>
        ))}
      </p>
      <div className="w-40 max-xl:hidden">
        <SplitLine share={risingShare(counts)} />
      </div>
    </div>
  );
}

function Desk({ list, typed, search }: Pick<ListProps, 'list'> & Search) {
  const text = useText();
  const region = useRef<HTMLElement>(null);
  const { choice, setChip, setSort } = list;
  const { tab, sort } = choice;
  const all = useMarkets();
  const { list: favourites = [] } = useFavourites({ isWatched: tab === 'favourites' });
  const listed = marketsIn(tab, all, favourites);
  const chip = chipOf(choice, tab);
  const narrowed = tab === 'favourites' ? listed : narrowedTo(chip, listed);
  const shown = useListOrder(useStable(typed === '' ? narrowed : searchPairs(typed, all)), sort, region);
  const [chosen, setChosen] = useState<string>();
  const selected = shown.find(({ symbol }) => symbol === chosen) ?? shown[0];
  const stars = useStars();
  useDeskKeys({ shown, selected, onSelect: setChosen, onStar: stars.toggle, search });
  return (
    <div className="flex h-full flex-col">
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_316px]">
        <section ref={region} className="flex min-h-0 flex-col overflow-y-auto overscroll-contain [--gutter:20px]">
          {tab === 'favourites' && typed === '' && listed.length === 0 ? (
            <FavouriteTab sort={sort} onSort={setSort} />
          ) : (
            <>
              {tab !== 'favourites' && typed === '' && <ListChips markets={listed} value={chip} onChange={setChip} />}
              {shown.length === 0 ? (
                <Empty title={text('market.chart.pair.none')} />
              ) : (
                <DeskTable
                  markets={shown}
                  selected={selected?.symbol}
                  onSelect={setChosen}
                  stars={stars}
                  sort={sort}
                  onSort={setSort}
                />
              )}
              <p className="mt-auto flex justify-between gap-4 border-t border-line px-5 py-3 text-label text-ink-3">
                <span>{text('market.desk.shown', { shown: shown.length, all: all.length })}</span>
                <span>{text('market.desk.mark')}</span>
              </p>
            </>
          )}
        </section>
        <aside className="flex min-h-0 flex-col overflow-y-auto border-l border-line bg-s1 p-5 [--under:var(--s1)]">
          {selected !== undefined && <DeskSide key={selected.symbol} market={selected} stars={stars} />}
        </aside>
      </div>
      <DeskKeys />
    </div>
  );
}

/** Returns the same array while it has the same markets, so that sorting does not begin again at every render. */
function useStable(markets: readonly MarketInfo[]): readonly MarketInfo[] {
  const [kept, setKept] = useState(markets);
  const isSame = kept.length === markets.length && kept.every((market, index) => market === markets[index]);
  if (!isSame) setKept(markets);
  return isSame ? kept : markets;
}
