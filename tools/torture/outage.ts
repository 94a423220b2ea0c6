import type { Page } from 'playwright-core';
import { barLines, killGateways, openChart, stopFeeds } from '../bench/screens/outage.ts';
import { withVisitor } from '../bench/screens/scene.ts';
import { openBrowser } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { type Stack, startStack } from '../stack/stack.ts';
import { judge, ms } from '../trial/aims.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';

/** Tests the page of a user who only watches. `npm run bench screens` measures how fast it recovers. */
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
  const gateways = await killGateways(page, stack);
  print(`gateways killed: stale after ${ms(gateways.staleMs)}; back: live after ${ms(gateways.liveMs)}`);
  const feeds = await stopFeeds(page, stack);
  print(`feed stopped: stale after ${ms(feeds.staleMs)}; back: live after ${ms(feeds.liveMs)}`);
  const { compared } = gateways.after;
  const summary = `${compared.length} finished bars compared, the page was live again after ${ms(gateways.liveMs)} and ${ms(feeds.liveMs)}`;
  return judge(barLines(gateways), summary);
}
