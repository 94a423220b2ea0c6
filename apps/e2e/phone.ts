import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none', // As phones draw: letters are as wide as they are, not as whole pixels.
];

/** A busy machine is slow, not wrong. */
const CALL_MS_MAX = 30_000;

export type Phone = {
  readonly context: BrowserContext;
  /** What the pages complained about; a journey ends with none. */
  readonly seen: Seen;
  open(url: string): Promise<Page>;
  close(): Promise<void>;
};

/** `endedPolls`: see `isPollOfEndedSocket`; at most one per session that ended, or sockets do not stick to their gateway. */
type Seen = { readonly complaints: string[]; endedPolls: number };

export type PhoneOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'dark' | 'light';
  readonly serviceWorkers?: 'allow' | 'block';
};

let browser: Promise<Browser> | undefined;

/** To start one takes seconds, so the phones of a file share it; they share nothing else. */
const theBrowser = (): Promise<Browser> => {
  browser ??= chromium.launch({ executablePath: inject('stack').browserProgram, headless: true, args: QUIET });
  return browser;
};

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** A profile of its own in a real browser, at a phone's size, thrown away when it is closed. */
export async function openPhone({
  width = 390,
  height = 844,
  colorScheme = 'dark',
  serviceWorkers = 'allow',
}: PhoneOptions = {}): Promise<Phone> {
  const context = await (await theBrowser()).newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme,
    serviceWorkers,
  });
  context.setDefaultTimeout(CALL_MS_MAX);
  const seen: Seen = { complaints: [], endedPolls: 0 };
  context.on('page', (page) => watch(page, seen));
  return {
    context,
    seen,
    open: async (url) => {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    close: () => context.close(),
  };
}

type Kept = Readonly<Record<string, unknown>>;

/** A new page on a phone that keeps these things of an earlier visit and no others, not yet led anywhere. */
export async function pageKeeping({ context }: Phone, origin: string, kept: Kept = {}): Promise<Page> {
  const values = Object.entries({ storage_version: 1, lang: 'en', ...kept });
  const localStorage = values.map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  return await context.newPage();
}

/** The same, opened as a link from outside opens it. */
export async function openKeeping(phone: Phone, address: string, kept: Kept = {}): Promise<Page> {
  const page = await pageKeeping(phone, new URL(address).origin, kept);
  await page.goto(address);
  return page;
}

/**
 * The server ends a socket when its session ends (log-out, change of book); a poll already on its way then finds its `sid`
 * gone, and engine.io answers 400 by its protocol. The browser reports that; it is no fault of the page.
 */
const isPollOfEndedSocket = (text: string, url: string) => text.includes('400') && /\/socket\.io\/.*[?&]sid=/.test(url);

function watch(page: Page, seen: Seen): void {
  page.on('pageerror', (error) => seen.complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    const { url } = message.location();
    if (message.type() !== 'error') return;
    if (isPollOfEndedSocket(text, url)) seen.endedPolls += 1;
    else seen.complaints.push(`console: ${text} ${url}`);
  });
}
