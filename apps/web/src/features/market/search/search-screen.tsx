import { NavBar, Page, SearchField } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useBack } from '../../../data/app/use-back.ts';
import { SearchRecents, useRecents } from './recent-searches.tsx';
import { SearchResults } from './search-results.tsx';
import { SearchTrending } from './search-start.tsx';
import { useSearchTerm } from './search-terms.ts';

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
