import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-names.ts';
import { useKeyboardOpen } from './keyboard.ts';

type Props = { label: string; brand?: ReactNode; wideOnly?: boolean; children: ReactNode };

/**
 * Renders the tab bar at the bottom, or on a wide screen a rail at the left with the brand on top. It hides while a
 * keyboard is open. The app supplies the links, because this package has no router.
 */
export function TabBar({ label, brand, wideOnly = false, children }: Props) {
  const isKeyboardOpen = useKeyboardOpen();
  const look = ['tabbar', isKeyboardOpen ? 'tabbar--away' : '', wideOnly ? 'tabbar--wide-only' : ''];
  return (
    <nav className={look.filter(Boolean).join(' ')} aria-label={label}>
      {brand !== undefined && <div className="tabbar__brand">{brand}</div>}
      {children}
    </nav>
  );
}

type Face = { name: string; icon: IconName; iconOn: IconName; selected: boolean };

export const tabClass = (selected: boolean) => (selected ? 'tabbar__i tabbar__i--on' : 'tabbar__i');

export function TabFace({ name, icon, iconOn, selected }: Face) {
  return (
    <>
      <Icon name={selected ? iconOn : icon} />
      <span>{name}</span>
    </>
  );
}
