import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';

/** Shows since when a panel is paused, such as "paused 00:23". */
export function StaleBadge({ children }: { children: ReactNode }) {
  return (
    <span className="tag tag--warn stale-badge">
      <Icon name="pause" size={12} />
      {children}
    </span>
  );
}

/** Dims stale content, so that an outdated number does not look live; the badge with its age is not dimmed. */
export function Stale({ stale, badge, children }: { stale: boolean; badge?: ReactNode; children: ReactNode }) {
  return (
    <div className="stale-panel">
      {stale && badge !== undefined && (
        <div className="stale-panel__badge">
          <StaleBadge>{badge}</StaleBadge>
        </div>
      )}
      <div className={stale ? 'stale' : ''}>{children}</div>
    </div>
  );
}
