import { SkeletonRows } from '@app/ui';
import { Slot } from '../../../shared/slots.tsx';

/** Tabs, five rows and the way to all of them, which is what is waited for. */
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
