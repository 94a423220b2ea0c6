import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/icon-names.ts';

type Tone = 'plain' | 'up' | 'down' | 'ok' | 'warn' | 'danger' | 'brand' | 'info';

type Props = {
  tone?: Tone;
  icon?: IconName;
  /** Marks what it stands in as not open yet; `npm run proof links` looks for the mark. */
  soon?: true;
  children: ReactNode;
};

/** Renders a short label. Up and down mean direction, the other tones state; never the colour alone. */
export function Tag({ tone = 'plain', icon, soon, children }: Props) {
  return (
    <span className={`tag tag--${tone}`} data-soon={soon && ''}>
      {icon !== undefined && <Icon name={icon} size={12} />}
      {children}
    </span>
  );
}
