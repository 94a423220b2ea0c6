import { Panel, SkeletonRows } from '@app/ui';
import type { ComponentProps } from 'react';
import { lazyPart } from '../../../lib/lazy-once.ts';

/** Loaded in parallel with the form, which does not wait for it. */
const OrdersTabs = lazyPart(async () => (await import('../orders/orders-tabs.tsx')).OrdersTabs);

/** Shows the user's orders and coins under the form. */
export const LaterOrdersTabs = (props: ComponentProps<typeof OrdersTabs>) => (
  <Panel loading={<Loading />}>
    <OrdersTabs {...props} />
  </Panel>
);

const Loading = () => (
  <div className="pt-11">
    <SkeletonRows count={2} />
  </div>
);
