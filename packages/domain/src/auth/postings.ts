import type { Amount } from '@app/money';
import { move, type Transfer, userAccount, worldAccount } from '../ledger/index.ts';

const CURRENCY = 'USDT';

/** The first demo money of a user, from the outside world of the demo book. The ref makes it once for ever. */
export const postDemoGrant = (userId: bigint, amount: Amount): Transfer => ({
  kind: 'demo.grant',
  ref: `demo:${userId}:1`,
  book: 'demo',
  entries: move(amount, worldAccount('demo', CURRENCY), userAccount(userId, 'wallet', CURRENCY)),
});
