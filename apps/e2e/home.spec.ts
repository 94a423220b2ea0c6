import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { press, seesCandles, setTradePassword } from './actions.ts';
import { mailsTo, readNewCode } from './mail.ts';
import { makeDemoMember, makeMember } from './member.ts';
import { addressOf, arrives, goTo, hashOf, leave } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

const { edgeUrl, mailsUrl } = inject('stack');
const at = (path: string) => addressOf(edgeUrl, path);
const codeTo = (account: string) => (afterMs: number) => readNewCode(mailsTo(mailsUrl, account), afterMs);

let phone: Phone;
/**
 * Opens a fresh phone for each attempt, without a service worker, so that its cache cannot serve what the test blocks.
 */
beforeEach(async () => {
  phone = await openPhone({ serviceWorkers: 'block' });
});
afterEach(() => phone.close());

/** Returns console errors except 403: every step-up starts with a refusal, which the browser logs. */
const complaintsOf = ({ seen }: Phone) => seen.complaints.filter((line) => !line.includes('status of 403'));

/** Matches the row only once it has a price; a missing price is shown as a dash. */
const bitcoin = (page: Page) => page.getByRole('link', { name: /^BTC \/USDT \S+ \d[\d,]*\.\d\d / });

describe('home', () => {
  it('given a visitor, when they tap a top mover, then its chart opens, and back returns home', async () => {
    const page = await openKeeping(phone, at('index/index'));
    await page.getByRole('heading', { name: 'Every price, against its mark.' }).waitFor();
    await page.getByRole('img', { name: /^Bitcoin, last 24 hours/ }).waitFor();
    await leave(page, () => bitcoin(page).click());
    await arrives(page, '#/pages/transaction/index?symbol=BTC%2FUSDT');
    await seesCandles(page);
    await leave(page, () => page.goBack());
    await arrives(page, '#/pages/index/index');
    await bitcoin(page).waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given a new user, when a step is completed, then home counts it; once dismissed, the list stays hidden', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'newcomer');
    const page = await openKeeping(phone, at('index/index'), member.kept);
    await page.getByRole('heading', { name: 'Getting started' }).waitFor();
    await page.getByRole('img', { name: '1 of 5' }).waitFor();
    await leave(page, () => page.getByRole('link', { name: /^Set a trade password/ }).click());
    await setTradePassword(page, codeTo(member.account));
    await goTo(page, 'index/index');
    await page.getByRole('img', { name: '2 of 5' }).waitFor();
    await page.getByRole('link', { name: /^Turn on the authenticator/ }).waitFor();
    await press(page, 'Not now');
    await page.getByText('Getting started').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('heading', { name: 'Total equity' }).waitFor();
    await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor();
    expect(await page.getByText('Getting started').count()).toBe(0);
    expect(complaintsOf(phone)).toEqual([]);
  });

  it('given home is open, when an account event occurs elsewhere, then the bell shows it until it is read', async () => {
    const member = await makeMember(edgeUrl, mailsUrl, 'noticed');
    const page = await openKeeping(phone, at('index/index'), member.kept);
    const bell = (name: string) => page.getByRole('link', { name, exact: true });
    await bell('Notices').waitFor();
    const other = await openPhone({ width: 360, height: 640, colorScheme: 'light' });
    const second = await openKeeping(other, at('setting/payPassword'), member.kept);
    await setTradePassword(second, codeTo(member.account));
    await bell('Notices, 1 unread').waitFor();
    await leave(page, () => bell('Notices, 1 unread').click());
    await page.getByRole('heading', { name: 'Trade password set (new)' }).waitFor();
    await leave(page, () => page.goBack());
    await bell('Notices').waitFor();
    await other.close();
    expect([...phone.seen.complaints, ...complaintsOf(other)]).toEqual([]);
  });

  it('given a closed page, when it is searched for or all pages are listed, then it is tagged, and home does not link to it', async () => {
    const member = await makeDemoMember(edgeUrl, mailsUrl, 'closed');
    const page = await openKeeping(phone, at('index/index'), member.kept);
    const shortcuts = page.getByRole('navigation', { name: 'Shortcuts' });
    await shortcuts.getByRole('link', { name: 'Spot' }).waitFor();
    expect(await shortcuts.getByRole('link', { name: 'P2P' }).count()).toBe(0);
    await page.getByRole('navigation', { name: 'Move money' }).getByRole('link', { name: 'Trade' }).waitFor();
    expect(await page.getByRole('link', { name: /^(?:Deposit|Withdraw)/ }).count()).toBe(0);
    await shortcuts.getByRole('button', { name: 'More' }).click();
    await page.getByRole('navigation', { name: 'Soon' }).getByRole('button', { name: 'P2P' }).waitFor();
    await goTo(page, 'market/search');
    const search = page.getByRole('searchbox', { name: 'Search' });
    for (const [typed, name] of [
      ['withdraw', /^Withdraw ?Soon$/],
      ['p2p', /^P2P ?Soon$/],
    ] as const) {
      await search.fill(typed);
      await page.getByRole('region', { name: 'Pages' }).getByRole('link', { name }).waitFor();
    }
    await search.fill('0x');
    await page.getByText('No results for “0x”').waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });

  it('given a search text, when it is submitted, then pairs, pages and articles match, and back restores it', async () => {
    const page = await openKeeping(phone, at('index/index'));
    await leave(page, () => page.getByRole('link', { name: 'Search pairs, pages, help' }).click());
    const field = page.getByRole('searchbox', { name: 'Search' });
    const found = (kind: string, name: RegExp) => page.getByRole('region', { name: kind }).getByRole('link', { name });
    await field.fill('app');
    await found('Pairs', /^AAPL ?\/USD /).waitFor();
    await found('Pages', /^Install the app$/).waitFor();
    await leave(page, () => found('Help and articles', /^Tidemark speaks ten languages/).click());
    await page.getByRole('heading', { name: 'How it works' }).waitFor();
    await leave(page, () => page.goBack());
    expect(hashOf(page)).toBe('#/pages/market/search?q=app');
    expect(await field.inputValue()).toBe('app');
    await found('Help and articles', /^Tidemark speaks ten languages/).waitFor();
    expect(phone.seen.complaints).toEqual([]);
  });
});

