export const LOGIN_PATH = '/pages/common/login';
export const HOME_PATH = '/pages/index/index';
export const MARKET_PATH = '/pages/market/market';
export const VERIFY_PATH = '/pages/setting/real_mark';
const FIELD = 'redirect';

/** Paths a return address may lead to; the app registers its paths here at start. */
export const knownPaths = new Set<string>();

/** Returns the login page's address with the return address of the current page. */
export const loginWithReturn = (address: string) => `${LOGIN_PATH}?${new URLSearchParams({ [FIELD]: address })}`;

/** Returns the return address only if it is one of the app's pages: an address in a link must not lead elsewhere. */
export function returnAddress(
  search: string,
  known: ReadonlySet<string> = knownPaths,
  otherwise: string = HOME_PATH,
): string {
  const address = new URLSearchParams(search).get(FIELD) ?? otherwise;
  const path = address.split('?')[0] ?? '';
  return known.has(path) && path !== LOGIN_PATH ? address : otherwise;
}
