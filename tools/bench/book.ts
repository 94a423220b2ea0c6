import { openTimedBrowser } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { startStack } from '../stack/stack.ts';
import { atLeast, atMost, describeLine, guarantee, judge, type Line, ms, tasked, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { type BookFigures, measureBook } from './book/measure.ts';

const AIMS = {
  p50: 18,
  p95: 34,
  p99: 67,
  longTasks: 1,
  keyMs: 200,
  received: 18,
  paints: 10,
  commits: 10,
  heapMb: 5,
  shift: 0.02,
};

/** Measures the spot page in a real, slowed-down browser while its order book changes twenty times a second. */
export const bookBench: Trial = {
  name: 'book',
  claim:
    'A book that changes 20 times a second on a slow phone: frames p95 ≤ 34 ms, p99 ≤ 67 ms, ≤ 10 paints a second, heap + < 5 MB, a key shown ≤ 200 ms.',
  touches: ['apps/web/', 'packages/ui/', 'apps/server/src/modules/spot/'],
  seconds: 60,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    buildWeb();
    const stack = await startStack('bench-book', { apis: 1, gateways: 1, feeds: 1 });
    const browser = await openTimedBrowser();
    try {
      const lines = linesOf(await measureBook({ stack, browser, short, print }));
      for (const line of lines) print(describeLine(line));
      return judge(lines);
    } finally {
      await browser.close();
      await stack.stop();
    }
  },
};

function linesOf(figures: BookFigures): readonly Line[] {
  const { p50, p95, p99, longTasks, blank, sent, received, paints, commits, heapMb, keyMs, shift } = figures;
  return [
    // The page limits its own paint rate, whatever the machine.
    guarantee(`book: ${paints.toFixed(1)} paints a second (1 to ${AIMS.paints})`, paints > 1 && paints <= AIMS.paints),
    guarantee(
      `book: React changed the page ${commits.toFixed(1)} times a second (at most ${AIMS.commits})`,
      commits <= AIMS.commits,
    ),
    // The mark of the buyers' share moves along its line by design.
    guarantee(`book: layout shift ${shift.toFixed(6)} (at most ${AIMS.shift})`, shift <= AIMS.shift),
    atLeast({
      text: `book: books a second that reached the page, of ${sent.toFixed(1)}:`,
      value: received,
      aim: AIMS.received,
      format: (value) => value.toFixed(1),
    }),
    timed(`book: frame p50, blank page ${ms(blank.p50)}:`, p50, AIMS.p50),
    timed(`book: frame p95, blank page ${ms(blank.p95)}:`, p95, AIMS.p95),
    timed(`book: frame p99, blank page ${ms(blank.p99)}:`, p99, AIMS.p99),
    tasked('book:', { ours: longTasks, blank: blank.longTasks }, AIMS.longTasks),
    atMost({ text: 'book: heap +', value: heapMb, aim: AIMS.heapMb, format: (value) => `${value.toFixed(2)} MB` }),
    timed('book: a typed key shown in', keyMs, AIMS.keyMs),
  ];
}
