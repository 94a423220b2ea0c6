import type { ReactNode } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icon-paths.tsx';

/** The bar at the bottom; the app gives it links, because this package knows no router. */
export function TabBar({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className="tabbar" aria-label={label}>
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
