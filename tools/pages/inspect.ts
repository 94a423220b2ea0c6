import type { Page } from 'playwright-core';
import { openCold, type Phone, resize, SETTLED_MS_MAX } from '../browser/index.ts';
import { findByAxe } from './checks/axe.ts';
import { findDeadLinks, type Pages, readLinks } from './checks/dead-links.ts';
import { findUnevenDigits, measureDigits } from './checks/digits.ts';
import { type FitFacts, measureFit } from './checks/fit-facts.ts';
import { findPoorControls, findPoorPage } from './checks/judge-controls.ts';
import { findMisfits, findStuckLetters } from './checks/judge-fit.ts';
import { findOverflows, findOverlaps, findRawKeys, findTornThai } from './checks/judge-texts.ts';
import { type ControlFact, lookAtPage, type PageFacts } from './checks/page-facts.ts';
import type { Fault } from './findings.ts';
import { type Look, sizeOf, type UiLanguage } from './looks.ts';
import type { Opening } from './plan.ts';
import { isSentToLogin, judgeAddress } from './routes.ts';
import { LANGUAGES } from './texts/languages.ts';

/** What a page is compared with: all text keys, and all pages it may link to. */
export type Known = { readonly keys: ReadonlySet<string>; readonly pages: Pages };

export type Inspection = {
  readonly faults: readonly Fault[];
  readonly controls: readonly ControlFact[];
  /** All readable text, to compare the screens of a visitor and a user. */
  readonly visibleTexts: readonly string[];
};

/**
 * Opens a screen like an external link and runs all checks; a redirect to the login is not inspected, because the login
 * is checked as its own screen.
 */
export async function inspectOpening(
  phone: Phone,
  { route, look, isAudited, isResized }: Opening,
  siteUrl: string,
  known: Known,
): Promise<Inspection> {
  const address = `${siteUrl}/h5/#${route.path}${route.query === '' ? '' : `?${route.query}`}`;
  const { isSettled } = await openCold(phone, address);
  const arrival = [
    ...judgeAddress(route, look.who, new URL(phone.page.url()).hash),
    ...(isSettled ? [] : [{ kind: 'no rest', detail: `still loading or moving after ${SETTLED_MS_MAX / 1_000} s` }]),
  ];
  if (!isSettled || isSentToLogin(route, look.who))
    return { faults: [...arrival, ...phone.watch.complaints], controls: [], visibleTexts: [] };
  const { faults, controls, visibleTexts } = await inspectPage(phone, look, known);
  const byAxe = isAudited ? await findByAxe(phone.page) : [];
  const misfits = isResized ? await inspectSizes(phone, look.width, look.language) : [];
  return { faults: [...arrival, ...faults, ...byAxe, ...misfits, ...phone.watch.complaints], controls, visibleTexts };
}

type Settings = Pick<Look, 'language' | 'theme' | 'price'>;

/** Inspects the current page, without axe and without page errors, console errors and failed requests. */
export async function inspectPage({ page }: Phone, look: Settings, known: Known): Promise<Inspection> {
  const digits = await page.evaluate(measureDigits);
  const { facts, links } = await withNames(page, async () => ({
    facts: await page.evaluate(lookAtPage),
    links: await page.evaluate(readLinks),
  }));
  const faults = [
    ...findWrongLook(facts, look),
    ...findPoorPage(facts),
    ...findPoorControls(facts.controls),
    ...findRawKeys(facts.visibleTexts, known.keys),
    ...findOverflows(facts),
    ...findOverlaps(facts),
    ...findTornThai(facts),
    ...findUnevenDigits(digits),
    ...findDeadLinks(links, known.pages),
  ];
  return { faults, controls: facts.controls, visibleTexts: facts.visibleTexts };
}

/**
 * Runs `work` while the browser keeps the accessibility tree: otherwise it builds the tree of the whole page again for
 * each `computedName`, which took a minute on a page with 250 rows.
 */
async function withNames<Value>(page: Page, work: () => Promise<Value>): Promise<Value> {
  const session = await page.context().newCDPSession(page);
  try {
    await session.send('Accessibility.enable');
    await session.send('Accessibility.getRootAXNode'); // It builds the tree of a page that is already open.
    return await work();
  } finally {
    await session.detach();
  }
}

/** Checks that the page shows the requested language and look; otherwise all other checks are meaningless. */
function findWrongLook({ language, theme, price, visibleTexts }: PageFacts, look: Settings): Fault[] {
  const expected = LANGUAGES[look.language === 'pseudo' ? 'en' : look.language];
  const isAccented = visibleTexts.some((word) => /[à-ÿā-ž]/i.test(word));
  return [
    ...(language === expected
      ? []
      : [{ kind: 'wrong language', detail: `lang is ${language} instead of ${expected}` }]),
    ...(look.language === 'pseudo' && !isAccented
      ? [{ kind: 'not pseudo', detail: 'the pseudo build shows plain English' }]
      : []),
    ...(theme === look.theme && price === look.price
      ? []
      : [{ kind: 'wrong look', detail: `${theme} ${price} instead of ${look.theme} ${look.price}` }]),
  ];
}

const NARROW = 320;
const USUAL = 390;
const ENLARGED = ' with letters of 200 %';

/**
 * Checks WCAG 2.2, 1.4.4 and 1.4.10: everything is present and reachable at 320 px, and with text at 200 %. Both
 * combined is more than WCAG requires; only English, the layout's base language, is checked for that.
 */
export async function inspectSizes(phone: Phone, width: number, language: UiLanguage): Promise<Fault[]> {
  const measureAt = async (at: number, letters: '100%' | '200%') => {
    await phone.page.evaluate(enlargeLetters, letters);
    await resize(phone, sizeOf(at));
    return await phone.page.evaluate(measureFit);
  };
  const judge = (facts: FitFacts, at: number, letters = '') => findMisfits(facts, sizeOf(at), `at ${at} px${letters}`);
  const own = await measureAt(width, '100%');
  const narrow = await measureAt(NARROW, '100%');
  const usual = width === USUAL ? own : await measureAt(USUAL, '100%');
  const large = await measureAt(USUAL, '200%');
  const faults = [
    ...judge(own, width),
    ...judge(narrow, NARROW),
    ...judge(large, USUAL, ENLARGED),
    ...findStuckLetters(usual.firstLine, large.firstLine),
  ];
  return language === 'en' ? [...faults, ...judge(await measureAt(NARROW, '200%'), NARROW, ENLARGED)] : faults;
}

declare const document: {
  readonly documentElement: { readonly style: { setProperty(name: string, value: string): void } };
};

/** Applies the phone's text size setting; runs in the page. */
function enlargeLetters(letters: string): void {
  document.documentElement.style.setProperty('-webkit-text-size-adjust', letters);
}
