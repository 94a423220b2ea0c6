import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { memoryBackend, openStorage } from '@app/client/storage';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ACTIONS, doneLessons, finishLesson, LESSONS, lessonIn, nextLesson } from './lessons.ts';

describe('the progress of the lessons', () => {
  it('property: whatever is finished in whatever sequence, each counts once and the next is the first open one', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...LESSONS)), (finished) => {
        const kept = openStorage(memoryBackend());
        for (const lesson of finished) finishLesson(kept, lesson);
        const done = doneLessons(kept);
        expect(done).toEqual(LESSONS.filter((lesson) => finished.includes(lesson)));
        expect(nextLesson(done)).toBe(LESSONS.find((lesson) => !finished.includes(lesson)));
      }),
    );
  });

  it.each([undefined, null, 'price', 5, {}, ['gone', 7]])('given %j is stored, then none is finished', (value) => {
    const kept = openStorage(memoryBackend());
    kept.write('lessons_done', value);
    expect(doneLessons(kept)).toEqual([]);
  });

  it('knows a lesson by its name only', () => {
    expect([lessonIn('limit'), lessonIn('margin'), lessonIn(null)]).toEqual(['limit', undefined, undefined]);
  });

  it.each(LESSONS)('ends %s on a page that is built', (lesson) => {
    expect(builtPaths()).toContain(ACTIONS[lesson].path.split('?')[0]);
  });
});

const FEATURES = resolve(import.meta.dirname, '../..');

/** Placeholder pages have no `path:` of their own in the tables. */
const builtPaths = () =>
  globSync('*/*.screens.ts', { cwd: FEATURES }).flatMap((table) =>
    [...readFileSync(resolve(FEATURES, table), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path),
  );
