import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';

const CHROMIUM = '/usr/bin/chromium';
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type Phone = {
  readonly context: BrowserContext;
  /** What the page complained about; a journey ends with none. */
  readonly complaints: readonly string[];
  open(url: string): Promise<Page>;
  close(): Promise<void>;
};

export type PhoneOptions = {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'dark' | 'light';
};

/** A real browser at a phone's size, with a profile of its own that is thrown away. */
export async function openPhone({
  width = 390,
  height = 844,
  colorScheme = 'dark',
}: PhoneOptions = {}): Promise<Phone> {
  const profile = mkdtempSync(join(tmpdir(), 'tidemark-phone-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    headless: true,
    args: QUIET,
    viewport: { width, height },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    colorScheme,
  });
  context.setDefaultTimeout(15_000);
  const complaints: string[] = [];
  context.on('page', (page) => watch(page, complaints));
  for (const page of context.pages()) watch(page, complaints);
  return {
    context,
    complaints,
    open: async (url) => {
      const page = await context.newPage();
      await page.goto(url);
      return page;
    },
    close: async () => {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

function watch(page: Page, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(`console: ${message.text()}`);
  });
}
