import { lazy, Suspense, useEffect, useSyncExternalStore } from 'react';
import { NOTICES_MOST, onNotices, shownNotices } from './notices.ts';

const fetchCard = () => import('./notice-card.tsx');
const NoticeCard = lazy(async () => ({ default: (await fetchCard()).NoticeCard }));
/** What the screen itself needs comes first. */
const AT_REST_MS = 2_500;

/** Results over every screen, above its tabs and under whatever sheet is open. A screen reader hears each once and is not interrupted. */
export function NotificationStack({ dismissLabel }: { dismissLabel: string }) {
  const notices = useSyncExternalStore(onNotices, shownNotices);
  useEffect(() => {
    const timer = setTimeout(() => void fetchCard().catch(() => undefined), AT_REST_MS); // It is asked for again when one comes.
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
