import { useState } from 'react';
import { useLocale } from '../../data/app/texts.ts';
import { serverNow } from '../../data/call/server-clock.ts';
import { dayLabel, daysOf } from './days.ts';
import { NoticeRow } from './notice-row.tsx';
import { type Notice, useMarkRead } from './notices.ts';

/**
 * Groups notices by day, newest first. Notices that were unread when first shown stay marked until the user leaves the
 * page.
 */
export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  const locale = useLocale();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const fresh = useFresh(notices);
  useMarkRead(notices);
  const look = { now: serverNow(), timeZone, locale };
  return daysOf(notices, timeZone).map((day) => (
    <section key={day.key}>
      <h2 className="px-gutter pt-3 pb-1 text-label text-ink-3 first-letter:uppercase">{dayLabel(day.at, look)}</h2>
      <ul>
        {day.items.map((notice) => (
          <NoticeRow key={String(notice.id)} notice={notice} isNew={fresh.has(notice.id)} />
        ))}
      </ul>
    </section>
  ));
}

/** Returns ids that were unread when first shown: showing them marks them read, and the next response reflects that. */
function useFresh(notices: readonly Notice[]): ReadonlySet<bigint> {
  const [fresh] = useState(() => new Set<bigint>());
  for (const { id, read_at } of notices) if (read_at === null) fresh.add(id);
  return fresh;
}
