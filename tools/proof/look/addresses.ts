import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPOSITORY, WEB } from '../../dev/processes.ts';
import { pickBy } from './crew.ts';
import type { Fault } from './judge-texts.ts';

export type Who = 'visitor' | 'user';
/** A line of the specification's list, where the app shows it, and whether a visitor may see it. */
export type Route = { readonly entry: string; readonly path: string; readonly isPublic: boolean };

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

const read = (name: string): unknown => JSON.parse(readFileSync(join(SPEC, name), 'utf8'));
const readList = (name: string) => read(name) as string[]; // Lists of ours.
/** Our own pages beside the specification's. */
const readBeyond = () => read('plus-routes.json') as { path: string; access: 'public' | 'user' }[]; // A list of ours.

/** All routes, or those that are named. */
export function readRoutes(only: readonly string[]): Route[] {
  const open = new Set(readList('public-routes.json'));
  const routes = readList('routes.json').flatMap((entry) =>
    [`/pages/${entry}`, ...(BARE.includes(entry) ? [`/${entry}`] : [])].map((path) => ({
      entry,
      path,
      isPublic: open.has(entry),
    })),
  );
  const beyond = readBeyond().map(({ path, access }) => ({
    entry: path,
    path: `/pages/${path}`,
    isPublic: access === 'public',
  }));
  routes.push(...beyond);
  return only.length === 0 ? routes : routes.filter(({ entry }) => only.includes(entry));
}

type Listed = { readonly path: string; readonly coming?: unknown };

/**
 * For a short run: what is built, and of the pages that only say what they will be, which one screen draws, those that the
 * seed picks. Read by the file's name, because the app's types are a browser's.
 */
export async function fewerComing(routes: readonly Route[], seed: number): Promise<Route[]> {
  const { SCREENS } = (await import(join(WEB, 'src/app/screens.ts'))) as { SCREENS: readonly Listed[] };
  const coming = new Set(SCREENS.flatMap((screen) => ('coming' in screen ? screen.path : [])));
  const isPicked = (path: string) => pickBy(`${path} ${seed}`, [true, false, false, false, false, false]);
  return routes.filter(({ path }) => !coming.has(path) || isPicked(path));
}

export const isSentToLogin = ({ isPublic }: Route, who: Who) => who === 'visitor' && !isPublic;

/** Where an opening must end: at the page itself, where it is documented to lead, or at the login that leads back. */
export function judgeAddress(route: Route, who: Who, hash: string): Fault[] {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const own = [route.path, ...(LEADS_TO[route.path] ?? [])];
  if (!isSentToLogin(route, who)) return own.includes(path) ? [] : [wrong(hash, route.path)];
  const back = new URLSearchParams(query).get('redirect') ?? '';
  return path === LOGIN && own.includes(back) ? [] : [wrong(hash, `${LOGIN} with the way back`)];
}

const wrong = (hash: string, expected: string): Fault => ({
  kind: 'wrong address',
  detail: `${hash || 'nothing'} instead of ${expected}`,
});
