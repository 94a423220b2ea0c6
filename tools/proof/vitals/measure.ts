import type { Browser, Page } from 'playwright-core';
import { watchStolen } from '../../trial/stolen.ts';
import { FAST_4G, slowDown, withPhone } from '../weight/browser.ts';
import type { Measured } from '../weight/measured.ts';
import type { Journey } from './journeys.ts';
import { observeVitals, type PageGlobals, type Seen } from './observe.ts';
import { BLANK_PAGE } from './serve-web.ts';

/** Web Vitals thresholds for "good", and a much stricter one for CLS. */
const AIMS = { LCP: 2.5, CLS: 0.02, INP: 200 };
const UNITS = { LCP: 's', CLS: '', INP: 'ms' } as const;
/**
 * Wait for event timing entries: the browser reports a tap after painting, and the page cannot detect when it has done
 * so.
 */
const TOLD_MS = 500;
const COUNTED_MS_MAX = 10_000;

export type VitalsPlan = { readonly browser: Browser; readonly url: string; readonly rounds: number };

/** Returns a screen's three figures, each the median of the rounds, with those of a blank page for comparison. */
export async function measureVitals(plan: VitalsPlan, journey: Journey): Promise<Measured[]> {
  const seen: Seen[] = [];
  const blank: number[] = [];
  const stolen = watchStolen();
  for (let round = 0; round < plan.rounds; round++) {
    blank.push((await openBlank(plan)).lcpMs);
    seen.push(await takeJourney(plan, journey));
  }
  return figuresOf(journey, seen, { blankMs: median(blank), stolenShare: stolen() });
}

/**
 * Comparison values. `stolenShare` is the share of CPU time that the host gave to other guests; it is reported and
 * excuses nothing.
 */
type Beside = { readonly blankMs: number; readonly stolenShare: number };

function figuresOf(
  { name, interactions }: Journey,
  seen: readonly Seen[],
  { blankMs, stolenShare }: Beside,
): Measured[] {
  const figure = (kind: 'LCP' | 'CLS' | 'INP', value: number, note: string): Measured => ({
    kind,
    what: `${name}: ${kind}`,
    value,
    unit: UNITS[kind],
    aim: AIMS[kind],
    note,
  });
  const lcps = seen.map(({ lcpMs }) => lcpMs / 1000);
  const slowest = seen.toSorted((a, b) => b.slowestMs - a.slowestMs)[0];
  const each = lcps.map((seconds) => seconds.toFixed(2)).join(' ');
  const stolen = stolenShare > 0 ? `; ${Math.round(stolenShare * 100)} % of the time stolen` : '';
  const worst = `slowest of ${interactions} interactions; worst round ${slowest?.slowestMs} ms, ${slowest?.slowestAt}`;
  return [
    figure('LCP', median(lcps), `blank page ${(blankMs / 1000).toFixed(2)} s; rounds ${each}${stolen}`),
    figure('CLS', median(seen.map(({ cls }) => cls)), ''),
    figure('INP', median(seen.map(({ slowestMs }) => slowestMs)), worst),
  ];
}

async function openBlank({ browser, url }: VitalsPlan): Promise<Seen> {
  const seen = await withPhone(browser, {}, async (page) => {
    await page.addInitScript(observeVitals);
    await slowDown(page);
    await page.goto(`${url}${BLANK_PAGE}`);
    return await readSeen(page);
  });
  if (seen.lcpMs < FAST_4G.latency) throw new Error(`the network was not slowed down: ${seen.lcpMs} ms`);
  return seen;
}

const takeJourney = ({ browser, url }: VitalsPlan, { name, path, kept, act, interactions }: Journey): Promise<Seen> =>
  withPhone(browser, kept, async (page) => {
    await page.addInitScript(observeVitals);
    await slowDown(page);
    await page.goto(`${url}#${path}`);
    await page.getByRole('navigation').waitFor();
    await page.waitForLoadState('networkidle');
    await act(page);
    await countInteractions(page, name, interactions);
    return await readSeen(page);
  });

/** Waits for the expected number of interactions, because a busy browser counts late. */
async function countInteractions(page: Page, name: string, wanted: number): Promise<void> {
  const count = () => page.evaluate(() => (globalThis as unknown as PageGlobals).performance.interactionCount);
  for (const deadlineMs = performance.now() + COUNTED_MS_MAX; (await count()) < wanted; await page.waitForTimeout(100))
    if (performance.now() > deadlineMs)
      throw new Error(`${name}: the page saw ${await count()} of ${wanted} interactions`);
}

async function readSeen(page: Page): Promise<Seen> {
  await page.waitForTimeout(TOLD_MS);
  const seen = await page.evaluate(() => (globalThis as unknown as PageGlobals).seenVitals); // Set before page load.
  if (seen.lcpMs === 0) throw new Error(`nothing was painted at ${page.url()}`);
  return seen;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
