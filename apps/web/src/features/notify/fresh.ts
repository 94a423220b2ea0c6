import { NOTICE_CATEGORIES, type NoticeCategory, UNREAD_MAX } from '@app/domain/notify';
import type { Notice } from './describe-notice.ts';

type Page = { readonly list: readonly Notice[]; readonly unread_of: Readonly<Record<NoticeCategory, number>> };

/** What was unread since the page was opened. Showing notices marks them read, so later responses no longer know. */
export type Fresh = {
  readonly ids: ReadonlySet<bigint>;
  /** Unread notices of each category at the first response, also those not loaded yet. */
  readonly atFirst: Readonly<Record<NoticeCategory, number>>;
  readonly loaded: Readonly<Record<NoticeCategory, number>>;
};

const NONE: Readonly<Record<NoticeCategory, number>> = { trade: 0, money: 0, security: 0 };

/** Adds the unread notices of a response. Returns the same object if it has none that are new. */
export function noteFresh(fresh: Fresh | undefined, pages: readonly Page[]): Fresh | undefined {
  const [first] = pages;
  if (first === undefined) return fresh;
  const known = fresh ?? { ids: new Set<bigint>(), atFirst: first.unread_of, loaded: NONE };
  const unread = pages.flatMap(({ list }) => list).filter(({ id, read_at }) => read_at === null && !known.ids.has(id));
  if (unread.length === 0) return known;
  const loaded = { ...known.loaded };
  const ids = new Set(known.ids);
  for (const { id, category } of unread) {
    if (ids.has(id)) continue; // Two pages may both contain it.
    ids.add(id);
    loaded[category] += 1;
  }
  return { ...known, ids, loaded };
}

/** Returns the counts of the tabs: what was unread at first, or more if more was loaded since. */
export function unreadShown(fresh: Fresh | undefined): Readonly<Record<NoticeCategory | 'all', number>> {
  const counts = { all: 0, ...NONE };
  if (fresh === undefined) return counts;
  for (const category of NOTICE_CATEGORIES) {
    counts[category] = Math.min(Math.max(fresh.atFirst[category], fresh.loaded[category]), UNREAD_MAX - 1);
    counts.all += counts[category];
  }
  return { ...counts, all: Math.min(counts.all, UNREAD_MAX - 1) };
}
