import { Panel, SkeletonRows } from '@app/ui';
import { type ComponentProps, use } from 'react';
import { lazyOnce } from '../../../lib/lazy-once.ts';
import type { OrdersTabs as Tabs } from '../orders/orders-tabs.tsx';

/** Loaded in parallel with the form, which does not wait for it. */
const ordersTabs = lazyOnce(async () => (await import('../orders/orders-tabs.tsx')).OrdersTabs);

/** Shows the user's orders and coins under the form. */
export const LaterOrdersTabs = (props: ComponentProps<typeof Tabs>) => (
  <Panel loading={<Loading />}>
    <Fetched {...props} />
  </Panel>
);

function Fetched(props: ComponentProps<typeof Tabs>) {
  const Shown = use(ordersTabs());
  return <Shown {...props} />;
}

const Loading = () => (
  <div className="pt-11">
    <SkeletonRows count={2} />
  </div>
);
