import { demoWallet } from '@app/domain/auth';
import { USER_KINDS, type UserKind } from '@app/domain/ledger';
import { type Amount, ZERO } from '@app/money';
import { changeWallet } from '@app/protocol/wallet';
import * as z from 'zod/mini';
import type { Bus } from '../../../platform/bus/bus.ts';
import { type Place, push, type Recipient } from '../../../platform/bus/push.ts';
import type { Account } from '../../ledger/index.ts';

/** Rows of the channel: those of `/wallet/list` without values, which the app computes. */
const BALANCES = z.array(changeWallet.response.shape.from);

type Begun = Place & { readonly accounts: readonly Account[]; readonly amount: Amount };

/**
 * Pushes the initial balances of a demo round to the user's other screens: everything in the wallet, nothing elsewhere.
 */
export function pushBalances(bus: Bus, recipient: Recipient, { accounts, amount, prev, seq }: Begun): void {
  const wallet = demoWallet(recipient.userId);
  const balances = accounts.flatMap(({ kind, currency }) => {
    if (!isUserKind(kind)) return [];
    const isWallet = kind === wallet.kind && currency === wallet.currency;
    return [{ account: kind, currency, available: isWallet ? amount : ZERO, frozen: ZERO }];
  });
  push(bus, recipient, { channel: 'balances', prev, seq, data: z.encode(BALANCES, balances) });
}

const isUserKind = (kind: string): kind is UserKind => USER_KINDS.some((known) => known === kind);
