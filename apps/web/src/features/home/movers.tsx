import { SkeletonRows } from '@app/ui';
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
