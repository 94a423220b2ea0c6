import type { KeptValues } from '@app/client/storage';

/** The six lessons, in order. */
export const LESSONS = ['price', 'buy', 'limit', 'safety', 'cost', 'book'] as const;
export type Lesson = (typeof LESSONS)[number];

/** Cards of every lesson: three take about a minute to read. */
export const CARDS = [1, 2, 3] as const;
export type Card = (typeof CARDS)[number];

/** Where a lesson ends: a page to try it on. `inDemo` is a trade, which is tried with demo money only. */
export const ACTIONS: Readonly<Record<Lesson, { readonly path: string; readonly inDemo: boolean }>> = {
  price: { path: '/pages/plus/verify?symbol=BTC/USDT', inDemo: false },
  buy: { path: '/pages/transaction/currency?symbol=BTC/USDT&guide=1', inDemo: true },
  limit: { path: '/pages/transaction/currency?symbol=BTC/USDT&side=buy', inDemo: true },
  safety: { path: '/pages/setting/security', inDemo: false },
  cost: { path: '/pages/common/article?id=7', inDemo: false },
  book: { path: '/pages/transaction/currency?symbol=BTC/USDT', inDemo: true },
};

const NAME = 'lessons_done';

/** Returns the lessons finished on this device; ignores names of lessons that no longer exist. */
export function doneLessons(kept: KeptValues): readonly Lesson[] {
  const value = kept.read(NAME);
  return Array.isArray(value) ? LESSONS.filter((lesson) => value.includes(lesson)) : [];
}

/** Stores a finished lesson and returns all of them. */
export function finishLesson(kept: KeptValues, lesson: Lesson): readonly Lesson[] {
  const done = doneLessons(kept);
  if (done.includes(lesson)) return done;
  kept.write(NAME, [...done, lesson]);
  return doneLessons(kept);
}

/** Returns the first lesson that is not finished; undefined after the last. */
export const nextLesson = (done: readonly Lesson[]): Lesson | undefined =>
  LESSONS.find((lesson) => !done.includes(lesson));

export const lessonIn = (text: string | null): Lesson | undefined => LESSONS.find((lesson) => lesson === text);

export const GUIDE_PATH = '/pages/index/guide';

export const lessonPath = (lesson: Lesson): string => `${GUIDE_PATH}?lesson=${lesson}`;
