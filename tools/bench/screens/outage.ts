import { given } from '@app/base';
import type { Page } from 'playwright-core';
import type { StackProcess } from '../../stack/process.ts';
import { barsOf, tableOf } from './candle-table.ts';
import { addressOf, CHART_PATH, MARKETS_PATH, type Scene, withVisitor } from './scene.ts';

export const BADGE_AIM_MS = 5_000;
const BACK_MS_MAX = 60_000;

export type OutageFigures = {
  /** From the last feed's end to the badge. */
  readonly badgeMs: number;
  /** From a feed that runs again to a page without it. */
  readonly backMs: number;
};

const badge = (page: Page) => page.locator('.stale-badge').first();

/** Every feed ends; then one is there again. Nobody touches the page. */
export const stopFeed = ({ stack, browser }: Scene): Promise<OutageFigures> =>
  withVisitor(browser, async (page) => {
    await page.goto(addressOf(stack.edgeUrl, MARKETS_PATH));
    await page.locator('.mrow__price').nth(3).waitFor();
    await badge(page).waitFor({ state: 'detached' });
    const feeds = stack.processes.filter(({ name }) => name === 'feed');
    await Promise.all(feeds.map((feed) => feed.stop()));
    const stoppedMs = Date.now();
    await badge(page).waitFor({ timeout: BACK_MS_MAX });
    const badgeMs = Date.now() - stoppedMs;
    await given(feeds[0], 'a feed').killAndRestart();
    const startedMs = Date.now();
    await badge(page).waitFor({ state: 'detached', timeout: BACK_MS_MAX });
    return { badgeMs, backMs: Date.now() - startedMs };
  });

export type ReconnectFigures = {
  readonly backMs: number;
  /** Bars of a minute on the page that differ from the server's, or are missing. */
  readonly wrong: number;
  readonly compared: number;
};

/** Every gateway dies for longer than a bar, and comes back: the chart has every bar the server has. */
export const killGateways = ({ stack, browser, short }: Scene): Promise<ReconnectFigures> =>
  withVisitor(browser, async (page) => {
    await page.goto(addressOf(stack.edgeUrl, CHART_PATH));
    await page.locator('[data-chart="ready"]').waitFor();
    const gateways = stack.processes.filter(({ name }) => name === 'gateway');
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await page.waitForTimeout(short ? 65_000 : 130_000);
    const startedMs = Date.now();
    await restartAll(gateways);
    await page.locator('.banner').waitFor({ state: 'detached', timeout: BACK_MS_MAX });
    const backMs = Date.now() - startedMs;
    await page.waitForTimeout(10_000); // Bars are written every five seconds, and asked for once more after that.
    const [shown, told] = [await tableOf(page), await barsOf(stack.edgeUrl)];
    const wrong = shown.filter(({ at, figures }) => told.get(at) !== figures).length;
    return { backMs, wrong, compared: shown.length };
  });

const restartAll = (gateways: readonly StackProcess[]) =>
  Promise.all(gateways.map((gateway) => gateway.killAndRestart()));
