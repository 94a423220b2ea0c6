import { authSettings, demoSource, demoWallet, postDemoGrant, postDemoSweep } from '@app/domain/auth';
import type { AccountName, Transfer } from '@app/domain/ledger';
import { type Amount, ZERO } from '@app/money';
import { nextPushSeq, type Place } from '../../../platform/bus/push.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { once, type Request, recall, refuseUnusableKey } from '../../../platform/db/idempotency.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Account } from '../../ledger/index.ts';
import { beginDemoRound } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { endClosing } from '../closing/closing.store.ts';
import { noteDemoMoney } from './note-demo-money.ts';
import { pushBalances } from './push-balances.ts';

/**
 * Closes a user's open orders and positions of one product in demo mode; injected by the composition root, one per
 * product.
 */
export type CloseDemo = (userId: bigint) => Promise<void>;
export type DemoDeps = AuthDeps & { readonly demoClosers: readonly CloseDemo[] };
type ResetDeps = Pick<DemoDeps, 'db' | 'transact' | 'ledger' | 'settings' | 'nextId' | 'bus' | 'demoClosers'>;

type SweepDeps = Pick<AuthDeps, 'db' | 'ledger'>;

type Answer = { readonly granted: true; readonly seq: string };
type Begun = Place & { readonly accounts: readonly Account[]; readonly amount: Amount };

/** Closes everything, takes the demo money back and grants it again: once per key, in demo mode only. */
export async function resetDemoAccount(deps: ResetDeps, request: Request): Promise<{ granted: boolean }> {
  refuseUnusableKey(request.key, Date.now());
  // Check before anything is closed: a replay must not close what was opened after the first call.
  if ((await recall<Answer>(deps.db, request)) !== undefined) return { granted: true };
  const { userId } = request;
  for (const close of deps.demoClosers) await close(userId);
  const accounts = await openDemoAccounts(deps, userId);
  const { value: amount } = await deps.settings.read(authSettings.demoGrant);
  let begun: Begun | undefined;
  const { answer, replayed } = await once<Answer>(deps.transact, request, async (tx) => {
    begun = await beginRound(tx, deps, { userId, accounts, amount });
    return { granted: true, seq: begun.seq };
  });
  if (begun !== undefined && !replayed) pushBalances(deps.bus, { userId, mode: 'demo' }, begun);
  return { granted: answer.granted };
}

/**
 * Opens the accounts the transaction will lock: all of the user's, and the external account of each of their
 * currencies.
 */
export async function openDemoAccounts({ db, ledger }: SweepDeps, userId: bigint): Promise<readonly AccountName[]> {
  const own = await ledger.readOwner(db, 'demo', `user:${userId}`);
  const wallet = demoWallet(userId);
  const currencies = new Set([wallet.currency, ...own.map(({ currency }) => currency)]);
  const sources = [...currencies].map(demoSource);
  await ledger.open(db, 'demo', [wallet, ...sources]);
  const isWallet = ({ kind, currency }: AccountName) => kind === wallet.kind && currency === wallet.currency;
  return [wallet, ...own.filter((account) => !isWallet(account)), ...sources];
}

type Begin = { readonly userId: bigint; readonly accounts: readonly AccountName[]; readonly amount: Amount };

async function beginRound(tx: Tx, deps: ResetDeps, { userId, accounts, amount }: Begin): Promise<Begun> {
  const { ledger, nextId } = deps;
  await endClosing(tx, userId); // Whoever starts again keeps the account.
  const round = await beginDemoRound(tx, userId);
  const { own, sweep } = await sweepDemoRound(tx, deps, { userId, accounts, round: round - 1 });
  await ledger.post(tx, [...sweep, postDemoGrant({ userId, round }, amount)]);
  await noteDemoMoney(tx, nextId, { userId, kind: round === 1 ? 'demo_opened' : 'demo_reset', amount });
  return { ...(await nextPushSeq(tx, { userId, mode: 'demo' })), accounts: own, amount };
}

type Sweep = { readonly userId: bigint; readonly accounts: readonly AccountName[]; readonly round: number };
type Swept = { readonly own: readonly Account[]; readonly sweep: readonly Transfer[] };

/** Locks the demo accounts and returns what takes the rest of a round back; refuses while anything is held. */
export async function sweepDemoRound(
  tx: Tx,
  { ledger }: Pick<SweepDeps, 'ledger'>,
  { userId, accounts, round }: Sweep,
): Promise<Swept> {
  const locked = await ledger.lock(tx, 'demo', accounts);
  const own = await ledger.readOwner(tx, 'demo', `user:${userId}`);
  const isLocked = new Set(locked.map(({ id }) => id));
  // Something was opened or held meanwhile, so the owner must review it before it is discarded.
  if (own.some((account) => account.frozen !== ZERO || (!isLocked.has(account.id) && account.available !== ZERO)))
    return refuseWith('order_state_changed');
  const left = own.filter(({ available }) => available > ZERO);
  return { own, sweep: left.length > 0 ? [postDemoSweep({ userId, round }, left)] : [] };
}
