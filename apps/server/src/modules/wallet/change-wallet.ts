import { expectDefined } from '@app/base';
import { type UserKind, userAccount } from '@app/domain/ledger';
import { checkChange, postChange } from '@app/domain/wallet';
import { type Amount, add, subtract } from '@app/money';
import type { Output } from '@app/protocol';
import { toOutbox, walletChanged } from '@app/protocol/events';
import { changeWallet as route } from '@app/protocol/wallet';
import * as z from 'zod/mini';
import { nextPushSeq, push, type Recipient } from '../../platform/bus/push.ts';
import type { Tx } from '../../platform/db/database.ts';
import { once } from '../../platform/db/idempotency.ts';
import { publish } from '../../platform/db/outbox.ts';
import { accept } from '../../platform/http/accept.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Ledger } from '../ledger/index.ts';
import { readCurrencyIds } from '../reference/index.ts';
import { currencyOf, type NamedCurrency } from './named-currency.ts';
import * as store from './wallet.store.ts';

export type WalletDeps = Platform & { readonly ledger: Ledger };

export type Command = Recipient & {
  readonly from: UserKind;
  readonly to: UserKind;
  readonly currency: NamedCurrency;
  readonly amount: Amount;
  readonly key: string;
  readonly body: string;
};

type Change = Omit<Command, 'currency'> & { readonly currency: string };
type Changed = Output<typeof route>;

/**
 * Moves a user's money between two of the user's accounts, once per idempotency key, and notifies the user's other
 * screens.
 */
export async function changeWallet(deps: WalletDeps, command: Command): Promise<Changed> {
  const currency = currencyOf(command.currency, await readCurrencyIds(deps.db));
  const change = { ...command, currency };
  await deps.ledger.open(deps.db, command.mode, accountsOf(change));
  const { key, userId, body } = command;
  const request = { key, userId, route: `${route.method} ${route.path}`, body };
  const { answer, replayed } = await once(deps.transact, request, async (tx) => {
    const changed = await moveMoney(tx, deps, change);
    return z.encode(route.response, changed); // The record stores the answer in wire format.
  });
  const changed = z.decode(route.response, answer);
  if (!replayed) pushBalances(deps, command, changed);
  return changed;
}

const accountsOf = ({ userId, from, to, currency }: Change) => [
  userAccount(userId, from, currency),
  userAccount(userId, to, currency),
];

async function moveMoney(tx: Tx, { ledger, nextId }: WalletDeps, command: Change): Promise<Changed> {
  const { userId, mode, from, to, currency, amount } = command;
  accept(checkChange(command, amount)); // The same account twice is refused before anything is locked.
  const locked = await ledger.lock(tx, mode, accountsOf(command));
  const source = expectDefined(locked[0], 'the source');
  const target = expectDefined(locked[1], 'the target');
  accept(checkChange(command, source.available));
  const id = nextId();
  await ledger.post(tx, [postChange(command)]);
  await store.insertChange(tx, { id, userId, mode, from, to, currency, amount });
  await publish(tx, nextId, [toOutbox(walletChanged, { id, userId, book: mode, from, to, currency, amount })]);
  const { seq } = await nextPushSeq(tx, command);
  const balance = (account: UserKind, available: Amount, frozen: Amount) => ({ account, currency, available, frozen });
  return {
    id,
    from: balance(from, subtract(source.available, amount), source.frozen),
    to: balance(to, add(target.available, amount), target.frozen),
    seq,
  };
}

function pushBalances({ bus }: WalletDeps, recipient: Recipient, { from, to, seq }: Changed): void {
  const data = z.encode(z.array(route.response.shape.from), [from, to]);
  push(bus, recipient, { channel: 'balances', prev: String(BigInt(seq) - 1n), seq, data });
}
