import { expectDefined } from '@app/base';
import { checkCountry } from '@app/domain/auth';
import { referenceSettings } from '@app/domain/reference';
import type { Language } from '@app/i18n';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { describeUser, type User } from './describe-user.ts';
import { changeLanguage, findUser, setFirstCountry } from './user.store.ts';

/** Returns the user of the session. */
export async function readUserInfo(deps: Pick<AuthDeps, 'transact' | 'settings'>, caller: Caller): Promise<User> {
  const user = await deps.transact((tx) => findUser(tx, caller.userId));
  return await describeUser(deps, expectDefined(user, 'the user of a session'), caller.mode);
}

/** Sets the language of this user's mails, whichever caller triggers them. A visitor has none to set. */
export async function setLanguage(
  { transact }: Pick<AuthDeps, 'transact'>,
  caller: Caller | undefined,
  lang: Language,
): Promise<{ lang: Language }> {
  if (caller !== undefined) await transact((tx) => changeLanguage(tx, caller.userId, lang));
  return { lang };
}

/** Records a user's country of residence, once: from then on only a verified identity changes it. */
export async function setCountry(
  { transact, settings }: Pick<AuthDeps, 'transact' | 'settings'>,
  { userId }: Caller,
  requested: string,
): Promise<{ country: string }> {
  const { value: closed } = await settings.read(referenceSettings.closedCountries);
  const country = accept(checkCountry(requested, closed));
  if (!(await transact((tx) => setFirstCountry(tx, userId, country)))) return refuseWith('not_allowed');
  return { country };
}
