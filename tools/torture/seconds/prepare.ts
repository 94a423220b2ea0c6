import { type FreshDatabase, fundAccounts } from '@app/testkit';
import { setSettings } from '../engines/settings.ts';
import { withClient } from '../rig.ts';
import { CURRENCY, MODE, SETTINGS } from './terms.ts';

const RICH = '200000';
/** Balance of poor users, who run out, so that there are refusals too. */
const POOR = '300';
const ONE_IN_IS_POOR = 5;

/** Funds all users and sets terms. */
export async function prepare(database: FreshDatabase, users: number): Promise<void> {
  const gifts = Array.from({ length: users }, (_, n) => n + 1).map((userId) => ({
    userId,
    kind: 'seconds',
    currency: CURRENCY,
    amount: userId % ONE_IN_IS_POOR === 0 ? POOR : RICH,
  }));
  await fundAccounts(database, MODE, gifts);
  await withClient(database.urlOf('postgres'), (root) => setSettings(root, SETTINGS));
}
