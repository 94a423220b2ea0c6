import type { ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';

/** Since when a panel stands still, such as "paused 00:23". */
export function StaleBadge({ children }: { children: ReactNode }) {
  return (
    <span className="tag tag--warn stale-badge">
      <Icon name="pause" size={12} />
      {children}
    </span>
  );
}

/** A dead number must not look alive: what is stale is dimmed, and the badge that dates it is not. */
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
