import { checkCountry } from '@app/domain/auth';
import { referenceSettings } from '@app/domain/reference';
import { accept, refuseWith } from '../../../platform/accept.ts';
import type { Caller } from '../../../platform/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { setFirstCountry } from './user.store.ts';

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
