import { soon, timeOf } from '@app/testkit';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Member, makeMember } from './member.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';
import { type ReleasedApp, startReleasedApp } from './released-app.ts';

type Registration = { readonly waiting: unknown; update(): Promise<unknown> };
type Container = { readonly ready: Promise<Registration>; readonly controller: unknown };
type Cache = { keys(): Promise<readonly { readonly url: string }[]> };
declare const navigator: { readonly serviceWorker: Container };
declare const caches: { keys(): Promise<string[]>; open(name: string): Promise<Cache> };
/** The open sheet is kept in the state of the router. */
declare const history: { readonly state: { readonly usr?: { readonly sheet?: string } | null } | null };
declare const localStorage: { getItem(key: string): string | null };

const { edgeUrl, mailsUrl } = inject('stack');
const BANNER_MS_MAX = 3_000;

let phone: Phone;
let member: Member;
beforeAll(async () => {
  member = await makeMember(edgeUrl, mailsUrl, 'offline');
});
/** Opens a fresh phone for each test, so that cached data of one cannot help another. */
beforeEach(async () => {
  phone = await openPhone({ serviceWorkers: 'allow' });
});
afterEach(() => phone.close());

const address = (path: string) => addressOf(edgeUrl, path);
const visit = (path: string, kept = {}) => openKeeping(phone, address(path), kept);
const tabs = (page: Page) => page.locator('nav a[href="#/pages/fund/assets"]');

