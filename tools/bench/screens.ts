import { openTimedBrowser } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { startStack } from '../stack/stack.ts';
import { describeLine, guarantee, judge, type Line, ms, tasked, timed } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { CHART_AIM_MS, measureChart } from './screens/chart.ts';
import { LIST_AIMS, measureList } from './screens/list.ts';
import { barLines, killGateways, openChart, openMarkets, STALE_AIM_MS, stopFeeds } from './screens/outage.ts';
import { FRESH_AIM_MS, measureResume } from './screens/resume.ts';
import { type Scene, withVisitor } from './screens/scene.ts';

const PARTS: Readonly<Record<string, (scene: Scene) => Promise<Line[]>>> = {
  list: judgeList,
  chart: judgeChart,
  resume: judgeResume,
  feed: judgeFeed,
  gateway: judgeGateway,
};

/** Measures the price screens in a real, slowed-down browser, on real servers, some of which are stopped. */
export const screensBench: Trial = {
  name: 'screens',
  claim:
    '300 live markets on a slow phone: frames p95 ≤ 34 ms, p99 ≤ 67 ms; chart ≤ 2.5 s; fresh ≤ 3 s after a freeze; stale said ≤ 5 s.',
  touches: ['apps/web/', 'packages/ui/', 'apps/server/src/modules/market/'],
  seconds: 140,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print, args }) => {
    buildWeb();
    const stack = await startStack('bench-screens', { apis: 1, gateways: 1, feeds: 1 });
    const browser = await openTimedBrowser();
    try {
      const scene: Scene = { stack, browser, short, print };
      const lines: Line[] = [];
      for (const [name, measure] of Object.entries(PARTS)) {
        if (args.length > 0 && !args.includes(name)) continue;
        for (const line of await measure(scene)) {
          print(describeLine(line));
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
  return [
    timed(`list: frame p95, blank page ${ms(blank.p95)}:`, p95, LIST_AIMS.p95),
    timed(`list: frame p99, blank page ${ms(blank.p99)}:`, p99, LIST_AIMS.p99),
    tasked('list:', { ours: longTasks, blank: blank.longTasks }, LIST_AIMS.longTasks),
    guarantee(`list: ${rows} row elements (1 to ${LIST_AIMS.rows})`, rows > 0 && rows <= LIST_AIMS.rows),
    guarantee(`list: layout shift ${shift}, prices ${isSteady ? 'stayed in place' : 'moved'}`, shift === 0 && isSteady),
  ];
}

async function judgeChart(scene: Scene): Promise<Line[]> {
  const { cold, again } = await measureChart(scene);
  return [
    timed('chart: usable, nothing kept:', cold, CHART_AIM_MS),
    timed('chart: usable, second visit:', again, CHART_AIM_MS),
  ];
}

async function judgeResume(scene: Scene): Promise<Line[]> {
  return [timed('after a freeze: fresh in', await measureResume(scene), FRESH_AIM_MS)];
}

/** Measures the times of an outage; `npm run torture outage` checks the same without time limits. */
function judgeFeed({ stack, browser }: Scene): Promise<Line[]> {
  return withVisitor(browser, async (page) => {
    await openMarkets(page, stack);
    const { staleMs, liveMs } = await stopFeeds(page, stack);
    return [
      timed('feed stopped: shown as stale in', staleMs, STALE_AIM_MS),
      guarantee(`feed back: page live by itself in ${ms(liveMs)}`, true),
    ];
  });
}

function judgeGateway({ stack, browser }: Scene): Promise<Line[]> {
  return withVisitor(browser, async (page) => {
    await openChart(page, stack);
    const outage = await killGateways(page, stack);
    return [
      timed('gateways killed: shown as stale in', outage.staleMs, STALE_AIM_MS),
      guarantee(`gateways back: page live by itself in ${ms(outage.liveMs)}`, true),
      ...barLines(outage),
    ];
  });
}
