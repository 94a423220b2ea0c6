import type { Finding } from '../pages/findings.ts';
import { describeFindings } from '../pages/findings.ts';
import { isSentToLogin, pagesOf, type Route, readRoutes } from '../pages/routes.ts';
import { onSite, type Site } from '../pages/site.ts';
import { newKey, sendUntilKnown } from '../torture/journey-client.ts';
import { guarantee, judge } from '../trial/aims.ts';
import { drawSome } from '../trial/draw.ts';
import { seeded } from '../trial/random.ts';
import type { Trial } from '../trial/trial.ts';
import { type Caller, type Crawled, crawl } from './links/crawl.ts';

/** Pages from which most others are reached; the short form presses only their controls, as one of the callers. */
const ENTRIES = ['index/index', 'setting/setting'];

/** Follows every link and presses every button of the built pages, as three kinds of caller. */
export const links: Trial = {
  name: 'links',
  claim: 'No link, tile or button of an open page leads a visitor, demo or real user to a closed page without a tag.',
  touches: [], // The page check of a landing reads the links of every page.
  seconds: 90,
  run: async ({ short, seed, print }) => {
    const routes = await readRoutes();
    const pages = pagesOf(routes);
    return await onSite('proof-links', async (site) => {
      const built = routes.filter(({ isBuilt, entry }) => isBuilt && (!short || ENTRIES.includes(entry)));
      const crawled: Crawled[] = [];
      const callers = short ? drawSome(CALLERS, 1, seeded(seed)) : CALLERS;
      for (const openCaller of callers) {
        const caller = await openCaller(site);
        const open = built.filter((route) => !isSentToLogin(route, caller.name === 'visitor' ? 'visitor' : 'user'));
        const one = await crawl({ site, caller, pages }, open);
        crawled.push(one);
        print(`${caller.name}: ${one.pages} pages, ${one.links} links, ${one.presses} presses`);
      }
      const findings = crawled.flatMap((one) => one.findings);
      for (const line of describeFindings(findings)) print(line);
      const planted = await findPlanted(site, routes);
      const sum = (figure: 'pages' | 'links' | 'presses') => crawled.reduce((total, one) => total + one[figure], 0);
      const figure = `${sum('pages')} pages, ${sum('links')} links, ${sum('presses')} presses, ${findings.length} dead ends`;
      return judge(
        [
          guarantee(`${findings.length} dead ends`, findings.length === 0),
          ...(['dead link', 'dead button'] as const).map((kind) =>
            guarantee(
              `an injected ${kind} is found`,
              planted.some((finding) => finding.kind === kind),
            ),
          ),
        ],
        figure,
      );
    });
  },
};

const SETTINGS = { storage_version: 1, lang: 'en' };

/** A visitor, the site's demo user, and the same user in real mode: switching ends the token of the other mode. */
const CALLERS: readonly ((site: Site) => Promise<Caller>)[] = [
  async () => ({ name: 'visitor', kept: SETTINGS }),
  async ({ userKept }) => ({ name: 'demo', kept: { ...SETTINGS, ...userKept } }),
  async ({ url, userKept }) => {
    const { token, user } = userKept as { token: string; user: Record<string, unknown> }; // As `onSite` made it.
    const headers = { authorization: token, 'idempotency-key': newKey() };
    const switched = await sendUntilKnown(`${url}/api/user/change_account`, { book: 'real' }, headers);
    if (switched.kind !== 'ok') throw new Error(`no real account: ${switched.code}`);
    const real = { token: switched.data.token, user: { ...user, book: 'real' } };
    return { name: 'real', kept: { ...SETTINGS, ...real } };
  },
];

/** Crawls one page into which a dead link and a dead button were put. */
async function findPlanted(site: Site, routes: readonly Route[]): Promise<readonly Finding[]> {
  const about = routes.filter(({ entry }) => entry === 'setting/about');
  const caller = { name: 'visitor', kept: SETTINGS };
  const { findings } = await crawl({ site, caller, pages: pagesOf(routes), plant: putDeadEnds }, about);
  return findings;
}

type Planted = {
  textContent: string;
  setAttribute(name: string, value: string): void;
  addEventListener(name: 'click', act: () => void): void;
};
declare const document: {
  createElement(name: string): Planted;
  querySelector(selector: string): { append(...elements: Planted[]): void } | null;
};
declare const location: { hash: string };
declare const setInterval: (act: () => void, ms: number) => void;

/** Runs in the page: puts both into its content as soon as it is there. */
function putDeadEnds(): void {
  const CLOSED = '#/pages/nft/mine';
  setInterval(() => {
    if (document.querySelector('main') === null || document.querySelector('[data-planted]') !== null) return;
    const link = document.createElement('a');
    const button = document.createElement('button');
    link.textContent = 'planted link';
    button.textContent = 'planted button';
    link.setAttribute('href', CLOSED);
    link.setAttribute('data-planted', '');
    button.addEventListener('click', () => {
      location.hash = CLOSED;
    });
    document.querySelector('main')?.append(link, button);
  }, 20);
}