/** Waits until the service worker controls the page and caches what it loads. */
async function workerAnswers(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** Clears the HTTP cache. The browser may evict it at any time; only the service worker's cache is guaranteed. */
async function forgetBrowserCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** Network errors caused by the test itself; every other console error counts. */
const OURS = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;
const complaints = () => phone.seen.complaints.filter((complaint) => !OURS.test(complaint));

describe('without a network', () => {
  const OFFLINE = { en: 'You are offline', spa: 'Sin conexión' };
  const opensOffline = async (page: Page, lang: keyof typeof OFFLINE) => {
    const banner = page.getByText(OFFLINE[lang]);
    await phone.context.setOffline(true);
    await soon('the banner of a lost network', BANNER_MS_MAX, () => timeOf(() => banner.waitFor()));
    await page.reload();
    await page.locator('main.scroll').waitFor(); // App start-up time must not count.
    await soon('the banner of an app opened offline', BANNER_MS_MAX, () => timeOf(() => banner.waitFor()));
  };

  it('given one visit, when the network fails, then the app shows it within 3 s, opens, and recovers', async () => {
    const page = await visit('index/index');
    await workerAnswers(page);
    await opensOffline(page, 'en');
    await page.getByRole('link', { name: 'Sign up' }).waitFor();
    await tabs(page).waitFor();
    await phone.context.setOffline(false);
    const banner = page.getByText(OFFLINE.en);
    await soon('the end of the banner', BANNER_MS_MAX, () => timeOf(() => banner.waitFor({ state: 'detached' })));
    expect(complaints()).toEqual([]);
  });

  it('given a visited screen, when it is opened offline, then it opens', async () => {
    const page = await visit('index/index');
    await workerAnswers(page);
    await goTo(page, 'setting/set');
    await page.getByRole('button', { name: /^Theme/ }).waitFor();
    await goTo(page, 'index/index');
    await opensOffline(page, 'en');
    await goTo(page, 'setting/set');
    await page.getByRole('button', { name: /^Theme/ }).waitFor();
    expect(complaints()).toEqual([]);
  });

  it.each([
    ['en', 'index/index'],
    ['en', 'setting/set'],
    ['spa', 'index/index'],
  ] as const)('given one visit in %s to %s and an empty HTTP cache, then it opens', async (lang, path) => {
    const page = await visit(path, { lang });
    await page.locator('main.scroll').waitFor();
    await workerAnswers(page);
    await forgetBrowserCache(page);
    await opensOffline(page, lang);
    expect(complaints()).toEqual([]);
  });

  it('given an unvisited screen, then the error blames the network, not the app, and it opens once back online', async () => {
    const page = await visit('index/index');
    await workerAnswers(page);
    await phone.context.setOffline(true);
    await goTo(page, 'common/register');
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('check your connection').waitFor();
    await phone.context.setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    expect(await alert.textContent()).not.toContain('new version'); // No new version exists.
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('given a sheet cannot be fetched, when the user opens it, then the page stays, and it opens once it can', async () => {
    await phone.close();
    phone = await openPhone(); // Requests of a service worker cannot be blocked here.
    const sheets = '**/assets/sheet-body-*';
    const isRefused = () =>
      phone.context.waitForEvent('requestfailed', (request) => request.url().includes('/assets/sheet-body-'));
    await phone.context.route(sheets, (route) => route.abort());
    const prefetched = isRefused(); // By the idle page; the user's tap asks again.
    const page = await visit('setting/set');
    await prefetched;
    const theme = page.getByRole('button', { name: /^Theme/ });
    await Promise.all([isRefused(), theme.click()]);
    await page.waitForFunction(() => history.state?.usr?.sheet === undefined);
    await phone.context.unroute(sheets);
    await theme.click();
    await page.getByRole('dialog', { name: 'Theme' }).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('given a screen failed to load, when the network is back and it is opened again, then it opens', async () => {
    const page = await visit('index/index');
    await workerAnswers(page);
    await phone.context.setOffline(true);
    await goTo(page, 'common/register');
    await page.getByRole('main').getByRole('alert').waitFor();
    await phone.context.setOffline(false);
    await goTo(page, 'index/index');
    await page.getByRole('link', { name: 'Sign up' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    expect(complaints()).toEqual([]);
  });
});

describe('service worker cache', () => {
  it('given a visit to assets and a transfer, then it holds app files and no server responses', async () => {
    const page = await visit('index/index', member.kept);
    await workerAnswers(page);
    await goTo(page, 'fund/assets');
    await page.getByText('Nothing here yet').waitFor();
    await goTo(page, 'fund/transfer');
    await page.getByLabel('Amount', { exact: true }).waitFor();
    const readKept = () =>
      page.evaluate(async () => {
        const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        return (await Promise.all(stores.map((store) => store.keys()))).flat().map(({ url }) => url);
      });
    const isScreen = (url: string) => url.includes('/assets/transfer-screen');
    // Cached after delivery of the response. What it shares with other screens has no name.
    await expect.poll(async () => (await readKept()).filter(isScreen)).toHaveLength(1);
    const kept = await readKept();
    expect(kept.filter((url) => url !== `${edgeUrl}/h5/` && !url.startsWith(`${edgeUrl}/h5/assets/`))).toEqual([]);
    expect(complaints()).toEqual([]);
  });
});

describe('a new version', () => {
  const NEWER = 'newer0000000';
  let app: ReleasedApp;
  beforeEach(async () => {
    app = await startReleasedApp(edgeUrl);
  });
  afterEach(() => app.stop());

  it('waits for the user’s approval, can be postponed, and then replaces the old one', async () => {
    const page = await openKeeping(phone, addressOf(app.url, 'setting/set'));
    await workerAnswers(page);
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    app.release(NEWER);
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const offer = page.getByText('A new version is ready');
    await offer.waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await offer.waitFor({ state: 'detached' });
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
    expect(loads).toBe(0);

    await page.reload();
    await offer.waitFor();
    await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(3); // Two shells and the visited screens.
    await Promise.all([
      page.waitForEvent('domcontentloaded'),
      page.getByRole('button', { name: 'Update', exact: true }).click(),
    ]);
    await page.getByRole('button', { name: /^Theme/ }).waitFor();
    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-'))))
      .toEqual([`shell-${NEWER}`]);
    expect(await offer.count()).toBe(0);
    expect(loads).toBe(2);
    expect(complaints()).toEqual([]);
  });
});

describe('installed on the home screen', () => {
  type Icon = { readonly src: string; readonly sizes: string; readonly purpose?: string };
  type Manifest = Record<'name' | 'short_name' | 'start_url' | 'scope' | 'display', string> & {
    readonly icons: readonly Icon[];
    readonly shortcuts: readonly { readonly url: string }[];
    readonly prefer_related_applications?: boolean;
  };
  const at = (path: string) => new URL(path, `${edgeUrl}/h5/manifest.webmanifest`).href;

  /** Reads width and height from the image's first chunk. */
  async function sizeOf(url: string): Promise<string> {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  }

  // `Page.getInstallabilityErrors` returns none for any manifest without a window, so it would prove nothing.
  it('the browser parses the manifest without errors', async () => {
    const page = await visit('index/index');
    await workerAnswers(page);
    const session = await phone.context.newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect({ url, errors }).toEqual({ url: `${edgeUrl}/h5/manifest.webmanifest`, errors: [] });
    expect(complaints()).toEqual([]);
  });

  it('its icons have their declared sizes, and its start URL is within its scope', async () => {
    const manifest = (await (await fetch(at('manifest.webmanifest'))).json()) as Manifest; // Our own file.
    for (const { src, sizes } of manifest.icons) expect(await sizeOf(at(src))).toBe(sizes);
    const purposes = manifest.icons.map(({ sizes, purpose = 'any' }) => `${sizes} ${purpose}`);
    expect(purposes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any', '512x512 maskable']));
    const begins = [manifest.start_url, ...manifest.shortcuts.map(({ url }) => url)];
    for (const url of begins) expect(at(url).startsWith(at(manifest.scope))).toBe(true);
    expect(manifest).toMatchObject({ name: 'Tidemark', short_name: 'Tidemark', display: 'standalone' });
    expect(manifest.prefer_related_applications ?? false).toBe(false);
  });
});

describe('server-side settings', () => {
  type Answer = { readonly data: object };
  /** Overrides a setting in the servers' response, because these tests have no access to the database. */
  async function settle(keyword: 'maintenance' | 'app_version', value: string): Promise<void> {
    const answer = (await (await fetch(`${edgeUrl}/api/getSetting?keyword=${keyword}&lang=en`)).json()) as Answer;
    const json = { ...answer, data: { ...answer.data, value } };
    await phone.context.route(`**/api/getSetting?keyword=${keyword}&*`, (route) => route.fulfill({ json }));
  }
  const PAGES = ['index/index', 'market/market', 'fund/transfer', 'nft/nft', 'no/such', 'fund/assets'];

  /** Checks that every page shows only the blocking screen with its one button. */
  async function standsAlone(page: Page, title: string): Promise<void> {
    for (const path of PAGES) {
      await page.goto('about:blank');
      await page.goto(address(path));
      await page.getByText(title).waitFor();
      expect(await page.locator('a, button').count()).toBe(1);
    }
  }
  const isBack = async (page: Page) => {
    await page.getByText('Nothing here yet').waitFor();
    await tabs(page).waitFor();
    expect(new URL(page.url()).hash).toBe('#/pages/fund/assets');
  };

  it('given maintenance, then every page is replaced by it, and "Check again" restores the app', async () => {
    await settle('maintenance', 'Closed');
    const page = await visit('index/index', member.kept);
    await standsAlone(page, 'Down for maintenance');
    const again = page.getByRole('button', { name: 'Check again' });
    const [answered] = await Promise.all([page.waitForResponse(/keyword=maintenance/), again.click()]);
    await answered.finished();
    expect(await again.count()).toBe(1);
    await phone.context.unrouteAll();
    await again.click();
    await isBack(page);
    expect(complaints()).toEqual([]);
  });

  it('given maintenance while offline, when "Check again" is pressed, then the page stays without errors', async () => {
    await settle('maintenance', 'Closed');
    const page = await visit('index/index');
    const again = page.getByRole('button', { name: 'Check again' });
    await again.waitFor();
    await phone.context.setOffline(true);
    await Promise.all([page.waitForEvent('requestfailed'), again.click()]);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0))); // Unhandled rejections are reported by then.
    expect(await again.isVisible()).toBe(true);
    expect(complaints()).toEqual([]);
  });

  it('given an unsupported app version, then every page is blocked until the app is updated', async () => {
    await settle('app_version', '99.0.0');
    const page = await visit('index/index', member.kept);
    await standsAlone(page, 'Please update Tidemark');
    await phone.context.unrouteAll();
    await page.getByRole('button', { name: 'Update now' }).click();
    await isBack(page);
    expect(complaints()).toEqual([]);
  });
});

describe('logging out', () => {
  it('removes token and user from the device, and a reload shows a visitor', async () => {
    const leaver = await makeMember(edgeUrl, mailsUrl, 'leaver');
    const page = await visit('setting/setting', leaver.kept);
    await page.getByText(/^UID \d+/).waitFor();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('link', { name: 'Sign up' }).waitFor();
    const kept = () => page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('user')]);
    await expect.poll(kept).toEqual([null, null]);
    const state = await phone.context.storageState();
    expect(JSON.stringify(state)).not.toContain(leaver.account);
    expect(JSON.stringify(state)).not.toContain(String(leaver.kept.token));
    await page.goto(address('setting/setting'));
    await page.reload();
    await page.getByText('Not logged in').waitFor();
    expect(await kept()).toEqual([null, null]);
    expect(complaints()).toEqual([]);
  });
});
