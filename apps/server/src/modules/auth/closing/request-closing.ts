import { expectDefined, Refusal } from '@app/base';
import { authSettings, checkLeftovers, type Leftover, leftoverName, RECORDS, type RecordName } from '@app/domain/auth';
import { type AccountName, USER_KINDS, type UserKind } from '@app/domain/ledger';
import { type Amount, add, formatDecimal, ZERO } from '@app/money';
import type { Input, Output } from '@app/protocol';
import { type readClosing as readRoute, requestClosing as route } from '@app/protocol/auth';
import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import type { Reader, Tx } from '../../../platform/db/database.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import type { KeyRing } from '../../../platform/process/key-ring.ts';
import { provePassword } from '../account/prove-password.ts';
import { beginDemoRound, findUser, lockUser, type UserRow } from '../account/user.store.ts';
import { securityMail } from '../code/mails.ts';
import { type DemoDeps, openDemoAccounts, sweepDemoRound } from '../demo/reset-demo-account.ts';
import { endSessionsOf } from '../session/session.store.ts';
import { consumeProof, type Proof, proveAction } from '../step-up/step-up.ts';
import * as store from './closing.store.ts';

export type ClosingDeps = DemoDeps & {
  /** Products whose orders must be closed first. */
  readonly openOrders: readonly store.CountOpenOrders[];
  /** Values an amount in USDT; undefined for a coin without a price. */
  readonly valueInUsdt: (currency: string, amount: Amount) => Amount | undefined;
};

type Closing = Output<typeof readRoute>;
type Left = Closing['left'][number];

/** Returns what must be done before the caller's account can be closed, and what is kept afterwards. */
export const readClosing = (deps: ClosingDeps, { userId }: Caller): Promise<Closing> =>
  deps.transact((tx) => describeClosing(tx, deps, userId));

async function describeClosing(tx: Reader, deps: ClosingDeps, userId: bigint): Promise<Closing> {
  const { settings } = deps;
  const { value: dust } = await settings.read(authSettings.closingDust);
  const left = await readLeft(tx, deps, userId);
  const open = await countOpen(tx, deps, userId);
  const hasRealOrders = open.some(({ book }) => book === 'real');
  return {
    closing_at: (await store.findClosing(tx, userId))?.getTime() ?? null,
    ready: !hasRealOrders && checkLeftovers(left.map(toLeftover), dust).ok,
    days: (await settings.read(authSettings.closingDays)).value,
    keep_years: (await settings.read(authSettings.closingKeepYears)).value,
    dust,
    left,
    open,
    records: Object.entries(RECORDS).map(([name, { after }]) => ({ name: name as RecordName, after })), // Its keys.
  };
}

async function readLeft(tx: Reader, { ledger, valueInUsdt }: ClosingDeps, userId: bigint): Promise<Left[]> {
  const accounts = await ledger.readOwner(tx, 'real', `user:${userId}`);
  return accounts.flatMap(({ kind, currency, available, frozen }) => {
    const amount = add(available, frozen);
    if (amount === ZERO || !isUserKind(kind)) return [];
    return [{ account: kind, currency, available, frozen, value: valueInUsdt(currency, amount) ?? null }];
  });
}

const isUserKind = (kind: string): kind is UserKind => USER_KINDS.some((known) => known === kind);

const toLeftover = ({ value, ...rest }: Left): Leftover => ({ ...rest, value: value ?? undefined });

async function countOpen(tx: Reader, { openOrders }: ClosingDeps, userId: bigint) {
  const counts = [];
  for (const count of openOrders) counts.push(...(await count(tx, userId)));
  return counts;
}

type Command = { readonly input: Input<typeof route>; readonly lang: string; readonly ip: string };

/**
 * Begins the waiting time. Step-up and password are proven first, then demo orders are cancelled: demo money is never a
 * reason to wait. A second request changes nothing.
 */
export async function requestClosing(deps: ClosingDeps, caller: Caller, command: Command): Promise<Closing> {
  const { input, lang } = command;
  const { userId } = caller;
  const inline = { code: input.code, googleCode: input.google_code };
  const proof = await proveAction(deps, caller, { route, input, inline });
  await provePasswordOf(deps, userId, command);
  await refuseEarly(deps, userId);
  for (const close of deps.demoClosers) await close(userId);
  const demo = await deps.ledger.readOwner(deps.db, 'demo', `user:${userId}`);
  const accounts = demo.length === 0 ? [] : await openDemoAccounts(deps, userId);
  const { ended, closing } = await deps.transact((tx) => begin(tx, deps, { caller, proof, lang, accounts }));
  publishSessionsEnded(deps.bus, ended);
  return closing;
}

