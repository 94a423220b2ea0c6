import { Button, buttonClass, Empty, Icon, IconButton, NavBar, Page, Panel, SearchField, SkeletonRows } from '@app/ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { storage } from '../../../lib/storage.ts';
import { useMembers } from '../movers/mover-members.ts';
import { HowPricesAre } from '../movers/mover-standing.tsx';
import { MOVERS_SHOWN } from '../movers/movers.ts';
import { SearchPairs } from './search-pair-rows.tsx';
import { keepRecents, keptRecents, PAIRS_AT_FIRST, searchPairs, withRecent } from './search-pairs.ts';

/** /pages/market/search */
export default function SearchScreen() {
  const { typed, setTyped, query } = useSearchTerm();
  const { recents, remember, clear } = useRecents();
  const bar = <SearchBar typed={typed} onType={setTyped} onSubmit={() => remember(typed)} />;
  return (
    <Page bar={bar}>
      {query === '' ? (
        <>
          <SearchRecents recents={recents} onPick={setTyped} onClear={clear} />
          <SearchTrending />
        </>
      ) : (
        <SearchResults query={query} onOpen={() => remember(query)} />
      )}
    </Page>
  );
}

type BarProps = { typed: string; onType: (query: string) => void; onSubmit: () => void };

function SearchBar({ typed, onType, onSubmit }: BarProps) {
  const text = useText();
  const form = useRef<HTMLFormElement>(null);
  const back = useBack();
  const [firstBack] = useState(() => back); // Typing changes the address, and with it whether this page counts as the first.
  useEffect(() => {
    const input = form.current?.querySelector('input');
    if (input?.value === '') input.focus(); // A return to results should not open the keyboard.
  }, []);
  return (
    <>
      <NavBar title={text('market.search.title')} back={{ label: text('system.back'), go: firstBack }} />
      <search className="block px-gutter pb-1">
        <form
          ref={form}
          onSubmit={(event) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          <SearchField
            label={text('market.search.title')}
            placeholder={text('market.search.hint')}
            value={typed}
            onChange={onType}
            clearLabel={text('system.clear')}
          />
        </form>
      </search>
    </>
  );
}

/** The list is local: it follows the typing, but not every keystroke. */
const PAUSE_MS = 200;
const LONGEST = 64;

/** Returns the typed text and the search text; the latter is in the address, so that going back keeps it. */
function useSearchTerm() {
  const [params, setParams] = useSearchParams();
  const query = params.get('q') ?? '';
  const [typed, setTyped] = useState(query);
  const wanted = typed.trim().slice(0, LONGEST);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the setter is a new one with every address.
  useEffect(() => {
    if (wanted === query) return undefined;
    const timer = setTimeout(() => setParams(wanted === '' ? {} : { q: wanted }, { replace: true }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, query]);
  return { typed, setTyped, query };
}

const NONE: readonly MarketInfo[] = [];

/** Shows the most traded markets before anything is typed. */
function SearchTrending() {
  const text = useText();
  const trending = useMembers('hot');
  return (
    <SearchSection title={text('market.search.trending')} end={<HowPricesAre markets={trending.members ?? NONE} />}>
      <Panel loading={<SkeletonRows count={MOVERS_SHOWN} />}>
        <Trending {...trending} />
      </Panel>
    </SearchSection>
  );
}

function Trending({ members, area }: ReturnType<typeof useMembers>) {
  useMarkets(); // Without them there are no rows, and the panel around shows why.
  if (members === undefined) return <SkeletonRows count={MOVERS_SHOWN} />;
  return (
    <div ref={area}>
      <SearchPairs markets={members} />
    </div>
  );
}

/** Returns recent searches, which a tap repeats. */
function useRecents() {
  const [recents, setRecents] = useState(() => keptRecents(storage));
  const keep = (next: readonly string[]) => {
    keepRecents(storage, next);
    setRecents(next);
  };
  return { recents, remember: (query: string) => keep(withRecent(recents, query)), clear: () => keep([]) };
}

type Props = { recents: readonly string[]; onPick: (query: string) => void; onClear: () => void };

function SearchRecents({ recents, onPick, onClear }: Props) {
  const text = useText();
  if (recents.length === 0) return null;
  const clear = (
    <IconButton label={text('market.search.recents.clear')} className="-mr-3" onClick={onClear}>
      <Icon name="trash" size={20} />
    </IconButton>
  );
  return (
    <SearchSection title={text('market.search.recents')} end={clear}>
      <div className="flex flex-wrap gap-x-2 gap-y-3 px-gutter pt-1">
        {recents.map((query) => (
          <button key={query} type="button" className="chip max-w-full" onClick={() => onPick(query)}>
            <span className="truncate">{query}</span>
          </button>
        ))}
      </div>
    </SearchSection>
  );
}

/** Lists pairs first, then results of other features. A search is stored as recent once a result is opened. */
function SearchResults({ query, onOpen }: { query: string; onOpen: () => void }) {
  return (
    <div onClickCapture={({ target }) => target instanceof Element && target.closest('a') !== null && onOpen()}>
      <Panel loading={<SkeletonRows count={PAIRS_AT_FIRST} />}>
        <Found query={query} />
      </Panel>
    </div>
  );
}

function Found({ query }: { query: string }) {
  const text = useText();
  const found = searchPairs(query, useMarkets());
  return (
    <>
      <p role="status" className="sr-only">
        {text('market.search.found', { count: found.length })}
      </p>
      {found.length > 0 && <FoundPairs key={query} found={found} />}
      <div className="flex flex-col pb-6">
        {/* Each slot renders nothing when it has no results. */}
        <div className="peer">
          <Slot name="search.pages" query={query} loading={found.length === 0 && <SkeletonRows count={2} />} />
          <Slot name="search.articles" query={query} loading={null} />
        </div>
        {found.length === 0 && <NoPairs query={query} />}
      </div>
    </>
  );
}

function FoundPairs({ found }: { found: readonly MarketInfo[] }) {
  const text = useText();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? found : found.slice(0, PAIRS_AT_FIRST);
  return (
    <SearchSection title={text('market.search.pairs')} end={<HowPricesAre markets={shown} />}>
      <SearchPairs markets={shown} />
      {shown.length < found.length && (
        <div className="px-gutter py-2">
          <Button size="small" wide onClick={() => setWhole(true)}>
            {text('market.search.pairs.all', { count: found.length })}
          </Button>
        </div>
      )}
    </SearchSection>
  );
}

/** The server search starts after half a second and takes a moment: only then is "no results" certain. */
const ALL_LOADED_MS = 900;

/** Shows one line if other features found something, a full page if none did. */
function NoPairs({ query }: { query: string }) {
  const text = useText();
  const action = (
    <Link className={buttonClass({ size: 'small' })} to={MARKET_PATH}>
      {text('market.movers.all')}
    </Link>
  );
  return (
    <>
      <p className="order-first px-gutter pt-4 text-label text-ink-3 peer-empty:hidden">
        {text('market.search.pairs.none', { words: query })}
      </p>
      <div className="hidden peer-empty:block">
        <OnceAllLoaded key={query}>
          <Empty
            title={text('market.search.none', { words: query })}
            text={text('market.search.none.text')}
            action={action}
          />
        </OnceAllLoaded>
      </div>
    </>
  );
}

/** Shows rows that load until every search has had its time. */
function OnceAllLoaded({ children }: { children: ReactNode }) {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), ALL_LOADED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOver ? <div className="pt-8">{children}</div> : <SkeletonRows count={3} />;
}

/** Groups one kind of results under a title. */
function SearchSection({ title, end, children }: { title: string; end?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className="pt-2" aria-labelledby={id}>
      <div className="flex min-h-11 items-center justify-between px-gutter">
        <h2 id={id} className="text-label text-ink-3">
          {title}
        </h2>
        <span className="flex gap-1">{end}</span>
      </div>
      {children}
    </section>
  );
}
