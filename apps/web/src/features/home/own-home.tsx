import { Skeleton } from '@app/ui';
import { Slot } from '../../data/app/slots.tsx';
import { ChecklistCard } from './checklist-card.tsx';
import { Movers } from './movers.tsx';
import { ShortcutGrid } from './shortcut-grid.tsx';
import { useOpenWantedDemo } from './use-open-wanted-demo.ts';

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
