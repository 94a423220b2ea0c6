import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { noteComplaint } from './evidence.ts';

const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none', // As on phones: fractional glyph widths, not whole pixels.
];

/** Generous limit for a slow, busy machine. */
const CALL_MS_MAX = 30_000;

export type Phone = {
  readonly context: BrowserContext;
  /** Console errors of the pages; a test must end with none. */
  readonly seen: Seen;
  open(url: string): Promise<Page>;
  close(): Promise<void>;
};

/**
 * `endedPolls`: see `isPollOfEndedSocket`; at most one per ended session, otherwise sockets are not sticky to their
 * gateway.
 */
type Seen = { readonly complaints: string[]; endedPolls: number };

export type PhoneOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'dark' | 'light';
  /** A mouse instead of touch, and plain pixels. */
  readonly isDesktop?: boolean;
  /**
   * Whether the app installs its service worker, as it does for users. Each phone would fetch and store the whole shell,
   * so only journeys about it or through the whole product do.
   */
  readonly serviceWorkers?: 'allow' | 'block';
  /** Flashing prices and moving sheets cost a third of a page's processor time, so only some journeys see them. */
  readonly motion?: 'full' | 'reduced';
  /** Whether today's announcement still pops up; otherwise it was seen, so that it covers nothing. */
  readonly announcement?: 'new' | 'seen';
  /** Complaints that the journey causes itself: they are no evidence of a defect if it fails. */
  readonly provoked?: readonly RegExp[];
};

/** Runs in the page. Stores what the app does after an announcement, and its version, without which it starts empty. */
const SEE_ANNOUNCEMENT = `if (location.protocol.startsWith('http')) {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].join('-');
  localStorage.setItem('storage_version', '1');
  localStorage.setItem('announcement_shown', JSON.stringify({ id: '0', day, wasRead: false }));
}`;

let browser: Promise<Browser> | undefined;

/** Launches one browser per file, because a launch takes seconds; the phones share nothing else. */
const theBrowser = (): Promise<Browser> => {
  browser ??= chromium.launch({ executablePath: inject('stack').browserProgram, headless: true, args: QUIET });
  return browser;
};

export async function closeBrowser(): Promise<void> {
  await (await browser)?.close();
  browser = undefined;
}

/** Opens an isolated browser profile at phone size; closing discards it. */
export async function openPhone({
  width = 390,
  height = 844,
  colorScheme = 'dark',
  isDesktop = false,
  serviceWorkers = 'block',
  motion = 'reduced',
  announcement = 'seen',
  provoked = [],
}: PhoneOptions = {}): Promise<Phone> {
  const context = await (await theBrowser()).newContext({
    viewport: { width, height },
    deviceScaleFactor: isDesktop ? 1 : 2,
    hasTouch: !isDesktop,
    isMobile: !isDesktop,
    colorScheme,
    serviceWorkers,
    reducedMotion: motion === 'full' ? 'no-preference' : 'reduce',
  });
  context.setDefaultTimeout(CALL_MS_MAX);
  if (announcement === 'seen') await context.addInitScript(SEE_ANNOUNCEMENT);
  const seen: Seen = { complaints: [], endedPolls: 0 };
  context.on('page', (page) => watch(page, seen, provoked));
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

/** Opens a blank page whose storage holds exactly these values, as after an earlier visit. */
export async function pageKeeping({ context }: Phone, origin: string, kept: Kept = {}): Promise<Page> {
  const values = Object.entries({ storage_version: 1, lang: 'en', ...kept });
  const localStorage = values.map(([name, value]) => ({ name, value: JSON.stringify(value) }));
  await context.setStorageState({ cookies: [], origins: [{ origin, localStorage }] });
  return await context.newPage();
}

/** Opens such a page at an address, as an external link does. */
export async function openKeeping(phone: Phone, address: string, kept: Kept = {}): Promise<Page> {
  const page = await pageKeeping(phone, new URL(address).origin, kept);
  await page.goto(address);
  return page;
}

/**
 * Detects the poll of an ended socket. The server closes a socket when its session ends (logout, change of mode); a
 * poll already in flight then has an unknown `sid`, and engine.io responds 400 by its protocol. The browser logs that;
 * it is no fault of the page.
 */
const isPollOfEndedSocket = (text: string, url: string) => text.includes('400') && /\/socket\.io\/.*[?&]sid=/.test(url);

function watch(page: Page, seen: Seen, provoked: readonly RegExp[]): void {
  const complain = (complaint: string) => {
    seen.complaints.push(complaint);
    noteComplaint(complaint, provoked);
  };
  page.on('pageerror', (error) => complain(`error: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    const { url } = message.location();
    if (message.type() !== 'error') return;
    if (isPollOfEndedSocket(text, url)) seen.endedPolls += 1;
    else complain(`console: ${text} ${url}`);
  });
}
