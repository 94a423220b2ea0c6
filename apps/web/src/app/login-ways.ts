import { LOGIN_PATH } from '../data/app/return-address.ts';
import { systemScreens } from '../features/system/system.screens.ts';
import { SCREENS } from './screens.ts';

/** A link in a mail opens it with a secret token: its address is copied nowhere. */
export const FREEZE_PATH = '/pages/plus/freeze';

/** Pages shown because of a temporary state. */
const TRANSIENT_PATHS: ReadonlySet<string> = new Set([
  FREEZE_PATH,
  ...systemScreens.map(({ path }) => path).filter((path) => path.startsWith('/pages/plus/')),
]);

/** Returns the paths the login page may return to. */
export const returnPaths = (): readonly string[] =>
  SCREENS.map(({ path }) => path).filter((path) => !TRANSIENT_PATHS.has(path));

const needsUser = (path: string) => SCREENS.some((screen) => screen.path === path && screen.access === 'user');

type Ended = { readonly token: string | undefined; readonly endedBecause: string | undefined };

/** Whether the user must log in to continue. A user who freezes the account has ended the session deliberately. */
export function isLoginDue(path: string, { token, endedBecause }: Ended): boolean {
  if (path === LOGIN_PATH || path === FREEZE_PATH) return false;
  return endedBecause !== undefined || (token === undefined && needsUser(path));
}
