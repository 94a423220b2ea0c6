import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { openBrowser, openPhone } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import type { StackProcess } from '../stack/process.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { Finding, guarantee, judge, type Line, ms } from '../trial/aims.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { type BarCheck, checkBars } from './outage/candle-table.ts';

const WAIT_MS_MAX = 60_000;
const MINUTE_MS = 60_000;
/** A bar that lacks less than this might look complete. */
const MISSING_MS_MIN = 10_000;
const AFTER_MINUTE_MS = 3_000;
/** What the outage of the feed takes on an idle machine. */
const FEED_MS = 10_000;

/** Tests the page of a user who only watches. */
export const outage: Trial = {
  name: 'outage',
  claim:
    'While all gateways or the feed are gone, a chart page marks its prices as stale; then it is live by itself and has every bar of the server.',
  touches: [
    'apps/server/src/gateway/',
    'apps/server/src/modules/market/',
    'apps/web/src/features/market/',
    'apps/web/src/data/',
    'apps/web/src/lib/',
  ],
  seconds: 110,
  run: async (options) => {
    buildWeb();
    const stack = await startStack('torture-outage', { apis: 1, gateways: 2, feeds: 1 });
    const browser = await openBrowser();
    try {
      return await withVisitor(browser, (page) => attack(page, stack, options));
    } finally {
      await browser.close();
      await stack.stop();
    }
  },
};

/** Runs the outages; throws if a step takes more than a minute. */
async function attack(page: Page, stack: Stack, { print }: TrialOptions): Promise<Verdict> {
  await openChart(page, stack);
  const steps = { feeds: () => stopFeeds(page, stack), gateways: () => killGateways(page, stack) };
  const { feeds, gateways } = await inShorterOrder(steps);
  print(`feed stopped: stale after ${ms(feeds.staleMs)}; back: live after ${ms(feeds.liveMs)}`);
  print(`gateways killed: stale after ${ms(gateways.staleMs)}; back: live after ${ms(gateways.liveMs)}`);
  const { compared } = gateways.after;
  const summary = `${compared.length} finished bars compared, the page was live again after ${ms(gateways.liveMs)} and ${ms(feeds.liveMs)}`;
  return judge(barLines(gateways), summary);
}

type Steps = { readonly feeds: () => Promise<OutageTimes>; readonly gateways: () => Promise<GatewayOutage> };

/**
 * The outage of the gateways ends with a whole minute. Where the other one fits before its begin, it costs no time;
 * otherwise it follows.
 */
async function inShorterOrder(steps: Steps) {
  const leftMs = msToNextMinute();
  if (leftMs < MISSING_MS_MIN || leftMs > MISSING_MS_MIN + FEED_MS) {
    const feeds = await steps.feeds();
    return { feeds, gateways: await steps.gateways() };
  }
  const gateways = await steps.gateways();
  return { gateways, feeds: await steps.feeds() };
}

/** Runs with a visitor's phone, which is closed afterwards. */
async function withVisitor<Value>(browser: Browser, use: (page: Page) => Promise<Value>): Promise<Value> {
  const kept = { storage_version: 1, lang: 'en', theme: 'dark', chart_period: '1min' };
  const phone = await openPhone(browser, { width: 390, height: 844, kept });
  try {
    return await use(phone.page);
  } finally {
    await phone.close();
  }
}

/** Time a page took to mark its prices as stale, and, once the servers responded again, to be live. */
type OutageTimes = { readonly staleMs: number; readonly liveMs: number };

type GatewayOutage = OutageTimes & {
  /** Check at the end of the outage: the page cannot have these bars yet, so a working check reports differences. */
  readonly during: BarCheck;
  readonly after: BarCheck;
  /** Start times of the bars that ended during the outage. */
  readonly missedBars: readonly number[];
};

async function openChart(page: Page, { edgeUrl }: Stack): Promise<void> {
  await page.goto(`${edgeUrl}/h5/#/pages/transaction/index?symbol=BTC%2FUSDT`);
  await page.locator('[data-chart="ready"]').waitFor();
  await until(staleBadge(page), 'detached', 'the chart is live');
}

