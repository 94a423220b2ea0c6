import type { StaffRole } from '@app/domain/staff';
import { Tabs } from '@app/ui';
import { useMe } from '../../data/queries.ts';
import { useSay } from '../../data/texts.ts';
import { useAddress } from '../../lib/use-address.ts';
import { useKeys } from '../../lib/use-keys.ts';
import { DeviceList, LedgerList, NoticeList, OrderList, SessionList, TrailList } from './list-tables.tsx';

const MONEY: readonly StaffRole[] = ['support', 'finance', 'risk', 'security'];
const PROTECTORS: readonly StaffRole[] = ['support', 'risk', 'security'];

/** Tabs of a profile and who may read them, as the server decides. */
const TABS = [
  { value: 'ledger', roles: MONEY },
  { value: 'spot', roles: MONEY },
  { value: 'contract', roles: MONEY },
  { value: 'seconds', roles: MONEY },
  { value: 'convert', roles: MONEY },
  { value: 'sessions', roles: PROTECTORS },
  { value: 'devices', roles: PROTECTORS },
  { value: 'notices', roles: ['support', 'identity', 'risk', 'security'] },
  { value: 'trail', roles: PROTECTORS },
] as const satisfies readonly { readonly value: string; readonly roles: readonly StaffRole[] }[];
type Tab = (typeof TABS)[number]['value'];

/** Shows the lists about a user, one at a time; which one is in the address. */
export function UserLists({ userId }: { userId: bigint }) {
  const say = useSay();
  const me = useMe();
  const address = useAddress();
  const open = TABS.filter(({ roles }) => (roles as readonly StaffRole[]).some((role) => me.roles.includes(role)));
  const shown = open.find(({ value }) => value === address.get('tab'))?.value ?? open[0]?.value;
  const show = (tab: Tab) => address.set({ tab, sort: undefined, hide: undefined, row: undefined });
  useKeys(Object.fromEntries(open.map(({ value }, at) => [String(at + 1), () => show(value)])));
  if (shown === undefined) return null;
  return (
    <div className="d-lists d-cut">
      <Tabs
        label={say('user.lists')}
        tabs={open.map(({ value }) => ({ value, label: say(`user.tab.${value}`) }))}
        value={shown}
        onChange={show}
      >
        <Shown tab={shown} userId={userId} />
      </Tabs>
    </div>
  );
}

function Shown({ tab, userId }: { tab: Tab; userId: bigint }) {
  switch (tab) {
    case 'ledger':
      return <LedgerList userId={userId} />;
    case 'sessions':
      return <SessionList userId={userId} />;
    case 'devices':
      return <DeviceList userId={userId} />;
    case 'notices':
      return <NoticeList userId={userId} />;
    case 'trail':
      return <TrailList userId={userId} />;
    default:
      return <OrderList key={tab} userId={userId} product={tab} />;
  }
}
