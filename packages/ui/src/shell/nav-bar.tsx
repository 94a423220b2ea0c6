import { type ReactNode, useContext } from 'react';
import { IconButton } from '../entry/button.tsx';
import { Icon } from '../icons/icon.tsx';
import { PageTitle, useFrameBadge, useFrameName } from './frame.tsx';

type Props = { title?: ReactNode; end?: ReactNode; back?: { label: string; go: () => void; close?: boolean } };

/** Renders the bar: back, title, at most two actions. Without `back` the title is left-aligned, as on tabs. */
export function NavBar({ title, end, back }: Props) {
  const badge = useFrameBadge();
  const id = useContext(PageTitle);
  const trail = (
    <div className="nav__end">
      {badge}
      {end}
    </div>
  );
  if (back === undefined)
    return (
      <header className="nav nav--left">
        <WindowTitle title={title} />
        <h1 id={id} className="nav__title">
          {title}
        </h1>
        <span />
        {trail}
      </header>
    );
  return (
    <header className="nav">
      <WindowTitle title={title} />
      <IconButton label={back.label} onClick={back.go}>
        <Icon name={back.close ? 'close' : 'back'} />
      </IconButton>
      {typeof title === 'string' ? (
        <h1 id={id} className="nav__title" title={title}>
          {title}
        </h1>
      ) : (
        <span id={id}>{title}</span>
      )}
      {trail}
    </header>
  );
}

/** Sets a text title as the window title too, so that history entries and tabs are distinguishable. */
function WindowTitle({ title }: { title: ReactNode }) {
  const name = useFrameName();
  return typeof title === 'string' && name !== undefined ? <title>{`${title} · ${name}`}</title> : null;
}
