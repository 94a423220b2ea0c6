import { expectDefined } from '@app/base';
import {
  accountsOfHold,
  checkAmount,
  type Intent,
  postHold,
  reviewReasons,
  stepOf,
  termsKey,
  withdrawalSettings,
} from '@app/domain/withdrawal';
import { type Amount, ZERO } from '@app/money';
import type { Input, Output } from '@app/protocol';
import { withdraw as route } from '@app/protocol/withdrawal';
import * as z from 'zod/mini';
import type { Tx } from '../../../platform/db/database.ts';
import { accept, refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { type AuthDeps, onceProven } from '../../auth/index.ts';
import { type LiveRates, readLiveRates } from '../../market/index.ts';
import { usableAddress } from '../../payee/index.ts';
import * as store from '../withdrawal.store.ts';
import { closedBecause } from './list-options.ts';
import { showWithdrawal } from './show-withdrawal.ts';
import { limitOf, lockStanding, refuseIfStopped } from './standing.ts';

type Command = { readonly input: Input<typeof route>; readonly key: string };
type Answer = Output<typeof route>;

/**
 * Takes a withdrawal: checks it, holds its money and writes it down, once per key and after trade password and code. What
 * is to be checked by people waits for them; the rest may be signed by custody at once.
 */
export async function requestWithdrawal(deps: AuthDeps, caller: Caller, { input, key }: Command): Promise<Answer> {
  if (caller.mode !== 'real') return refuseWith('real_account_only');
  const { password, code, google_code } = input;
  const inline = { tradePassword: password, code, googleCode: google_code };
  const terms = await readTerms(deps, input);
  const answer = await onceProven(deps, { route, input, inline, caller, key }, async (tx) =>
    z.encode(route.response, await place(tx, deps, { userId: caller.userId, input, terms })),
  );
  return z.decode(route.response, answer); // The record stores the answer in wire format.
}

/** What applies to every withdrawal of a coin on a chain now. */
type Terms = {
  readonly terms: Parameters<typeof checkAmount>[1]['terms'];
  readonly step: Amount;
  readonly rates: LiveRates;
  readonly confirmations: number;
};

/** Reads the terms before the transaction, which only locks and writes. */
async function readTerms({ db, settings }: AuthDeps, { currency, chain }: Command['input']): Promise<Terms> {
  await refuseIfStopped(settings);
  const row = (await store.readOptions(db)).find((it) => it.currency === currency && it.chain === chain);
  if (row === undefined) return refuseWith('chain_of_other_coin');
  const { value: all } = await settings.read(withdrawalSettings.terms);
  const terms = all[termsKey(currency, chain)];
  if (closedBecause(row, terms !== undefined) !== null) return refuseWith('withdraw_unavailable');
  const { value: confirmations } = await settings.read(withdrawalSettings.confirmations);
  const rates = await readLiveRates(db, [currency]);
  return { terms, step: stepOf(expectDefined(row.places, 'the places of an asset')), rates, confirmations };
}

type Placing = { readonly userId: bigint; readonly input: Command['input']; readonly terms: Terms };

async function place(tx: Tx, deps: AuthDeps, { userId, input, terms: known }: Placing): Promise<Answer> {
  const { currency, chain, amount, address_id: payeeId } = input;
  const level = await lockStanding(tx, userId);
  const { address, name, ...payee } = await usableAddress(tx, userId, payeeId);
  if (level < 1) return refuseWith('identity_required');
  if (payee.currency !== currency || payee.chain !== chain) return refuseWith('chain_of_other_coin');
  const history = await store.readHistory(tx, userId, address);
  const usedBtc = await store.readUsed(tx, userId);
  const { terms, step, rates } = known;
  const worthBtc = rates.worthBtc(currency, amount);
  const limitBtc = await limitOf(deps.settings, level);
  const { fee } = accept(checkAmount(amount, { terms, step, worthBtc, usedBtc, limitBtc }));
  const worthUsdt = rates.worthUsdt(currency, amount) ?? refuseWith('rate_unavailable');
  const intent: Intent = { id: deps.nextId(), userId, currency, chain, address, amount, fee };
  await holdMoney(tx, deps, intent);
  const reasons = reviewReasons(worthUsdt, history, await readReviewRules(deps));
  const worths = { worthBtc: worthBtc ?? ZERO, worthUsdt };
  await store.insertWithdrawal(tx, { ...intent, payeeId, addressName: name, ...worths, reasons });
  const written = expectDefined(await store.findWithdrawal(tx, userId, intent.id), 'the new withdrawal');
  return showWithdrawal(written, known.confirmations);
}

async function holdMoney(tx: Tx, { ledger }: AuthDeps, intent: Intent): Promise<void> {
  const [wallet] = await ledger.lock(tx, 'real', accountsOfHold(intent));
  if (wallet === undefined || wallet.available < intent.amount) refuseWith('insufficient_balance');
  await ledger.post(tx, [postHold(intent)]);
}

async function readReviewRules({ settings }: AuthDeps): Promise<Parameters<typeof reviewReasons>[2]> {
  const { value: above } = await settings.read(withdrawalSettings.reviewAbove);
  const { value: perDay } = await settings.read(withdrawalSettings.perDay);
  const { value: unusualTimes } = await settings.read(withdrawalSettings.unusualTimes);
  return { above, perDay, unusualTimes };
}
