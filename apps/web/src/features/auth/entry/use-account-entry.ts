import type { Channel } from '@app/domain/auth';
import { useDraft } from '../../../data/app/draft.ts';
import { useDial } from '../../../data/session/chosen-country.ts';
import { type AccountEntry, accountOf, EMPTY_ENTRY, isEntry } from './account-entry.ts';

/**
 * Account the user typed. All forms of this feature share it: the account typed to log in is prefilled for a password
 * reset.
 */
export function useAccountEntry(only?: Channel) {
  const [kept, setEntry, forget] = useDraft('account', EMPTY_ENTRY, isEntry);
  const { dial } = useDial();
  const entry = only === undefined ? kept : { ...kept, channel: only };
  const change = (part: Partial<AccountEntry>) => setEntry((before) => ({ ...before, ...part }));
  return { entry, account: accountOf(entry, dial), change, forget };
}
