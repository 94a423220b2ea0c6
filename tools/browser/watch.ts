import type { Page, Request } from 'playwright-core';

/** Errors of a page since it was last opened, and the number of pending calls. */
export type Watch = {
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

export function watchPage(page: Page): Watch {
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
