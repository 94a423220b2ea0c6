import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-names.ts';

type Tone = 'plain' | 'up' | 'down' | 'ok' | 'warn' | 'danger' | 'brand' | 'info';

/** Renders a short label. Up and down mean direction, the other tones state; never the colour alone. */
export function Tag({ tone = 'plain', icon, children }: { tone?: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={`tag tag--${tone}`}>
      {icon !== undefined && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
