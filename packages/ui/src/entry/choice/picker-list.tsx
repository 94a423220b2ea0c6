import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Empty } from '../../feedback/states.tsx';
import { Icon } from '../../icons/icon.tsx';
import { SearchField } from '../search-field.tsx';
import { letterAt, type Pickable, recentItems, searchItems, sectionItems } from './picker-sections.ts';

type Item = Pickable & { lead?: ReactNode; trail?: ReactNode; text?: ReactNode; disabled?: boolean; reason?: string };
type PickerLabels = { search: string; clear: string; recent: string; none: string };
type Props = {
  items: readonly Item[];
  value: string | undefined;
  onPick: (value: string) => void;
  labels: PickerLabels;
  recents?: readonly string[];
  /** Shows an index bar of letters at the edge, for lists sorted by name. */
  indexed?: boolean;
};

/** Renders a long list to pick one from: recent picks, a search, and letters to jump to. */
export function PickerList({ items, value, onPick, labels, recents = [], indexed = false }: Props) {
  const [typed, setTyped] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const sections = sectionItems(searchItems(items, typed));
  const lately = typed === '' ? recentItems(items, recents) : [];
  const jump = (title: string) =>
    list.current?.querySelector(`[data-section="${CSS.escape(title)}"]`)?.scrollIntoView({ block: 'start' });
  const rows = (held: readonly Item[]) =>
    held.map((item) => <PickRow key={item.value} item={item} isPicked={item.value === value} onPick={onPick} />);
  return (
    <div className="picker">
      <SearchField label={labels.search} value={typed} onChange={setTyped} clearLabel={labels.clear} />
      <div className="picker__body">
        <div ref={list} className={indexed ? 'picker__list picker__list--indexed' : 'picker__list'}>
          {lately.length > 0 && (
            <section aria-labelledby={`${id}-recent`}>
              <h3 id={`${id}-recent`} className="picker__h">
                {labels.recent}
              </h3>
              {rows(lately)}
            </section>
          )}
          {sections.map(({ title, items: held }) => (
            <section key={title} data-section={title} aria-label={title}>
              <h3 className="picker__h">{title}</h3>
              {rows(held)}
            </section>
          ))}
          {sections.length === 0 && <Empty title={labels.none} />}
        </div>
        {indexed && typed === '' && <Letters letters={sections.map(({ title }) => title)} onLetter={jump} />}
      </div>
    </div>
  );
}

function PickRow({ item, isPicked, onPick }: { item: Item; isPicked: boolean; onPick: (value: string) => void }) {
  return (
    <button
      type="button"
      className="choice"
      aria-pressed={isPicked}
      disabled={item.disabled === true}
      onClick={() => onPick(item.value)}
    >
      {item.lead}
      <span className="grow text-left">
        {item.label}
        {(item.reason ?? item.text) !== undefined && <span className="choice__why">{item.reason ?? item.text}</span>}
      </span>
      {item.trail !== undefined && <span className="choice__trail">{item.trail}</span>}
      <span className="choice__tick">{isPicked && <Icon name="check" size={20} />}</span>
    </button>
  );
}

/** Renders a strip of letters for the thumb. Keyboard and screen reader users have the search, which does the same. */
function Letters({ letters, onLetter }: { letters: readonly string[]; onLetter: (letter: string) => void }) {
  const point = ({ currentTarget, clientY }: PointerEvent<HTMLDivElement>) => {
    const { top, height } = currentTarget.getBoundingClientRect();
    const letter = letterAt(letters, (clientY - top) / height);
    if (letter !== undefined) onLetter(letter);
  };
  return (
    <div
      className="letters"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        point(event);
      }}
      onPointerMove={(event) => event.buttons > 0 && point(event)}
    >
      {letters.map((letter) => (
        <span key={letter}>{letter}</span>
      ))}
    </div>
  );
}
