import type { Browser, BrowserContext, Page, Request } from 'playwright-core';

const CALL_MS_MAX = 30_000;

export type PhoneShape = {
  readonly width: number;
  readonly height: number;
  /** Contents of the device's storage at the start of every document. */
  readonly kept: Readonly<Record<string, unknown>>;
  /** `block` where many screens are opened: the service worker stores each file again. Set when the phone is opened. */
  readonly serviceWorkers?: 'allow' | 'block';
};

export type Phone = {
  readonly page: Page;
  readonly watch: Watch;
  /** Changes size and storage, cheaper than a new phone: fetched files stay cached. */
  reshape(shape: PhoneShape): Promise<void>;
  close(): Promise<void>;
};

/** Opens a phone with one page and its own storage, and records errors of the page. */
export async function openPhone(
  browser: Browser,
  { width, height, kept, serviceWorkers = 'allow' }: PhoneShape,
): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
    locale: 'en',
    serviceWorkers,
  });
  context.setDefaultTimeout(CALL_MS_MAX);
  await context.addInitScript(keep, valuesOf(kept));
  const page = await context.newPage();
  return { page, watch: watchPage(page), reshape: await makeReshape(context, page), close: () => context.close() };
}

type Values = readonly (readonly [string, string])[];

/** Whoever uses the phone has seen today's announcement, so that it covers nothing. */
const valuesOf = (kept: PhoneShape['kept']): Values =>
  Object.entries({ announcement_shown: shownToday(), ...kept }).map(
    ([key, value]) => [key, JSON.stringify(value)] as const,
  );

/** Stored by the app after an announcement (`pop-up-rule.ts`): no article has the id 0. */
function shownToday(now = new Date()): object {
  return { id: '0', day: `${now.getFullYear()}-${now.getMonth() + 1}-${now.getDate()}`, wasRead: false };
}

/** Uses the browser's own protocol, which can remove a script again. */
async function makeReshape(context: BrowserContext, page: Page): Promise<Phone['reshape']> {
  const session = await context.newCDPSession(page);
  await session.send('Page.enable'); // Else scripts never run.
  let last: string | undefined;
  return async ({ width, height, kept }) => {
    await page.goto('about:blank'); // Stops the old page from writing.
    if (last !== undefined) await session.send('Page.removeScriptToEvaluateOnNewDocument', { identifier: last });
    const source = `(${renew})(${keep}, ${JSON.stringify(valuesOf(kept))})`;
    last = (await session.send('Page.addScriptToEvaluateOnNewDocument', { source })).identifier;
    await page.setViewportSize({ width, height });
  };
}

declare const localStorage: { clear(): void; setItem(key: string, value: string): void };
declare const sessionStorage: { clear(): void };
declare const location: { readonly protocol: string };
declare const top: object;
declare const self: object;

/** Runs in the page; an empty page has no storage. */
function keep(values: Values): void {
  if (!location.protocol.startsWith('http')) return;
  for (const [key, value] of values) localStorage.setItem(key, value);
}

/** Runs in the page, not in its frames: clears everything of the previous shape. */
function renew(keepAll: typeof keep, values: Values): void {
  if (top !== self || !location.protocol.startsWith('http')) return;
  localStorage.clear();
  sessionStorage.clear();
  keepAll(values);
}

/** Errors of a page since it was last opened, and the number of pending calls. */
type Watch = {
  readonly complaints: readonly Complaint[];
  readonly callsOut: number;
  /** Clears everything for a new document. */
  begin(): void;
};

type Complaint = { readonly kind: 'page error' | 'console error' | 'failed request'; readonly detail: string };

/** The browser's own duplicate message; the response itself is recorded with its address. */
const REPEATED = /^Failed to load resource/;
/** The page was left before the response arrived; not a failure. */
const LEFT = 'net::ERR_ABORTED';
const BAD_STATUS = 400;

function watchPage(page: Page): Watch {
  const complaints: Complaint[] = [];
  const out = new Set<Request>();
  const note = (kind: Complaint['kind'], detail: string) => complaints.push({ kind, detail });
  page.on('pageerror', (error) => note('page error', error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !REPEATED.test(message.text())) note('console error', message.text());
  });
  page.on('request', (request) => isCall(request) && out.add(request));
  page.on('requestfinished', (request) => out.delete(request));
  page.on('requestfailed', (request) => {
    out.delete(request);
    const why = request.failure()?.errorText ?? 'failed';
    if (why !== LEFT) note('failed request', `${why} ${pathOf(request.url())}`);
  });
  page.on('response', (response) => {
    if (response.status() >= BAD_STATUS) note('failed request', `${response.status()} ${pathOf(response.url())}`);
  });
  return {
    complaints,
    get callsOut() {
      return out.size;
    },
    begin: () => {
      complaints.length = 0;
      out.clear();
    },
  };
}

const isCall = (request: Request) => pathOf(request.url()).startsWith('/api/');
const pathOf = (url: string) => (URL.canParse(url) ? new URL(url).pathname : url);
