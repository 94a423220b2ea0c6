import { availableParallelism, loadavg } from 'node:os';
import { openTimedBrowser } from '../browser/index.ts';
import { CPU_SLOWDOWN, newUser } from '../proof/weight/browser.ts';
import { buildWeb } from '../stack/build-web.ts';
import { openStack, SHARED_SHAPE } from '../stack/shared-stack.ts';
import { atMost, describeLine, judge, type Line, tasked, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { bets } from './frames/bets.ts';
import { type DrawnFigures, measureBlank, measureScene } from './frames/measure.ts';
import { positions } from './frames/positions.ts';
import { type Scene, sendAs } from './frames/scene.ts';

const MS = 60_000;
const MS_IF_SHORT = 10_000;
/** Half the frames of a screen that draws 60 a second may be left out. */
const AIMS = { p95Ms: 34, tasks: 1, keyMs: 200, shift: 0.02 };

const SHAPE = {
  ...SHARED_SHAPE,
  apis: 1,
  gateways: 1,
  feeds: 1,
  admin: false,
  environment: { FEED_TICK_EVERY_MS: '200' },
};
const SCENES: readonly Scene[] = [positions, bets];

/** Measures how smoothly trading pages draw while prices move; timings, so meaningful only on an idle machine. */
export const framesBench: Trial = {
  name: 'frames',
  claim: `With ${SCENES.map(({ holding }) => holding).join(' or ')} at five prices a second, a slow phone keeps drawing: frames p95 ≤ ${AIMS.p95Ms} ms, layout shift ≤ ${AIMS.shift}.`,
  touches: [
    'apps/web/src/features/contract/',
    'apps/web/src/features/seconds/',
    'apps/web/src/data/market/',
    'packages/ui/',
  ],
  seconds: 90,
  isAlone: true,
  isFigure: true,
  run: async ({ short, args, print }) => {
    buildWeb();
    const named = SCENES.filter(({ name }) => args.includes(name));
    const stack = await openStack('bench-frames', SHAPE);
    try {
      await using browser = await openTimedBrowser();
      const ms = short ? MS_IF_SHORT : MS;
      const blank = await measureBlank(browser, ms);
      const lines: Line[] = [];
      const summaries: string[] = [];
      for (const scene of named.length > 0 ? named : SCENES) {
        const user = await newUser(stack);
        await scene.prepare(sendAs(stack.edgeUrl, String(user.token)));
        const drawn = await measureScene(browser, scene, { url: `${stack.edgeUrl}/h5/`, user, ms });
        lines.push(...linesOf(scene, drawn, blank));
        summaries.push(summaryOf(scene, drawn, blank));
      }
      print(
        `${ms / 1_000} s each, CPU ÷ ${CPU_SLOWDOWN}, load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`,
      );
      for (const line of lines) print(describeLine(line));
      return judge(lines, summaries.join(' | '));
    } finally {
      await stack.stop();
    }
  },
};

const linesOf = ({ name }: Scene, drawn: DrawnFigures, blank: DrawnFigures): Line[] => [
  timed(`${name}: frames p95, blank page ${Math.round(blank.p95Ms)} ms:`, drawn.p95Ms, AIMS.p95Ms),
  tasked(`${name} page`, { ours: drawn.tasksIn10s, blank: blank.tasksIn10s }, AIMS.tasks),
  timed(`${name}: slowest of ${drawn.keys} keys`, drawn.slowestKeyMs, AIMS.keyMs),
  atMost({ text: `${name}: layout shift`, value: drawn.shift, aim: AIMS.shift, format: (value) => value.toFixed(3) }),
];

const summaryOf = ({ holding }: Scene, drawn: DrawnFigures, blank: DrawnFigures): string =>
  [
    `${holding}: frames p50 ${Math.round(drawn.p50Ms)}, p95 ${Math.round(drawn.p95Ms)}, p99 ${Math.round(drawn.p99Ms)} ms`,
    `(blank page ${Math.round(blank.p50Ms)}, ${Math.round(blank.p95Ms)}, ${Math.round(blank.p99Ms)})`,
    `${drawn.tasksIn10s.toFixed(1)} tasks over 50 ms in 10 s`,
    `heap ${drawn.heapMb < 0 ? '' : '+'}${drawn.heapMb.toFixed(1)} MB`,
    `slowest key ${Math.round(drawn.slowestKeyMs)} ms`,
    `layout shift ${drawn.shift.toFixed(3)}`,
    `${drawn.changes.toFixed(1)} changes of the list a second`,
  ].join('; ');
