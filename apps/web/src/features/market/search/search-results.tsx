import { Button, buttonClass, Delayed, Empty, Panel, SkeletonRows } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { MARKET_PATH } from '../../../data/app/return-address.ts';
import { Slot } from '../../../data/app/slots.tsx';
import { useText } from '../../../data/app/texts.ts';
import { type MarketInfo, useMarkets } from '../../../data/market/markets.ts';
import { HowPricesAre } from '../movers/mover-standing.tsx';
import { SearchPairs } from './search-pair-rows.tsx';
import { PAIRS_AT_FIRST, searchPairs } from './search-pairs.ts';
import { SearchSection } from './search-section.tsx';

/** Lists pairs first, then results of other features. A search is stored as recent once a result is opened. */
export function SearchResults({ query, onOpen }: { query: string; onOpen: () => void }) {
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
          <Slot name="search.pages" query={query} loading={null} />
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
        {text('market.search.pairs.none', { query })}
      </p>
      <div className="hidden pt-8 peer-empty:block">
        <Delayed key={query} ms={ALL_LOADED_MS}>
          <Empty title={text('market.search.none', { query })} text={text('market.search.none.text')} action={action} />
        </Delayed>
      </div>
    </>
  );
}
