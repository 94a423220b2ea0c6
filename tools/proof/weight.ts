import type { Browser } from 'playwright-core';
import { openBrowser } from '../browser/index.ts';
import { buildWeb } from '../stack/build-web.ts';
import { openStack } from '../stack/shared-stack.ts';
import type { Trial } from '../trial/trial.ts';
import { CHART, CONTRACT, DESKTOP, HOME, type Kept, newUser, SECONDS, TRADE } from './weight/browser.ts';
import { type BuiltWeb, readBuiltWeb } from './weight/built-web.ts';
import { judgeMeasured, type Measured, tableOf } from './weight/measured.ts';
import { firstLoadSizes, frameSizes, lazySizes, styleSizes, textSizes } from './weight/sizes.ts';

/** Measures the app's download size: bytes only, so the machine's load does not matter. */
export const weight: Trial = {
  name: 'weight',
  claim:
    'Frame ≤ 130 kB of JavaScript, home ≤ 180, the chart, the trade, the contract and the seconds page ≤ 260, a part ≤ 60, styles of all pages ≤ 28, texts ≤ 12.',
  touches: ['apps/web/', 'packages/i18n/', 'packages/ui/'],
  seconds: 40,
  run: async ({ print }) => {
    const web = readBuiltWeb(buildWeb());
    const stack = await openStack('proof-weight', { apis: 1, gateways: 1, feeds: 1, settings: OPEN });
    try {
      await using browser = await openBrowser();
      const scene = { web, browser, url: `${stack.edgeUrl}/h5/`, user: await newUser(stack) };
      const figures = await measureSizes(scene, print);
      return judgeMeasured(figures);
    } finally {
      await stack.stop();
    }
  },
};

/** A page of a closed product would be measured without what it is for. */
const OPEN = { 'product.seconds': { open: true, except: [] } };

type Scene = { readonly web: BuiltWeb; readonly browser: Browser; readonly url: string; readonly user: Kept };
type Print = (line: string) => void;

async function measureSizes({ web, browser, url, user }: Scene, print: Print): Promise<Measured[]> {
  const show = (title: string, figures: Measured[]) => {
    tableOf(title, figures).forEach(print);
    return figures;
  };
  return [
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
    ...show(
      'Contract page, first load',
      await firstLoadSizes(web, browser, { kind: 'trade', who: 'contract user', url, path: CONTRACT, kept: user }),
    ),
    ...show(
      'Seconds page, first load',
      await firstLoadSizes(web, browser, { kind: 'trade', who: 'seconds user', url, path: SECONDS, kept: user }),
    ),
  ];
}

/** Wide trade page, which loads the chart library; a phone's trade page does not. */
const WIDE_TRADE = { kind: 'trade', who: 'user with the chart beside it', size: DESKTOP, isAimed: true } as const;
