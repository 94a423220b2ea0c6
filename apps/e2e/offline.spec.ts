import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Member, makeMember } from './member.ts';
import { addressOf, goTo } from './pages.ts';
import { openKeeping, openPhone, type Phone } from './phone.ts';

type Registration = { readonly waiting: unknown; update(): Promise<unknown> };
type Container = { readonly ready: Promise<Registration>; readonly controller: unknown };
type Cache = { keys(): Promise<readonly { readonly url: string }[]> };
declare const navigator: { readonly serviceWorker: Container };
declare const caches: { keys(): Promise<string[]>; open(name: string): Promise<Cache> };
declare const requestAnimationFrame: (act: (at: number) => void) => void;
declare const localStorage: { getItem(key: string): string | null };

const { edgeUrl, mailsUrl } = inject('stack');
const BANNER_MS_MAX = 3_000;

let phone: Phone;
let member: Member;
beforeAll(async () => {
  member = await makeMember(edgeUrl, mailsUrl, 'offline');
});
/** Each journey has a phone of its own: what one kept must not help another. */
beforeEach(async () => {
  phone = await openPhone();
});
afterEach(() => phone.close());

const address = (path: string) => addressOf(edgeUrl, path);
const visit = (path: string, kept = {}) => openKeeping(phone, address(path), kept);
const tabs = (page: Page) => page.locator('nav a[href="#/pages/fund/assets"]');

