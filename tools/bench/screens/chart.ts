import { slowDown } from '../../proof/weight/browser.ts';
import { addressOf, CHART_PATH, type Scene, withVisitor } from './scene.ts';

export const CHART_AIM_MS = 2_500;

declare const performance: { now(): number };

/**
 * Measures the time from opening the page, on a slowed-down CPU and a mobile network, until candles are drawn, by the
 * page's own clock.
 */
export async function measureChart({ stack, browser, short }: Scene): Promise<{ cold: number; again: number }> {
  const rounds = short ? 1 : 5;
  const times: { cold: number; again: number }[] = [];
  for (let round = 0; round < rounds; round++)
    times.push(
      await withVisitor(browser, async (page) => {
        await slowDown(page);
        const open = async () => {
          await page.goto(addressOf(stack.edgeUrl, CHART_PATH), { waitUntil: 'commit' });
          await page.locator('[data-chart="ready"]').waitFor();
          return await page.evaluate(() => performance.now());
        };
        const cold = await open();
        await page.waitForTimeout(3_000); // The files are cached by then.
        await page.goto('about:blank');
        return { cold, again: await open() };
      }),
    );
  const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { cold: median(times.map(({ cold }) => cold)), again: median(times.map(({ again }) => again)) };
}
