import { Icon, IconButton } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { storage } from '../../../lib/storage.ts';
import { keepRecents, keptRecents, withRecent } from './search-recents.ts';
import { SearchSection } from './search-section.tsx';

/** Returns recent searches, which a tap repeats. */
export function useRecents() {
  const [recents, setRecents] = useState(() => keptRecents(storage));
  const keep = (next: readonly string[]) => {
    keepRecents(storage, next);
    setRecents(next);
  };
  return { recents, remember: (query: string) => keep(withRecent(recents, query)), clear: () => keep([]) };
}

type Props = { recents: readonly string[]; onPick: (query: string) => void; onClear: () => void };

export function SearchRecents({ recents, onPick, onClear }: Props) {
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