/** From now on the worker answers for the page and keeps what it loads. */
async function workerAnswers(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** What the browser itself kept may be gone at any time; only what the worker keeps may be counted on. */
async function forgetBrowserCache(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

/** That the network was away is no complaint of the page; everything else is. */
const OURS = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/;
const complaints = () => phone.seen.complaints.filter((complaint) => !OURS.test(complaint));

describe('without a network', () => {
  const OFFLINE = { en: 'You are offline', spa: 'Sin conexión' };
  const opensOffline = async (page: Page, lang: keyof typeof OFFLINE) => {
    const banner = page.getByText(OFFLINE[lang]);
    await phone.context.setOffline(true);
    await banner.waitFor({ timeout: BANNER_MS_MAX });
    await page.reload();
    await page.locator('main.scroll').waitFor(); // How long the app takes to stand is not the line's matter.
    await banner.waitFor({ timeout: BANNER_MS_MAX });
  };

  it('given one visit, when the line goes, then the app says so within 3 s, opens, and takes it back', async () => {
    const page = await visit('index/index');
    await workerAnswers(page);
    await opensOffline(page, 'en');
    await page.getByRole('link', { name: 'Sign up' }).waitFor();
    await tabs(page).waitFor();
    await phone.context.setOffline(false);
    await page.getByText(OFFLINE.en).waitFor({ state: 'detached', timeout: BANNER_MS_MAX });
    expect(complaints()).toEqual([]);
  });

  it('given a screen was seen, when it is opened without a line, then it opens', async () => {
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
  ] as const)(
    'given one visit in %s to %s and a browser that kept nothing itself, then it opens',
    async (lang, path) => {
      const page = await visit(path, { lang });
      await page.locator('main.scroll').waitFor();
      await workerAnswers(page);
      await forgetBrowserCache(page);
      await opensOffline(page, lang);
      expect(complaints()).toEqual([]);
    },
  );

  it('given a screen was not seen, then it blames the line, not the app, and opens when that is back', async () => {
    const page = await visit('index/index');
    await workerAnswers(page);
    await phone.context.setOffline(true);
    await goTo(page, 'common/register');
    const alert = page.getByRole('main').getByRole('alert');
    await alert.getByText('check your connection').waitFor();
    await phone.context.setOffline(false);
    await page.getByText('You are offline').waitFor({ state: 'detached' });
    expect(await alert.textContent()).not.toContain('new version'); // There is none.
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Create an account' }).waitFor();
    expect(complaints()).toEqual([]);
  });

  it('given a sheet cannot be fetched, when it is asked for, then the page stays', async () => {
    await phone.close();
    phone = await openPhone({ serviceWorkers: 'block' }); // What a worker fetches cannot be taken away here.
    await phone.context.route('**/assets/sheet-body-*', (route) => route.abort());
    const page = await visit('setting/set');
    const theme = page.getByRole('button', { name: /^Theme/ });
    await Promise.all([page.waitForEvent('requestfailed'), theme.click()]);
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    expect(await theme.isVisible()).toBe(true);
  });

  it('given a screen could not be had, when the line is back and the screen is opened again, then it opens', async () => {
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

describe('what the worker keeps', () => {
  it('given a visit to assets and a transfer, then it holds files of the app and nothing the servers said', async () => {
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
    await expect.poll(async () => (await readKept()).filter(isScreen)).toHaveLength(1); // Kept after it was handed on.
    const kept = await readKept();
    expect(kept.filter((url) => url !== `${edgeUrl}/h5/` && !url.startsWith(`${edgeUrl}/h5/assets/`))).toEqual([]);
    expect(complaints()).toEqual([]);
  });
});

describe('a new version', () => {
  const dist = resolve(import.meta.dirname, '../web/dist');
  const files = ['sw.js', 'sw.js.br', 'sw.js.gz'].map((name) => resolve(dist, name));
  const NEWER = 'newer0000000';
  const built = files.map((file) => (existsSync(file) ? readFileSync(file) : undefined));
  afterEach(() => {
    for (const [index, bytes] of built.entries()) if (bytes !== undefined) writeFileSync(files[index] ?? '', bytes);
  });

  /** The compressed ones go, so that the edge sends the new bytes. */
  function release(): void {
    const [plain = '', ...compressed] = files;
    const code = String(built[0]);
    const newer = code.replace(/"version":"\w+"/, `"version":"${NEWER}"`);
    expect(newer).not.toBe(code);
    writeFileSync(plain, newer);
    for (const file of compressed) rmSync(file, { force: true });
  }

  it('waits until it is let in, can be put off, and then takes the place of the old one', async () => {
    const page = await visit('setting/set');
    await workerAnswers(page);
    let loads = 0;
    page.on('domcontentloaded', () => {
      loads += 1;
    });
    release();
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const offer = page.getByText('A new version is ready');
    await offer.waitFor();
    await page.getByRole('button', { name: 'Later' }).click();
    await offer.waitFor({ state: 'detached' });
    expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);
    expect(loads).toBe(0);

    await page.reload();
    await offer.waitFor();
    await expect.poll(() => page.evaluate(() => caches.keys())).toHaveLength(3); // Two shells and what was seen.
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

describe('on the home screen of a phone', () => {
  type Icon = { readonly src: string; readonly sizes: string; readonly purpose?: string };
  type Manifest = Record<'name' | 'short_name' | 'start_url' | 'scope' | 'display', string> & {
    readonly icons: readonly Icon[];
    readonly shortcuts: readonly { readonly url: string }[];
    readonly prefer_related_applications?: boolean;
  };
  const at = (path: string) => new URL(path, `${edgeUrl}/h5/manifest.webmanifest`).href;

  /** Width and height as the picture itself says, in its first chunk. */
  async function sizeOf(url: string): Promise<string> {
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
  }

  // `Page.getInstallabilityErrors` answers with none for any manifest without a window, so it would prove nothing.
  it('the browser reads the manifest without a complaint', async () => {
    const page = await visit('index/index');
    await workerAnswers(page);
    const session = await phone.context.newCDPSession(page);
    const { url, errors } = await session.send('Page.getAppManifest');
    expect({ url, errors }).toEqual({ url: `${edgeUrl}/h5/manifest.webmanifest`, errors: [] });
    expect(complaints()).toEqual([]);
  });

  it('its icons are as large as they say, and where it starts lies within it', async () => {
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

describe('when the servers say so', () => {
  type Answer = { readonly data: object };
  /** Journeys do not reach the database, so the operator's setting is put into the servers' own answer here. */
  async function settle(keyword: 'maintenance' | 'app_version', value: string): Promise<void> {
    const answer = (await (await fetch(`${edgeUrl}/api/getSetting?keyword=${keyword}&lang=en`)).json()) as Answer;
    const json = { ...answer, data: { ...answer.data, value } };
    await phone.context.route(`**/api/getSetting?keyword=${keyword}&*`, (route) => route.fulfill({ json }));
  }
  const PAGES = ['index/index', 'market/market', 'fund/transfer', 'nft/nft', 'no/such', 'fund/assets'];

  /** Nothing of the app is left but the one way on. */
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

  it('given maintenance, then every page gives way to it, and "Check again" brings the app back', async () => {
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

  it('given maintenance and no line, when "Check again" is pressed, then the page stays and does not complain', async () => {
    await settle('maintenance', 'Closed');
    const page = await visit('index/index');
    const again = page.getByRole('button', { name: 'Check again' });
    await again.waitFor();
    await phone.context.setOffline(true);
    await Promise.all([page.waitForEvent('requestfailed'), again.click()]);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 0))); // Unhandled rejections are told by then.
    expect(await again.isVisible()).toBe(true);
    expect(complaints()).toEqual([]);
  });

  it('given a version they no longer speak to, then every page gives way until the app is renewed', async () => {
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
  it('takes token and user from the device, and a reload shows a visitor', async () => {
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