/** Refuses before any demo order is cancelled what `begin` would refuse after it. */
async function refuseEarly(deps: ClosingDeps, userId: bigint): Promise<void> {
  const { open, left, dust } = await deps.transact((tx) => describeClosing(tx, deps, userId));
  refuseOpen(open.filter(({ book }) => book === 'real'));
  accept(checkLeftovers(left.map(toLeftover), dust));
}

/** Orders are cancelled, positions are closed: the refusal says which of them there are. */
function refuseOpen(open: Closing['open']): void {
  const [first] = open;
  if (first !== undefined) refuseWith(first.product === 'spot' ? 'orders_open' : 'positions_open');
}

/** Counts the try like a login, because it allows the same guesses. */
async function provePasswordOf(deps: ClosingDeps, userId: bigint, { input, ip }: Command): Promise<void> {
  const { email, mobile } = expectDefined(await deps.transact((tx) => findUser(tx, userId)), 'the user of a session');
  const channel = email === null ? 'mobile' : 'email';
  try {
    const proven = await provePassword(deps, { account: email ?? mobile ?? '', channel, password: input.password, ip });
    await proven.uncount();
  } catch (error) {
    if (error instanceof Refusal && error.code === 'login_failed') refuseWith('password_wrong');
    throw error;
  }
}

type Begin = {
  readonly caller: Caller;
  readonly proof: Proof;
  readonly lang: string;
  /** The demo accounts and their sources, to be swept. */
  readonly accounts: readonly AccountName[];
};

async function begin(tx: Tx, deps: ClosingDeps, { caller: { userId, sessionId }, proof, lang, accounts }: Begin) {
  await consumeProof(tx, proof);
  await lockUser(tx, userId);
  const user = expectDefined(await findUser(tx, userId), 'the user of a session');
  const found = await describeClosing(tx, deps, userId);
  refuseOpen(found.open);
  accept(checkLeftovers(found.left.map(toLeftover), found.dust));
  const { email, mobile } = hashAddresses(deps.keys, user);
  const left = Object.fromEntries(found.left.map((it) => [leftoverName(it), formatDecimal(it.available)]));
  if (await store.beginClosing(tx, userId, { left, email, mobile, days: found.days })) {
    await takeDemoMoney(tx, deps, userId, accounts);
    await securityMail(tx, deps, { ...user, lang: user.lang ?? lang }, 'security_closing', { days: found.days });
  }
  const ended = await endSessionsOf(tx, userId, sessionId);
  return { ended, closing: await describeClosing(tx, deps, userId) };
}

/** Takes the demo money back. If the closing is cancelled, a reset grants it again. */
async function takeDemoMoney(tx: Tx, deps: ClosingDeps, userId: bigint, accounts: readonly AccountName[]) {
  if (accounts.length === 0) return;
  const round = await beginDemoRound(tx, userId);
  const { sweep } = await sweepDemoRound(tx, deps, { userId, accounts, round: round - 1 });
  await deps.ledger.post(tx, sweep);
}

/** Hashes the addresses with our key: whoever is asked about one can find its closed account, and nobody else. */
function hashAddresses(keys: KeyRing, { email, mobile }: Pick<UserRow, 'email' | 'mobile'>) {
  const hash = (address: string | null) =>
    address === null ? null : `${keys.currentId}:${keys.mac('closed_address', address).toString('base64url')}`;
  return { email: hash(email), mobile: hash(mobile) };
}

/** Cancels the closing that the caller requested; without one, nothing happens. */
export async function cancelClosing(
  deps: ClosingDeps,
  { userId }: Caller,
  lang: string,
): Promise<Record<never, never>> {
  await deps.transact(async (tx) => {
    const user = expectDefined(await findUser(tx, userId), 'the user of a session');
    await stopClosing(tx, deps, { ...user, lang: user.lang ?? lang });
  });
  return {};
}

/**
 * Ends the waiting time because the account is used, and tells its owner. First in a login's transaction: the worker
 * locks the same row before anything else, so that one of the two sees the other.
 */
export async function stopClosing(
  tx: Tx,
  deps: Parameters<typeof securityMail>[1],
  owner: Parameters<typeof securityMail>[2],
): Promise<void> {
  if (await store.endClosing(tx, owner.id)) await securityMail(tx, deps, owner, 'security_closing_cancelled');
}
