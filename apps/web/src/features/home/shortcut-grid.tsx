import { Panel, Skeleton, useHold } from '@app/ui';
import { type ComponentProps, use, useState } from 'react';
import { Link } from 'react-router';
import { useText } from '../../data/app/texts.ts';
import { lazyOnce } from '../../lib/lazy-once.ts';
import { storage } from '../../lib/storage.ts';
import { useSheet } from '../../lib/use-sheet.ts';
import { useOpenProducts } from './open-products.ts';
import type { ShortcutSheet as Sheet } from './shortcut-sheet.tsx';
import { chosenShortcuts, openShortcuts, PLACES, type Shortcut } from './shortcuts.ts';
import { GRID, TILE, TileFace } from './tile.tsx';

const shortcutSheet = lazyOnce(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);
const KEPT = 'home_shortcuts';

const anywhere = () => true;

/** Shows seven of the user's shortcuts and a button for all pages. */
export function ShortcutGrid() {
  const open = useOpenProducts();
  if (open === undefined) return <Place />;
  return <Offered offered={openShortcuts(open)} />;
}

function Offered({ offered }: { offered: readonly Shortcut[] }) {
  const text = useText();
  const sheet = useSheet('shortcuts');
  const [kept, setKept] = useState(() => storage.read(KEPT));
  const [opened, setOpened] = useState({ times: 0, startsEditing: false });
  const openSheet = (startsEditing: boolean) => {
    setOpened(({ times }) => ({ times: times + 1, startsEditing }));
    sheet.open();
  };
  const longPress = useHold(anywhere, () => openSheet(true));
  const chosen = chosenShortcuts(kept, offered);
  const keep = (names: readonly string[]) => {
    storage.write(KEPT, names);
    setKept(names);
  };
  return (
    <>
      <nav className={`${GRID} mt-3 select-none`} aria-label={text('home.shortcuts')} {...longPress}>
        {chosen.map(({ name, icon, label, path }) => (
          <Link key={name} className={TILE} to={path} draggable={false}>
            <TileFace icon={icon} label={text(label)} />
          </Link>
        ))}
        <button type="button" className={TILE} onClick={() => openSheet(false)}>
          <TileFace icon="grid" label={text('home.shortcuts.more')} />
        </button>
      </nav>
      {(sheet.isOpen || opened.times > 0) && (
        <Panel loading={null}>
          <ShortcutSheet
            key={opened.times}
            {...{ sheet, offered, chosen, keep }}
            startsEditing={opened.startsEditing}
          />
        </Panel>
      )}
    </>
  );
}

function ShortcutSheet(props: ComponentProps<typeof Sheet>) {
  const Shown = use(shortcutSheet());
  return <Shown {...props} />;
}

const Place = () => (
  <div className={`${GRID} mt-3`} aria-hidden="true">
    {Array.from({ length: PLACES + 1 }, (_, index) => index).map((index) => (
      <div key={index} className={TILE}>
        <Skeleton className="size-6 rounded-chip" />
        <Skeleton className="mt-0.5 h-3 w-12" />
      </div>
    ))}
  </div>
);
