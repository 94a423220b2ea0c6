import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { NOTICES_MOST, onNotices, shownNotices } from './notices.ts';

const fetchCard = () => import('./notice-card.tsx');
const NoticeCard = lazy(async () => ({ default: (await fetchCard()).NoticeCard }));
/** Delay before prefetching, so that the screen's own resources load first. */
const AT_REST_MS = 2_500;

/**
 * Shows results over every screen, above its tabs and under any open sheet. Screen readers announce each one once,
 * without interrupting.
 */
export function NotificationStack({ dismissLabel }: { dismissLabel: string }) {
  const notices = useSyncExternalStore(onNotices, shownNotices);
  useEffect(() => {
    const timer = setTimeout(() => void fetchCard().catch(() => undefined), AT_REST_MS); // Fetched again when a notice arrives.
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="notices" role="status" aria-live="polite">
      <Suspense>
        {notices.slice(0, NOTICES_MOST).map((notice) => (
          <NoticeCard key={notice.id} notice={notice} dismissLabel={dismissLabel} />
        ))}
      </Suspense>
    </div>
  );
}
