import { availableParallelism, loadavg } from 'node:os';
import { openTimedBrowser } from '../browser/index.ts';
import { CPU_SLOWDOWN, FAST_4G, newUser } from '../proof/weight/browser.ts';
import { judgeMeasured, type Measured, tableOf } from '../proof/weight/measured.ts';
import { buildWeb } from '../stack/build-web.ts';
import type { Trial } from '../trial/trial.ts';
import { journeys } from './vitals/journeys.ts';
import { measureVitals } from './vitals/measure.ts';
import { serveWeb } from './vitals/serve-web.ts';

const ROUNDS = 5;
const ROUNDS_IF_SHORT = 3;

/** Measures the app on a slow phone; timings, so meaningful only on an idle machine. */
export const vitalsBench: Trial = {
  name: 'vitals',
  claim: 'On a slow phone: LCP ≤ 2.5 s, CLS ≤ 0.02, INP ≤ 200 ms.',
  touches: ['apps/web/', 'packages/i18n/', 'packages/ui/'],
  seconds: 120,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    await using served = await serveWeb(buildWeb());
    await using browser = await openTimedBrowser();
    const rounds = short ? ROUNDS_IF_SHORT : ROUNDS;
    const user = await newUser(served.stack);
    const figures: Measured[] = [];
    for (const journey of journeys(user))
      figures.push(...(await measureVitals({ browser, url: served.url, rounds }, journey)));
    tableOf(titleOf(rounds), figures).forEach(print);
    return judgeMeasured(figures);
  },
};

function titleOf(rounds: number): string {
  const { downloadThroughput, uploadThroughput, latency } = FAST_4G;
  const network = `${toMbit(downloadThroughput)}/${toMbit(uploadThroughput)} Mbit/s, ${latency} ms`;
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  return `Vitals (CPU ÷ ${CPU_SLOWDOWN}, Fast 4G: ${network}; cold cache; median of ${rounds}; ${load})`;
}

const toMbit = (bytesPerSecond: number) => ((bytesPerSecond * 8) / 1_000_000).toFixed(2);
