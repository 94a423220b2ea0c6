import { openTimedBrowser } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { startStack } from '../stack/stack.ts';
import type { Trial } from '../trial/trial.ts';
import { inWords, judge, type Line, ms, sure, tasked, timed } from './aims.ts';
import { CHART_AIM_MS, measureChart } from './screens/chart.ts';
import { LIST_AIMS, measureList } from './screens/list.ts';
import { BADGE_AIM_MS, killGateways, stopFeed } from './screens/outage.ts';
import { FRESH_AIM_MS, measureResume } from './screens/resume.ts';
import type { Scene } from './screens/scene.ts';

const PARTS: Readonly<Record<string, (scene: Scene) => Promise<Line[]>>> = {
  list: judgeList,
  chart: judgeChart,
  resume: judgeResume,
  feed: judgeFeed,
  gateway: judgeGateway,
};

/** The price screens in a real browser made slow, on real servers, some of which are stopped. */
export const screensBench: Trial = {
  name: 'screens',
  claim:
    '300 live markets on a slow phone: frames p95 ≤ 34 ms, p99 ≤ 67 ms; chart ≤ 2.5 s; fresh ≤ 3 s after a freeze; stale said ≤ 5 s.',
  touches: ['apps/web/', 'packages/ui/', 'apps/server/src/modules/market/'],
  seconds: 140,
  isAlone: true,
  isFigure: true,
  run: async ({ short, say, args }) => {
    buildWeb();
    const stack = await startStack('bench-screens', { apis: 1, gateways: 1, feeds: 1 });
    const browser = await openTimedBrowser();
    try {
      const scene: Scene = { stack, browser, short, say };
      const lines: Line[] = [];
      for (const [name, measure] of Object.entries(PARTS)) {
        if (args.length > 0 && !args.includes(name)) continue;
        for (const line of await measure(scene)) {
          say(inWords(line));
          lines.push(line);
        }
      }
      return judge(lines);
    } finally {
      await browser.close();
      await stack.stop();
    }
  },
};

async function judgeList(scene: Scene): Promise<Line[]> {
  const { p95, p99, longTasks, rows, shift, isSteady, blank } = await measureList(scene);
  const { short } = scene;
  return [
    timed(`list: frame p95, blank page ${ms(blank.p95)}:`, p95, { aim: LIST_AIMS.p95, short }),
    timed(`list: frame p99, blank page ${ms(blank.p99)}:`, p99, { aim: LIST_AIMS.p99, short }),
    tasked('list:', { ours: longTasks, blank: blank.longTasks }, { aim: LIST_AIMS.longTasks, short }),
    sure(`list: ${rows} row elements (aim ${LIST_AIMS.rows})`, rows > 0 && rows <= LIST_AIMS.rows),
    sure(`list: layout shift ${shift}, prices ${isSteady ? 'stayed in place' : 'moved'}`, shift === 0 && isSteady),
  ];
}

async function judgeChart(scene: Scene): Promise<Line[]> {
  const { cold, again } = await measureChart(scene);
  const { short } = scene;
  return [
    timed('chart: usable, nothing kept:', cold, { aim: CHART_AIM_MS, short }),
    timed('chart: usable, second visit:', again, { aim: CHART_AIM_MS, short }),
  ];
}

async function judgeResume(scene: Scene): Promise<Line[]> {
  return [timed('after a freeze: fresh in', await measureResume(scene), { aim: FRESH_AIM_MS, short: scene.short })];
}

async function judgeFeed(scene: Scene): Promise<Line[]> {
  const { badgeMs, backMs } = await stopFeed(scene);
  const told = timed('feed stopped: said in', badgeMs, { aim: BADGE_AIM_MS, short: scene.short });
  return [told, sure(`feed back: page live by itself in ${ms(backMs)}`, true)];
}

async function judgeGateway(scene: Scene): Promise<Line[]> {
  const { backMs, wrong, compared } = await killGateways(scene);
  const bars = `gateway killed: back in ${ms(backMs)}, ${compared} bars of the chart compared, ${wrong} differ`;
  return [sure(bars, wrong === 0 && compared > 0)];
}
