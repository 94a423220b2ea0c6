import type { Page } from 'playwright-core';
import { ASSETS, HOME, type Kept, MARKET, SETTINGS, TRANSFER } from '../../proof/weight/browser.ts';

/** Screen opened with a cold cache, followed by touch interactions. */
export type Journey = {
  readonly name: string;
  readonly path: string;
  readonly kept: Kept;
  /** Number of taps and keys; if the page records fewer, it was not measured. */
  readonly interactions: number;
  readonly act: (page: Page) => Promise<void>;
};

/** Order of tabs; assets last, because it redirects a visitor. */
const TAB_ORDER = [1, 2, 3, 0, 4];
const EMAIL = 'reader@example.com';
const AMOUNT = '12.5';
/** Taps to open and close a sheet. */
const SHEET_TAPS = 2;

async function tapTabs(page: Page): Promise<void> {
  for (const index of TAB_ORDER) {
    const tab = page.getByRole('navigation').getByRole('link').nth(index);
    await tab.tap();
    await page.locator('nav [aria-current="page"]').nth(0).waitFor();
    await page.waitForLoadState('networkidle');
  }
}

async function go(page: Page, path: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#${path}`);
  await page.waitForLoadState('networkidle');
}

async function openAndCloseSheet(page: Page, button: ReturnType<Page['getByRole']>): Promise<void> {
  await button.tap();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: 'Close' }).tap();
  await sheet.waitFor({ state: 'detached' });
}

/** Journey of a visitor who browses and ends at the login page. */
const homeAsVisitor: Journey = {
  name: 'home, visitor',
  path: HOME,
  kept: {},
  interactions: SHEET_TAPS + TAB_ORDER.length + EMAIL.length,
  act: async (page) => {
    await go(page, SETTINGS);
    await openAndCloseSheet(page, page.getByRole('button', { name: 'Language' }));
    await go(page, HOME);
    await tapTabs(page);
    await page.getByRole('textbox', { name: 'Email', exact: true }).pressSequentially(EMAIL);
  },
};

const marketAsVisitor: Journey = {
  name: 'market, visitor',
  path: MARKET,
  kept: {},
  interactions: TAB_ORDER.length,
  act: tapTabs,
};

const assetsAsUser = (user: Kept): Journey => ({
  name: 'assets, user',
  path: ASSETS,
  kept: user,
  interactions: TAB_ORDER.length + SHEET_TAPS + AMOUNT.length,
  act: async (page) => {
    await tapTabs(page);
    await go(page, TRANSFER);
    await openAndCloseSheet(page, page.locator('[aria-haspopup="dialog"]').first());
    await page.getByLabel('Amount', { exact: true }).pressSequentially(AMOUNT);
  },
});

export const journeys = (user: Kept): Journey[] => [homeAsVisitor, marketAsVisitor, assetsAsUser(user)];