/** Stops every feed, then starts one again, without any input on the page. */
async function stopFeeds(page: Page, { processes }: Stack): Promise<OutageTimes> {
  const feeds = processes.filter(({ name }) => name === 'feed');
  await Promise.all(feeds.map((feed) => feed.stop()));
  const stoppedMs = Date.now();
  await until(staleBadge(page), 'visible', 'without a feed, the page marks prices as stale');
  const staleMs = Date.now() - stoppedMs;
  await feeds[0]?.killAndRestart();
  const startedMs = Date.now();
  await until(staleBadge(page), 'detached', 'with a feed again, the page is live');
  return { staleMs, liveMs: Date.now() - startedMs };
}

/**
 * Kills every gateway and restarts them in the second minute after. A new subscription returns the open bar and the one
 * before it, so the bar that was open at the kill is right only if the page requests it. The chart receives no input.
 */
async function killGateways(page: Page, { processes, edgeUrl }: Stack): Promise<GatewayOutage> {
  const gateways = processes.filter(({ name }) => name === 'gateway');
  if (msToNextMinute() < MISSING_MS_MIN) await pause(msToNextMinute() + AFTER_MINUTE_MS);
  const killedMs = Date.now();
  await Promise.all(gateways.map(kill));
  await until(banner(page), 'visible', 'without a gateway, the page says that it reconnects');
  await until(staleBadge(page), 'visible', 'without a gateway, the page marks prices as stale');
  const staleMs = Date.now() - killedMs;
  const openBar = killedMs - (killedMs % MINUTE_MS);
  await pause(openBar + 2 * MINUTE_MS + AFTER_MINUTE_MS - Date.now());
  const during = await checkBars(page, edgeUrl);
  await Promise.all(gateways.map((gateway) => gateway.killAndRestart()));
  const startedMs = Date.now();
  await until(banner(page), 'detached', 'with gateways again, the page reconnects');
  await until(staleBadge(page), 'detached', 'with gateways again, the page is live');
  const liveMs = Date.now() - startedMs;
  const missedBars = [openBar, openBar + MINUTE_MS];
  return { staleMs, liveMs, missedBars, during, after: await untilBarsAgree(page, edgeUrl, missedBars) };
}

/**
 * Reports the check after the outage, and that the same check found differences before the page could have the bars.
 */
function barLines({ during, after, missedBars }: GatewayOutage): Line[] {
  const hasMissed = hasAll(after, missedBars);
  const first = after.wrong[0] === undefined ? '' : ` (${after.wrong[0]})`;
  const openAtKill = new Date(missedBars[0] ?? 0).toISOString();
  return [
    guarantee(
      `${after.compared.length} finished bars compared, ${after.wrong.length} differ from the server's${first}`,
      after.wrong.length === 0 && after.compared.length > 0,
    ),
    guarantee('both bars that ended during the outage were compared', hasMissed),
    guarantee(
      `the check complained during the outage about ${during.wrong.length} bars, among them the one open at the kill`,
      during.wrong.some((wrong) => wrong.startsWith(openAtKill)),
    ),
  ];
}

/** Waits until the bars agree; the last one counts once the server has certainly stored it. */
async function untilBarsAgree(page: Page, edgeUrl: string, missedBars: readonly number[]): Promise<BarCheck> {
  for (const deadlineMs = Date.now() + WAIT_MS_MAX; ; await pause(2_000)) {
    const check = await checkBars(page, edgeUrl);
    const isSettled = check.wrong.length === 0 && hasAll(check, missedBars);
    if (isSettled || Date.now() > deadlineMs) return check;
  }
}

const hasAll = ({ compared }: BarCheck, starts: readonly number[]) => starts.every((at) => compared.includes(at));

const staleBadge = (page: Page) => page.locator('.stale-badge').first();
const banner = (page: Page) => page.locator('.banner');
const msToNextMinute = () => MINUTE_MS - (Date.now() % MINUTE_MS);

/** Kills with `kill -9`; `killAndRestart` starts the process again. */
async function kill(target: StackProcess): Promise<void> {
  const pid = target.pid();
  if (pid !== undefined) process.kill(pid, 'SIGKILL');
  await target.stop();
}

async function until(what: Locator, state: 'visible' | 'detached', claim: string): Promise<void> {
  try {
    await what.waitFor({ state, timeout: WAIT_MS_MAX });
  } catch (cause) {
    throw new Finding(`not within ${WAIT_MS_MAX / 1_000} s: ${claim}`, { cause });
  }
}
