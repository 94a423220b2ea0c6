import { openBrowser } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { startStack } from '../stack/stack.ts';
import type { Trial } from '../trial/trial.ts';
import { CHART_AIM_MS, measureChart } from './screens/chart.ts';
import { LIST_AIMS, measureList } from './screens/list.ts';
import { BADGE_AIM_MS, killGateways, stopFeed } from './screens/outage.ts';
import { FRESH_AIM_MS, measureResume } from './screens/resume.ts';
import type { Scene } from './screens/scene.ts';

/** Shared machines are noisy: the short run only fails where something is wrong altogether. */
const SLACK_WHEN_SHORT = 3;
/** Long tasks are counted, not timed: a neighbour makes many of a few. */
const TASKS_SLACK_WHEN_SHORT = 40;

/** A figure in words, what was aimed for, and whether it fails the bench. */
type Line = { readonly text: string; readonly isMissed: boolean; readonly fails: boolean };

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
  run: async ({ short, say, args }) => {
    buildWeb();
    const stack = await startStack('bench-screens', { apis: 1, gateways: 1, feeds: 1 });
    const browser = await openBrowser();
    try {
      const scene: Scene = { stack, browser, short, say };
      const lines: Line[] = [];
      for (const [name, judge] of Object.entries(PARTS)) {
        if (args.length > 0 && !args.includes(name)) continue;
        for (const line of await judge(scene)) {
          say(`${line.isMissed ? '!' : '✓'} ${line.text}`);
          lines.push(line);
        }
      }
      const missed = lines.filter(({ isMissed }) => isMissed).map(({ text }) => text);
      const figure = missed.length === 0 ? `${lines.length} aims met` : `missed: ${missed.join('; ')}`;
      return { holds: !lines.some(({ fails }) => fails), figure };
    } finally {
      await browser.close();
      await stack.stop();
    }
  },
};

const ms = (value: number) => `${Math.round(value)} ms`;

/** An aim of time: in the short form a noisy machine may miss it, but not by far. */
function timed(text: string, value: number, { aim, short }: { aim: number; short: boolean }): Line {
  const fails = !(value <= aim * (short ? SLACK_WHEN_SHORT : 1));
  return { text: `${text} ${ms(value)} (aim ${ms(aim)})`, isMissed: !(value <= aim), fails };
}

/** What holds on any machine. */
const sure = (text: string, holds: boolean): Line => ({ text, isMissed: !holds, fails: !holds });

async function judgeList(scene: Scene): Promise<Line[]> {
  const { p95, p99, longTasks, rows, shift, isSteady, blank } = await measureList(scene);
  const { short } = scene;
  const tasks = `list: ${longTasks.toFixed(1)} tasks > 50 ms in 10 s (aim ${LIST_AIMS.longTasks}; blank page ${blank.longTasks.toFixed(1)})`;
  return [
    timed(`list: frame p95, blank page ${ms(blank.p95)}:`, p95, { aim: LIST_AIMS.p95, short }),
    timed(`list: frame p99, blank page ${ms(blank.p99)}:`, p99, { aim: LIST_AIMS.p99, short }),
    {
      text: tasks,
      isMissed: longTasks > LIST_AIMS.longTasks,
      fails: longTasks > LIST_AIMS.longTasks * (short ? TASKS_SLACK_WHEN_SHORT : 1),
    },
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
