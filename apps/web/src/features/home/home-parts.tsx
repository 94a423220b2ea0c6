import { Icon, type IconName, SkeletonRows } from '@app/ui';
import { Slot } from '../../data/app/slots.tsx';

/** Shows tabs, five rows and a link to all; the placeholder has the same height. */
export const Movers = () => (
  <Slot
    name="home.movers"
    loading={
      <>
        <div className="h-11" />
        <SkeletonRows count={5} />
        <div className="h-11" />
      </>
    }
  />
);

export const GRID = 'grid grid-cols-4 gap-1 px-2 max-[260px]:grid-cols-2';
/** Reserves two lines of label under the icon, so that a long label shifts nothing. */
export const TILE =
  'relative flex h-17 w-full flex-col items-center gap-1 rounded-control px-0.5 pt-2 text-center text-[12px]/[16px] font-medium text-ink-2 focus-visible:-outline-offset-4';

export const TileFace = ({ icon, label }: { icon: IconName; label: string }) => (
  <>
    <span className="text-ink">
      <Icon name={icon} />
    </span>
    <span className="line-clamp-2 max-w-full wrap-anywhere">{label}</span>
  </>
);
