import { Panel, Skeleton, showToast, useHold } from '@app/ui';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useOpenness } from '../../data/app/openness.ts';
import { Slot } from '../../data/app/slots.tsx';
import { useText } from '../../data/app/texts.ts';
import { describeFailure } from '../../data/call/describe-failure.ts';
import { useChangeMode } from '../../data/session/change-mode.ts';
import { useSession } from '../../data/session/session.ts';
import { useDemoIntent } from '../../data/session/use-demo-intent.ts';
import { lazyPart } from '../../lib/lazy-once.ts';
import { storage } from '../../lib/storage.ts';
import { useSheet } from '../../lib/use-sheet.ts';
import { ChecklistCard } from './checklist-card.tsx';
import { GRID, Movers, TILE, TileFace } from './home-parts.tsx';
import { chosenShortcuts, type Offer, offerOf, PLACES } from './shortcuts.ts';

/** Shows equity, then next steps, then market movers. Every part reserves its space before it loads. */
export function OwnHome() {
  useOpenWantedDemo();
  return (
    <div className="@3xl:grid @3xl:grid-cols-2 @3xl:items-start @3xl:gap-x-6">
      <div>
        <div className="min-h-62">
          <Slot name="home.equity" loading={<EquityPlace />} />
        </div>
        <ChecklistCard />
        <div className="mt-3 empty:hidden">
          <Slot name="home.ticker" loading={<div className="h-11" />} />
        </div>
        <ShortcutGrid />
      </div>
      <div className="mt-1 @3xl:mt-0">
        <Movers />
        <div className="mt-3 empty:hidden">
          <Slot name="home.banner" loading={<Skeleton className="mx-gutter aspect-3/1 rounded-card" />} />
        </div>
        <div className="mt-3 empty:hidden">
          <Slot name="home.news" loading={<div className="h-65" />} />
        </div>
      </div>
    </div>
  );
}

const EquityPlace = () => (
  <div className="h-62 px-gutter pt-2">
    <Skeleton className="h-4.5 w-24" />
    <Skeleton className="mt-2 h-10 w-52" />
    <Skeleton className="mt-2 h-4.5 w-36" />
  </div>
);

/** Switches to demo mode if the user registered for it. */
function useOpenWantedDemo(): void {
  const text = useText();
  const isReal = useSession(({ user }) => user?.book === 'real');
  const { isWanted, forget } = useDemoIntent();
  const { mutate } = useChangeMode();
  const wasRequested = useRef(false);
  useEffect(() => {
    if (!isWanted || wasRequested.current) return;
    wasRequested.current = true;
    forget();
    if (isReal) mutate('demo', { onError: (error) => showToast(describeFailure(error, text), 'error') });
  });
}

const ShortcutSheet = lazyPart(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet);
const KEPT = 'home_shortcuts';

const anywhere = () => true;

/** Shows seven of the user's shortcuts, all of them open, and a button for all pages. */
function ShortcutGrid() {
  const { isOpen, isPending } = useOpenness();
  return isPending ? <Place /> : <Offered offer={offerOf(isOpen)} />;
}

function Offered({ offer }: { offer: Offer }) {
  const text = useText();
  const sheet = useSheet('shortcuts');
  const [kept, setKept] = useState(() => storage.read(KEPT));
  const [opened, setOpened] = useState({ times: 0, startsEditing: false });
  const openSheet = (startsEditing: boolean) => {
    setOpened(({ times }) => ({ times: times + 1, startsEditing }));
    sheet.open();
  };
  const longPress = useHold(anywhere, () => openSheet(true));
  const chosen = chosenShortcuts(kept, offer.open);
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
            sheet={sheet}
            offer={offer}
            chosen={chosen}
            keep={keep}
            startsEditing={opened.startsEditing}
          />
        </Panel>
      )}
    </>
  );
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
