import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, WEB } from '../dev/processes.ts';
import type { Pages } from './checks/dead-links.ts';
import type { Fault } from './findings.ts';

export type Who = 'visitor' | 'user';

/** Route of the specification, or one of our own. */
export type Route = {
  readonly entry: string;
  readonly path: string;
  /** Visible to visitors; otherwise they are redirected to the login. */
  readonly isPublic: boolean;
  /** More than a placeholder page. */
  readonly isBuilt: boolean;
  /** Query of a link to it, with which the screen shows other content. */
  readonly query: string;
};

const LOGIN = '/pages/common/login';
const SPEC = join(REPOSITORY, 'docs/spec');
/** Pages of the framework, which the specification also lists without the folder. */
const BARE = ['choose-location', 'open-location'];
/** Documented redirects: the two artwork pages depend on the kind of work and redirect to each other. */
const LEADS_TO: Readonly<Record<string, readonly string[]>> = {
  '/pages/nft/artworkDetail': ['/pages/nft/artworkDetail_video'],
  '/pages/nft/artworkDetail_video': ['/pages/nft/artworkDetail'],
  // Without a coin, one is chosen first.
  '/pages/fund/receive': ['/pages/fund/select'],
  '/choose-location': ['/pages/choose-location'],
  '/open-location': ['/pages/open-location'],
};
/** Queries used by links from other screens. Without them, these screens show a chooser or an empty state. */
const QUERIES: Readonly<Record<string, string>> = {
  'market/search': 'q=app',
  'transaction/index': 'symbol=BTC/USDT',
  'transaction/white_paper': 'symbol=BTC/USDT',
  'plus/verify': 'symbol=BTC/USDT',
  'fund/select': 'for=transfer',
  'fund/receive': 'currency=USDT&chain=ERC20',
  'fund/receive_withdraw_record': 'tab=withdraw',
  'fund/withdraw': 'to=bank',
  'common/article': 'id=5',
  'common/serverView': 'q=price',
  'open-location': 'name=Office&address=1%20Main%20Street&latitude=41.0082&longitude=28.9784',
};

type Listed = { readonly path: string; readonly coming?: unknown };

const read = (name: string): unknown => JSON.parse(readFileSync(join(SPEC, name), 'utf8'));
const readList = (name: string) => read(name) as string[]; // Our own lists.
/** Reads our own pages beyond the specification. */
const readBeyond = () => read('plus-routes.json') as { path: string; access: 'public' | 'user' }[]; // Our own list.

/** Returns every route, and a second time with a link's query where there is one. */
export async function readRoutes(): Promise<Route[]> {
  // Imported by file name, because the app is typed for the browser.
  const { SCREENS } = (await import(join(WEB, 'src/app/screens.ts'))) as { SCREENS: readonly Listed[] };
  const coming = new Set(SCREENS.flatMap((screen) => ('coming' in screen ? screen.path : [])));
  const open = new Set(readList('public-routes.json'));
  const make = (entry: string, path: string, isPublic: boolean): Route => ({
    entry,
    path,
    isPublic,
    isBuilt: !coming.has(path),
    query: '',
  });
  const plain = [
    ...readList('routes.json').flatMap((entry) =>
      [`/pages/${entry}`, ...(BARE.includes(entry) ? [`/${entry}`] : [])].map((path) =>
        make(entry, path, open.has(entry)),
      ),
    ),
    ...readBeyond().map(({ path, access }) => make(path, `/pages/${path}`, access === 'public')),
  ];
  const forgotten = SCREENS.filter(({ path }) => plain.every((route) => route.path !== path));
  if (forgotten.length > 0) throw new Error(`in no list of docs/spec: ${forgotten.map(({ path }) => path).join(', ')}`);
  const queried = Object.entries(QUERIES).map(([entry, query]) => ({ ...findRoute(plain, entry), query }));
  return [...plain, ...queried];
}

/** Returns all paths, and those that are not built; the root shows the home page. */
export const pagesOf = (routes: readonly Route[]): Pages => ({
  known: new Set(['/', ...routes.map(({ path }) => path)]),
  closed: new Set(routes.filter(({ isBuilt }) => !isBuilt).map(({ path }) => path)),
});

function findRoute(routes: readonly Route[], entry: string): Route {
  const route = routes.find((one) => one.entry === entry);
  if (route === undefined) throw new Error(`there is no screen ${entry}`);
  return route;
}

/** Returns the routes of these entries. Throws on an unknown name, so that a typo does not result in an empty check. */
export function chooseRoutes(routes: readonly Route[], entries: readonly string[]): Route[] {
  for (const entry of entries) findRoute(routes, entry);
  return routes.filter(({ entry }) => entries.includes(entry));
}

/** Returns the name used in findings and timings. */
export const nameOf = ({ entry, path, query }: Route): string =>
  (path.startsWith('/pages/') ? entry : path) + (query === '' ? '' : `?${query}`);

export const isSentToLogin = ({ isPublic }: Route, who: Who) => who === 'visitor' && !isPublic;

/**
 * Checks where an opening ended: at the page itself, at its documented redirect, or at the login that returns to it.
 */
export function judgeAddress(route: Pick<Route, 'path' | 'isPublic'>, who: Who, hash: string): Fault[] {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const own = [route.path, ...(LEADS_TO[route.path] ?? [])];
  if (who === 'user' || route.isPublic) return own.includes(path) ? [] : [wrong(hash, route.path)];
  const [back = ''] = (new URLSearchParams(query).get('redirect') ?? '').split('?');
  return path === LOGIN && own.includes(back) ? [] : [wrong(hash, `${LOGIN} with the way back`)];
}

const wrong = (hash: string, expected: string): Fault => ({
  kind: 'wrong address',
  detail: `${hash || 'nothing'} instead of ${expected}`,
});
