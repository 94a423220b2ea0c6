import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardFolder } from '@app/testkit';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { openBrowser, openCold, openPhone, type Phone, serveFolder } from '../browser/index.ts';
import { REPOSITORY } from '../dev/processes.ts';
import { findByAxe } from '../pages/checks/axe.ts';
import { findPoorControls, findPoorPage } from '../pages/checks/judge-controls.ts';
import { findOverflows, findOverlaps } from '../pages/checks/judge-texts.ts';
import { lookAtPage } from '../pages/checks/page-facts.ts';
import { describeFindings, type Fault, type Finding } from '../pages/findings.ts';
import type { Trial, TrialOptions, Verdict } from '../trial/trial.ts';

const GALLERY = join(REPOSITORY, 'packages/ui/gallery');
const PICTURES = join(REPOSITORY, 'reports/screens');
const THEMES = ['dark', 'light'] as const;
const PRICES = ['gu', 'ru', 'cb'] as const;
/** Widths of a multi-panel sheet and of a phone's single column. */
const WIDTHS = [1280, 360] as const;
const HEIGHT = 900;

type Look = { readonly theme: string; readonly price: string; readonly width: number };

/**
 * Selects the one look in which everything except colour is checked, because colours change neither layout nor names.
 */
const isMeasured = ({ theme, price }: Look) => theme === 'dark' && price === 'gu';

/** Checks every component in every state, independently of the screens that use it. */
export const gallery: Trial = {
  name: 'gallery',
  claim:
    'Every component, in two themes and three price modes, on a phone and on a desk: nothing for axe, no text cut.',
  touches: ['packages/ui/'],
  seconds: 90,
  run: async (options) => {
    const folder = guardFolder(mkdtempSync(join(tmpdir(), 'tidemark-gallery-')));
    const quietly = { logLevel: 'error' as const, build: { outDir: folder, emptyOutDir: true } };
    await build({ configFile: join(GALLERY, 'vite.config.ts'), ...quietly });
    const browser = await openBrowser();
    const site = await serveFolder(folder);
    try {
      return await lookAtAll(browser, site.url, options);
    } finally {
      await browser.close();
      site.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

/**
 * Selects the looks. Contrast takes 40 s per look, so a landing checks the narrow page in one price mode per theme; a
 * full run checks all.
 */
function looksOf({ short, seed }: TrialOptions): readonly Look[] {
  if (short)
    return [
      { theme: 'dark', price: 'gu', width: 360 },
      { theme: 'light', price: PRICES[seed % PRICES.length] ?? 'gu', width: 360 },
    ];
  return THEMES.flatMap((theme) => PRICES.flatMap((price) => WIDTHS.map((width) => ({ theme, price, width }))));
}

async function lookAtAll(browser: Browser, url: string, options: TrialOptions): Promise<Verdict> {
  const { print, short } = options;
  mkdirSync(PICTURES, { recursive: true });
  const looks = looksOf(options);
  const findings: Finding[] = [];
  for (const look of looks) findings.push(...(await lookAt(browser, url, look, short)));
  for (const line of describeFindings(findings)) print(line);
  print(`pictures: ${PICTURES}/gallery-*.png`);
  return { holds: findings.length === 0, figure: `${looks.length} looks, ${findings.length} findings` };
}

async function lookAt(browser: Browser, url: string, look: Look, short: boolean): Promise<Finding[]> {
  const { theme, price, width } = look;
  const phone = await openPhone(browser, { width, height: HEIGHT, kept: {} });
  await openCold(phone, `${url}/?theme=${theme}&price=${price}`);
  const path = join(PICTURES, `gallery-${theme}-${price}-${width}.png`);
  if (!short || isMeasured(look)) await phone.page.screenshot({ path, fullPage: true });
  const faults = isMeasured(look)
    ? [...(await findByAxe(phone.page)), ...(await measure(phone))]
    : await findByAxe(phone.page, ['color-contrast']);
  faults.push(...phone.watch.complaints);
  await phone.close();
  return faults.map((fault) => ({ ...fault, screen: `gallery ${width}`, look: `${theme} ${price}` }));
}

async function measure({ page }: Phone): Promise<Fault[]> {
  const facts = await page.evaluate(lookAtPage);
  return [...findPoorPage(facts), ...findPoorControls(facts.controls), ...findOverflows(facts), ...findOverlaps(facts)];
}
