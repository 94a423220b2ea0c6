import { systemScreens } from '../features/system/system.screens.ts';
import { LOGIN_PATH } from '../shared/return-address.ts';
import { SCREENS } from './screens.ts';

/** A link in a mail opens it with a token that nobody else may read: its address is copied nowhere. */
export const FREEZE_PATH = '/pages/plus/freeze';

/** Shown because of something that was true then. */
const TRANSIENT_PATHS: ReadonlySet<string> = new Set([
  FREEZE_PATH,
  ...systemScreens.map(({ path }) => path).filter((path) => path.startsWith('/pages/plus/')),
]);

/** Where the login page may lead back to. */
export const returnPaths = (): readonly string[] =>
  SCREENS.map(({ path }) => path).filter((path) => !TRANSIENT_PATHS.has(path));

const needsUser = (path: string) => SCREENS.some((screen) => screen.path === path && screen.access === 'user');

type Ended = { readonly token: string | undefined; readonly endedBecause: string | undefined };

/** Whether somebody must log in before they go on. Whoever freezes their account has ended the session themselves. */
export function isLoginDue(path: string, { token, endedBecause }: Ended): boolean {
  if (path === LOGIN_PATH || path === FREEZE_PATH) return false;
  return endedBecause !== undefined || (token === undefined && needsUser(path));
}
