import { Empty, SearchField } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { useSession } from '../../../data/session/session.ts';
import { findLines } from './menu.ts';
import { Group, MenuLines } from './menu-group.tsx';

/** Searches all rows by their text, in place of the page. */
export function MeSearch() {
  const text = useText();
  const [search, setSearch] = useState('');
  const isVisitor = useSession(({ token }) => token === undefined);
  const field = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.querySelector('input')?.focus(), []);
  const found = findLines(search, isVisitor, text);
  return (
    <>
      <div className="px-gutter pt-2" ref={field}>
        <SearchField
          label={text('settings.search')}
          value={search}
          onChange={setSearch}
          clearLabel={text('system.clear')}
        />
      </div>
      <div role="status">
        {found.length === 0 && search.trim() !== '' && (
          <div className="mt-10">
            <Empty title={text('settings.search.none')} />
          </div>
        )}
      </div>
      {found.length > 0 && (
        <Group>
          <MenuLines lines={found} />
        </Group>
      )}
    </>
  );
}
