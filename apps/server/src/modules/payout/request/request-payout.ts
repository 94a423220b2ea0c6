import { expectDefined } from '@app/base';
import { lastDigits } from '@app/domain/payee';
import {
  accountsOfPayoutHold,
  checkPayout,
  maskName,
  PAYOUT_CURRENCY,
  type PayoutIntent,
  type PayoutTerms,
  postPayoutHold,
} from '@app/domain/payout';
import { ZERO } from '@app/money';
import type { Input, Output } from '@app/protocol';
import { payoutRequested, toOutbox } from '@app/protocol/events';
import { payOut as route } from '@app/protocol/payout';
import * as z from 'zod/mini';
import type { Tx } from '../../../platform/db/database.ts';
import { publish } from '../../../platform/db/outbox.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { type AuthDeps, onceProven } from '../../auth/index.ts';
import { type LiveRates, readLiveRates } from '../../market/index.ts';
import { usableBank } from '../../payee/index.ts';
import { limitOf, lockStanding, readUsed, refuseIfStopped } from '../../withdrawal/index.ts';
import * as store from '../payout.store.ts';
import { readTerms } from './read-terms.ts';
import { sealCard } from './seal-card.ts';
import { showPayout } from './show-payout.ts';

type Command = { readonly input: Input<typeof route>; readonly key: string };
type Answer = Output<typeof route>;

/**
 * Takes a payout to the user's bank account: checks it, holds its money and writes it down with the terms and the bank details of
 * now, once per key and after trade password and code. People always look at it.
 */
export async function requestPayout(deps: AuthDeps, caller: Caller, { input, key }: Command): Promise<Answer> {
  if (caller.mode !== 'real') return refuseWith('real_account_only');
  await refuseIfStopped(deps.settings);
  // Read before the transaction, which only locks and writes.
  const terms = await readTerms(deps.settings);
  const rates = await readLiveRates(deps.db, [PAYOUT_CURRENCY]);
  const { password, code, google_code } = input;
  const inline = { tradePassword: password, code, googleCode: google_code };
  const answer = await onceProven(deps, { route, input, inline, caller, key }, async (tx) =>
    z.encode(route.response, await place(tx, deps, { userId: caller.userId, input, terms, rates })),
  );
  return z.decode(route.response, answer); // The record stores the answer in wire format.
}

type Placing = {
  readonly userId: bigint;
  readonly input: Command['input'];
  readonly terms: PayoutTerms;
  readonly rates: LiveRates;
};

async function place(tx: Tx, deps: AuthDeps, { userId, input, terms, rates }: Placing): Promise<Answer> {
  const { amount, usd: shownUsd } = input;
  const level = await lockStanding(tx, userId);
  if (level < 1) return refuseWith('identity_required');
  const card = await usableBank(tx, deps.keys, userId);
  const worthBtc = rates.worthBtc(PAYOUT_CURRENCY, amount);
  const limits = {
    worthBtc,
    usedBtc: await readUsed(tx, userId),
    limitBtc: await limitOf(deps.settings, level),
  };
  const usd = accept(checkPayout(amount, shownUsd, terms, limits));
  const worthUsdt = rates.worthUsdt(PAYOUT_CURRENCY, amount) ?? refuseWith('rate_unavailable');
  const id = deps.nextId();
  const sealed = sealCard(deps.keys, id, card);
  const { fee, rate } = terms;
  const account = lastDigits(card.bankAccount);
  const intent: PayoutIntent = { id, userId, amount, fee, rate, usd, account, cardHash: sealed.cardHash };
  await holdMoney(tx, deps, intent);
  const shown = { holder: maskName(card.realName), bankName: card.bankName };
  await store.insertPayout(tx, { ...intent, ...sealed, ...shown, worthBtc: worthBtc ?? ZERO, worthUsdt });
  await publish(tx, deps.nextId, [toOutbox(payoutRequested, { id, userId, currency: PAYOUT_CURRENCY, amount })]);
  return showPayout(expectDefined(await store.findPayout(tx, userId, id), 'the new payout'));
}

async function holdMoney(tx: Tx, { ledger }: AuthDeps, intent: PayoutIntent): Promise<void> {
  const [wallet] = await ledger.lock(tx, 'real', accountsOfPayoutHold(intent));
  if (wallet === undefined || wallet.available < intent.amount) refuseWith('insufficient_balance');
  await ledger.post(tx, [postPayoutHold(intent)]);
}
