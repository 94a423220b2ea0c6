export const LOGIN_PATH = '/pages/common/login';
export const HOME_PATH = '/pages/index/index';
export const MARKET_PATH = '/pages/market/market';
export const VERIFY_PATH = '/pages/setting/real_mark';
const FIELD = 'redirect';

/** Where a way back may lead; the app writes its own paths here when it starts. */
export const knownPaths = new Set<string>();

/** The login page that leads back to where the user was. */
export const loginWithReturn = (address: string) => `${LOGIN_PATH}?${new URLSearchParams({ [FIELD]: address })}`;

/** Only a page of ours: an address someone put into a link must not lead elsewhere. */
export function returnAddress(search: string, known: ReadonlySet<string> = knownPaths): string {
  const address = new URLSearchParams(search).get(FIELD) ?? HOME_PATH;
  const path = address.split('?')[0] ?? '';
  return known.has(path) && path !== LOGIN_PATH ? address : HOME_PATH;
}
