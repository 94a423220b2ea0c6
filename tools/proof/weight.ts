import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { openTimedBrowser } from '../browser/index.ts';
import { openDemoUser } from '../torture/journey-client.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';
import { CPU_SLOWDOWN, DESKTOP, FAST_4G, type Kept } from './weight/browser.ts';
import { type BuiltWeb, buildWeb } from './weight/build-web.ts';
import { journeys } from './weight/journeys.ts';
import { costTable } from './weight/library-costs.ts';
import { isTooMuch, type Measured, summaryOf, tableOf } from './weight/measured.ts';
import { CHART, HOME, TRADE } from './weight/screens.ts';
import { type Served, serveWeb } from './weight/serve-web.ts';
import { firstLoadSizes, frameSizes, lazySizes, styleSizes, textSizes } from './weight/sizes.ts';
import { sureVitalsOf } from './weight/vitals.ts';

/** What the app costs a phone: the files of a real build, and a real browser made slow. */
export const weight: Trial = {
  name: 'weight',
  claim:
    'Frame ≤ 130 kB of JavaScript, home ≤ 180, the chart and the trade page ≤ 260, a part ≤ 60, styles ≤ 25, texts ≤ 12; slow phone: LCP ≤ 2.5 s, CLS ≤ 0.02, INP ≤ 200 ms.',
  touches: ['apps/web/', 'packages/i18n/', 'packages/ui/'],
  seconds: 120,
  isAlone: true,
  isFigure: true, // `sizes` is the part that a busy machine can judge.
  run: (options) => onScene((scene) => measure(scene, options)),
};

/** A build of the app before real servers, a browser and a user, gone when it was used. */
export async function onScene<Value>(use: (scene: Scene) => Promise<Value>): Promise<Value> {
  const place = mkdtempSync(join(tmpdir(), 'tidemark-weight-'));
  try {
    const web = await buildWeb(join(place, 'web'));
    await using served = await serveWeb(web.folder);
    await using browser = await openTimedBrowser();
    return await use({ web, served, browser, user: await newUser(served) });
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

type Scene = { readonly web: BuiltWeb; readonly served: Served; readonly browser: Browser; readonly user: Kept };

async function measure(scene: Scene, options: TrialOptions): Promise<Verdict> {
  const figures = [...(await measureSizes(scene, options)), ...(await measureVitals(scene, options))];
  return judge(figures);
}

export const judge = (figures: readonly Measured[]): Verdict => ({
  holds: !figures.some(isTooMuch),
  figure: summaryOf(figures),
});

export async function measureSizes({ web, served, browser, user }: Scene, { say }: TrialOptions): Promise<Measured[]> {
  const { url } = served;
  const show = (title: string, figures: Measured[]) => {
    tableOf(title, figures).forEach(say);
    return figures;
  };
  const figures = [
    ...show('Before anything is shown (kB by gzip -9)', await frameSizes(web, browser, url)),
    ...show('Parts that come later, each with what only it needs', lazySizes(web)),
    ...show('Styles', styleSizes(web)),
    ...show('Texts', await textSizes(web, browser, url)),
    ...show('Home, first load', [
      ...(await firstLoadSizes(web, browser, { kind: 'home', who: 'visitor', url, path: HOME })),
      ...(await firstLoadSizes(web, browser, { kind: 'home', who: 'user', url, path: HOME, kept: user })),
    ]),
    ...show(
      'Chart page, first load',
      await firstLoadSizes(web, browser, { kind: 'chart', who: 'visitor', url, path: CHART }),
    ),
    ...show('Trade page, first load', [
      ...(await firstLoadSizes(web, browser, { kind: 'trade', who: 'user', url, path: TRADE, kept: user })),
      ...(await firstLoadSizes(web, browser, { ...WIDE_TRADE, url, path: TRADE, kept: user })),
    ]),
  ];
  costTable(web).forEach(say);
  return figures;
}

/** The library of the chart is no part of a phone's trade page. */
const WIDE_TRADE = { kind: 'trade', who: 'user with the chart beside it', size: DESKTOP, isTold: true } as const;

const ROUNDS = 5;
/** A machine shared with others stumbles now and then; a median does not. */
const ROUNDS_IF_SHORT = 3;
/** Three rounds on a busy machine may miss by this much; the aims are judged by the long form. */
const LOOSER_IF_SHORT = 1.5;
const TRIES_IF_SHORT = 3;

async function measureVitals({ served, browser, user }: Scene, { say, short }: TrialOptions): Promise<Measured[]> {
  const plan = {
    browser,
    url: served.url,
    rounds: short ? ROUNDS_IF_SHORT : ROUNDS,
    looser: short ? LOOSER_IF_SHORT : 1,
    isForgiving: short,
    triesMax: short ? TRIES_IF_SHORT : 1,
  };
  const figures: Measured[] = [];
  for (const journey of journeys(user)) figures.push(...(await sureVitalsOf(plan, journey)));
  const { downloadThroughput, uploadThroughput, latency } = FAST_4G;
  const network = `${toMbit(downloadThroughput)}/${toMbit(uploadThroughput)} Mbit/s, ${latency} ms`;
  const load = `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`;
  const rounds = short ? `median of ${ROUNDS_IF_SHORT}, limits × ${LOOSER_IF_SHORT}` : `median of ${ROUNDS}`;
  tableOf(`Vitals (CPU ÷ ${CPU_SLOWDOWN}, Fast 4G: ${network}; cold cache; ${rounds}; ${load})`, figures).forEach(say);
  return figures;
}

const toMbit = (bytesPerSecond: number) => ((bytesPerSecond * 8) / 1_000_000).toFixed(2);

/** A user with demo money, as this device would remember them. */
async function newUser({ stack }: Served): Promise<Kept> {
  const { token, userId } = await openDemoUser(stack, 'weight');
  return { token, user: { id: userId, account: 'weight@example.com', inviteCode: '', book: 'demo' } };
}
