import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, WEB } from '../dev/processes.ts';
import type { Fault } from './findings.ts';

export type Who = 'visitor' | 'user';

/** An address of the specification, or one of our own. */
export type Route = {
  readonly entry: string;
  readonly path: string;
  /** A visitor may see it; otherwise they are sent to the login. */
  readonly isPublic: boolean;
  /** It shows more than the announcement of a page to come. */
  readonly isBuilt: boolean;
  /** What a link to it carries: with it, the screen shows something else. */
  readonly query: string;
};

const LOGIN = '/pages/common/login';
const SPEC = join(REPOSITORY, 'docs/spec');
/** The framework's own pages, which the specification also names without the folder. */
const BARE = ['choose-location', 'open-location'];
/** Documented: the two show a work by its kind and lead to one another. */
const LEADS_TO: Readonly<Record<string, readonly string[]>> = {
  '/pages/nft/artworkDetail': ['/pages/nft/artworkDetail_video'],
  '/pages/nft/artworkDetail_video': ['/pages/nft/artworkDetail'],
  '/choose-location': ['/pages/choose-location'],
  '/open-location': ['/pages/open-location'],
};
/** Links that other screens make. Without these, the screens show how to choose something, or that nothing was chosen. */
const QUERIES: Readonly<Record<string, string>> = {
  'market/search': 'q=app',
  'transaction/index': 'symbol=BTC/USDT',
  'transaction/white_paper': 'symbol=BTC/USDT',
  'plus/verify': 'symbol=BTC/USDT',
  'common/article': 'id=5',
};

type Listed = { readonly path: string; readonly coming?: unknown };

const read = (name: string): unknown => JSON.parse(readFileSync(join(SPEC, name), 'utf8'));
const readList = (name: string) => read(name) as string[]; // Lists of ours.
/** Our own pages beside the specification's. */
const readBeyond = () => read('plus-routes.json') as { path: string; access: 'public' | 'user' }[]; // A list of ours.

/** Every address, and the same once more with the query of a link where there is one. */
export async function readRoutes(): Promise<Route[]> {
  // Read by the file's name, because the app's types are a browser's.
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

function findRoute(routes: readonly Route[], entry: string): Route {
  const route = routes.find((one) => one.entry === entry);
  if (route === undefined) throw new Error(`there is no screen ${entry}`);
  return route;
}

/** The routes of these entries. A name that is not known is an error: a slip of the pen must not check nothing. */
export function chooseRoutes(routes: readonly Route[], entries: readonly string[]): Route[] {
  for (const entry of entries) findRoute(routes, entry);
  return routes.filter(({ entry }) => entries.includes(entry));
}

/** How findings and timings name it. */
export const nameOf = ({ entry, path, query }: Route): string =>
  (path.startsWith('/pages/') ? entry : path) + (query === '' ? '' : `?${query}`);

export const isSentToLogin = ({ isPublic }: Route, who: Who) => who === 'visitor' && !isPublic;

/** Where an opening must end: at the page itself, where it is documented to lead, or at the login that leads back. */
export function judgeAddress(route: Pick<Route, 'path' | 'isPublic'>, who: Who, hash: string): Fault[] {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const own = [route.path, ...(LEADS_TO[route.path] ?? [])];
  if (who === 'user' || route.isPublic) return own.includes(path) ? [] : [wrong(hash, route.path)];
  const back = new URLSearchParams(query).get('redirect') ?? '';
  return path === LOGIN && own.includes(back) ? [] : [wrong(hash, `${LOGIN} with the way back`)];
}

const wrong = (hash: string, expected: string): Fault => ({
  kind: 'wrong address',
  detail: `${hash || 'nothing'} instead of ${expected}`,
});
