import { openStorage, usable } from '@app/client/storage';
import { Icon } from '@app/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { useSay } from '../data/texts.ts';
import { useAddress } from '../lib/use-address.ts';

type View = { readonly name: string; readonly query: string };

const kept = openStorage(usable(() => localStorage));

const isView = (value: unknown): value is View =>
  typeof value === 'object' && value !== null && 'name' in value && 'query' in value;

const viewsOf = (page: string): readonly View[] => {
  const views = kept.read(`views:${page}`);
  return Array.isArray(views) ? views.filter(isView) : [];
};

/** Renders the views a person saved of a page on this device. A view is the page's address, so it can be sent as a link. */
export function SavedViews({ page }: { page: string }) {
  const say = useSay();
  const { query } = useAddress();
  const [views, setViews] = useState(() => viewsOf(page));
  const [name, setName] = useState<string>();
  const keep = (next: readonly View[]) => {
    kept.write(`views:${page}`, next);
    setViews(next);
  };
  const save = () => {
    if (name !== undefined && name.trim() !== '')
      keep([...views.filter((view) => view.name !== name.trim()), { name: name.trim(), query }]);
    setName(undefined);
  };
  return (
    <>
      {views.map((view) => (
        <span key={view.name} className={view.query === query ? 'd-chip d-chip--on' : 'd-chip'}>
          <Link to={`/${page}?${view.query}`}>{view.name}</Link>
          <button
            type="button"
            aria-label={say('view.remove', { name: view.name })}
            onClick={() => keep(views.filter((it) => it !== view))}
          >
            <Icon name="close" size={12} />
          </button>
        </span>
      ))}
      {name === undefined ? (
        <button type="button" className="d-chip" onClick={() => setName('')}>
          <Icon name="star" size={12} />
          {say('view.save')}
        </button>
      ) : (
        <label className="d-chip d-chip--on">
          <span className="sr-only">{say('view.name')}</span>
          <input
            // biome-ignore lint/a11y/noAutofocus: it appears where a person pressed a button to type a name.
            autoFocus
            size={14}
            value={name}
            placeholder={say('view.name')}
            onChange={(event) => setName(event.target.value)}
            onBlur={save}
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        </label>
      )}
    </>
  );
}
