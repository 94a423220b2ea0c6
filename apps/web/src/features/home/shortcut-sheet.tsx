import { Button, Sheet, Tag } from '@app/ui';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useText } from '../../data/app/texts.ts';
import type { useSheet } from '../../lib/use-sheet.ts';
import { GRID, TILE, TileFace } from './home-parts.tsx';
import { type Offer, PLACES, type Shortcut, toggled } from './shortcuts.ts';

type Props = {
  sheet: ReturnType<typeof useSheet>;
  offer: Offer;
  chosen: readonly Shortcut[];
  keep: (names: readonly string[]) => void;
  startsEditing: boolean;
};

/** Shows all pages; in edit mode, the choice of those on the home page. */
export function ShortcutSheet({ sheet, offer, chosen, keep, startsEditing }: Props) {
  const text = useText();
  const [isEditing, setEditing] = useState(startsEditing);
  return (
    <Sheet
      open={sheet.isOpen}
      onClose={sheet.close}
      title={text(isEditing ? 'home.shortcuts' : 'home.shortcuts.all')}
      closeLabel={text('system.close')}
    >
      {isEditing ? (
        <Choice offered={offer.open} chosen={chosen} keep={keep} done={sheet.close} />
      ) : (
        <All offer={offer} edit={() => setEditing(true)} />
      )}
    </Sheet>
  );
}

/** Lists closed pages apart, under one tag: nothing there works yet. */
function All({ offer: { open, closed }, edit }: { offer: Offer; edit: () => void }) {
  const text = useText();
  const id = useId();
  return (
    <>
      <Tiles label={text('home.shortcuts.all')} tiles={open} />
      <Button className="mt-4" wide onClick={edit}>
        {text('home.shortcuts.edit')}
      </Button>
      {closed.length > 0 && (
        <section className="mt-5 text-ink-3" aria-labelledby={id} data-soon="">
          <h3 id={id} className="mb-1 flex">
            <Tag>{text('system.soon')}</Tag>
          </h3>
          <Tiles label={text('system.soon')} tiles={closed} />
        </section>
      )}
    </>
  );
}

function Tiles({ label, tiles }: { label: string; tiles: readonly Shortcut[] }) {
  const text = useText();
  const navigate = useNavigate();
  return (
    <nav className={`${GRID} -mx-4`} aria-label={label}>
      {tiles.map(({ name, icon, label: called, path }) => (
        // Replaces the sheet in the history: back then leads to the home page, not to the sheet.
        <button key={name} type="button" className={TILE} onClick={() => void navigate(path, { replace: true })}>
          <TileFace icon={icon} label={text(called)} />
        </button>
      ))}
    </nav>
  );
}

type ChoiceProps = Pick<Props, 'chosen' | 'keep'> & { offered: readonly Shortcut[]; done: () => void };

function Choice({ offered, chosen, keep, done }: ChoiceProps) {
  const text = useText();
  const [picked, setPicked] = useState(chosen);
  const isFull = picked.length === PLACES;
  const save = () => {
    keep(picked.map(({ name }) => name));
    done();
  };
  return (
    <>
      <p className="min-h-11 text-label text-ink-2" role="status">
        {text(isFull ? 'home.shortcuts.full' : 'home.shortcuts.hint')}{' '}
        <span className="text-ink-3">{text('home.shortcuts.count', { count: picked.length, most: PLACES })}</span>
      </p>
      <div className={`${GRID} -mx-4 mt-1`}>
        {offered.map((it) => (
          <PickTile key={it.name} it={it} picked={picked} pick={() => setPicked(toggled(picked, it))} />
        ))}
      </div>
      <div className="mt-4 grid grid-cols-2 gap-3">
        <Button onClick={() => setPicked(offered.slice(0, PLACES))}>{text('home.shortcuts.reset')}</Button>
        <Button tone="primary" disabled={picked.length === 0} onClick={save}>
          {text('home.shortcuts.done')}
        </Button>
      </div>
    </>
  );
}

function PickTile({ it, picked, pick }: { it: Shortcut; picked: readonly Shortcut[]; pick: () => void }) {
  const text = useText();
  const place = picked.findIndex(({ name }) => name === it.name) + 1;
  const isChosen = place > 0;
  const label = text(it.label);
  const cannot = !isChosen && picked.length === PLACES;
  return (
    <button
      type="button"
      className={`${TILE} ${isChosen ? 'bg-s3' : cannot ? 'opacity-60' : ''}`}
      aria-pressed={isChosen}
      aria-label={isChosen ? text('home.shortcuts.place', { name: label, place }) : label}
      disabled={cannot}
      onClick={pick}
    >
      <TileFace icon={it.icon} label={label} />
      {isChosen && (
        <span className="absolute top-1 right-1 grid size-4.5 place-items-center rounded-full bg-brand text-micro font-semibold text-on-brand">
          {place}
        </span>
      )}
    </button>
  );
}