/** Locators for each part of home, by its content. */
const PARTS = {
  equity: (page: Page) => page.getByText(/^\$?100,000\.00/),
  day: (page: Page) => page.getByRole('img', { name: /^Equity today/ }),
  steps: (page: Page) => page.getByRole('heading', { name: 'Getting started' }),
  shortcuts: (page: Page) => page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Spot' }),
  movers: bitcoin,
  sparks: (page: Page) => page.locator('.curve--spark .curve__area').first(),
  banner: (page: Page) => page.getByRole('link', { name: /^Every price leaves a trace/ }),
  news: (page: Page) => page.getByRole('link', { name: /^Tidemark speaks ten languages/ }),
};
type Part = keyof typeof PARTS;

/** Number of requests without a response before the app shows an error. */
const TRIES = 2;

describe('home with one endpoint dead', () => {
  async function showsAllBut(page: Page, missing: readonly Part[]): Promise<void> {
    const names = Object.keys(PARTS) as Part[]; // PARTS is a literal.
    for (const name of names) if (!missing.includes(name)) await PARTS[name](page).waitFor({ state: 'attached' });
    for (const name of missing) expect(await PARTS[name](page).count(), name).toBe(0);
  }
  /**
   * Retries failed panels. Essential panels show an error with "Try again"; decorative ones reload with the page's
   * "Refresh".
   */
  async function refresh(page: Page, how: 'Try again' | 'Refresh', times: number): Promise<void> {
    const button = page.getByRole('main').getByRole('button', { name: how });
    for (let left = times; left > 0; left -= 1) {
      await button.first().press('Enter');
      if (how === 'Try again') await expect.poll(() => button.count()).toBe(left - 1);
    }
  }

  it.each([
    ['/api/plus/equity/day', ['day'], 'Try again', 1],
    ['/api/news/list', ['banner', 'news'], 'Try again', 2],
    ['/api/plus/markets', ['movers', 'sparks'], 'Try again', 1],
    ['/api/plus/prices/sparks', ['sparks'], 'Refresh', 1],
  ] as const)('given %s, then only %s is missing, and "%s" restores it', async (path, missing, how, times) => {
    const member = await makeDemoMember(edgeUrl, mailsUrl, 'dead');
    const page = await openKeeping(phone, at('setting/set'), member.kept);
    await page.getByRole('button', { name: /^Theme/ }).waitFor();
    const cut: string[] = [];
    const isDead = (url: URL) => url.pathname === path;
    await page.route(isDead, (route) => {
      cut.push(route.request().url());
      return route.abort();
    });
    await goTo(page, 'index/index');
    await expect.poll(() => cut.length).toBeGreaterThanOrEqual(TRIES * times);
    await expect.poll(() => page.getByRole('main').getByRole('button', { name: how }).count()).toBe(times);
    await showsAllBut(page, missing);
    await page.unroute(isDead);
    await refresh(page, how, times);
    await showsAllBut(page, []);
    expect(phone.seen.complaints).toEqual(cut.map((url) => `console: Failed to load resource: net::ERR_FAILED ${url}`));
  });
});
