import { openTimedBrowser } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { startStack } from '../stack/stack.ts';
import type { Trial } from '../trial/trial.ts';
import { inWords, judge, type Line, ms, sure, tasked, timed } from './aims.ts';
import { type BookFigures, measureBook } from './book/measure.ts';

const AIMS = {
  ...{ p50: 18, p95: 34, p99: 67, longTasks: 1, keyMs: 200 },
  ...{ heard: 18, paints: 10, commits: 10, heapMb: 5, shift: 0.02 },
};
/** A page begins with caches that fill once; in ten seconds that is most of what it takes. */
const HEAP_MB_WHEN_SHORT = 8;
/** A busy machine tells several books at once, of which one is seen. */
const HEARD_WHEN_SHORT = 6;

/** The spot page in a real browser made slow, while its book changes twenty times a second. */
export const bookBench: Trial = {
  name: 'book',
  claim:
    'A book that changes 20 times a second on a slow phone: frames p95 ≤ 34 ms, p99 ≤ 67 ms, ≤ 10 paints a second, heap + < 5 MB, a key shown ≤ 200 ms.',
  touches: ['apps/web/', 'packages/ui/', 'apps/server/src/modules/spot/'],
  seconds: 60,
  isAlone: true,
  isFigure: true,
  run: async ({ short, say }) => {
    buildWeb();
    const stack = await startStack('bench-book', { apis: 1, gateways: 1, feeds: 1 });
    const browser = await openTimedBrowser();
    try {
      const lines = linesOf(await measureBook({ stack, browser, short, say }), short);
      for (const line of lines) say(inWords(line));
      return judge(lines);
    } finally {
      await browser.close();
      await stack.stop();
    }
  },
};

function linesOf(figures: BookFigures, short: boolean): readonly Line[] {
  const { p50, p95, p99, longTasks, blank, told, heard, paints, commits, heapMb, keyMs, shift } = figures;
  const heapMax = short ? HEAP_MB_WHEN_SHORT : AIMS.heapMb;
  const heardMin = short ? HEARD_WHEN_SHORT : AIMS.heard;
  return [
    sure(`book: ${heard.toFixed(1)} books a second of ${told.toFixed(1)} came to the page`, heard >= heardMin),
    timed(`book: frame p50, blank page ${ms(blank.p50)}:`, p50, { aim: AIMS.p50, blank: blank.p50, short }),
    timed(`book: frame p95, blank page ${ms(blank.p95)}:`, p95, { aim: AIMS.p95, blank: blank.p95, short }),
    timed(`book: frame p99, blank page ${ms(blank.p99)}:`, p99, { aim: AIMS.p99, blank: blank.p99, short }),
    tasked('book:', { ours: longTasks, blank: blank.longTasks }, { aim: AIMS.longTasks, short }),
    sure(`book: ${paints.toFixed(1)} paints a second (aim ${AIMS.paints})`, paints > 1 && paints <= AIMS.paints),
    sure(
      `book: React changed the page ${commits.toFixed(1)} times a second (aim ${AIMS.commits})`,
      commits <= AIMS.commits,
    ),
    sure(`book: heap ${heapMb >= 0 ? '+' : ''}${heapMb.toFixed(2)} MB (aim + ${heapMax} MB)`, heapMb < heapMax),
    timed('book: a typed key shown in', keyMs, { aim: AIMS.keyMs, short }),
    // The mark of what buyers have moves along its line, and is meant to.
    sure(`book: layout shift ${shift.toFixed(6)} (aim ${AIMS.shift})`, shift <= AIMS.shift),
  ];
}
