import { expectDefined } from '@app/base';
import { checkClaim, depositSettings, readTxHash } from '@app/domain/deposit';
import type { Chain } from '@app/domain/payee';
import type { Input, Output } from '@app/protocol';
import { claimDeposit as route } from '@app/protocol/deposit';
import * as z from 'zod/mini';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Tx } from '../../platform/db/database.ts';
import { once } from '../../platform/db/idempotency.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import type { Platform } from '../../platform/process/platform.ts';
import { readAssets, statesOfTransaction } from '../deposit/index.ts';
import type { Media } from '../media/index.ts';
import type { Settings } from '../reference/index.ts';
import * as store from './claim.store.ts';
import { showClaim } from './show-claim.ts';

export type ClaimDeps = Platform & { readonly settings: Settings; readonly media: Media };

type Sent = Input<typeof route>;
type Command = { readonly input: Sent; readonly key: string; readonly body: string };
type Answer = Output<typeof route>;

/** Staff who open the picture of a claim, and for how long: a claim is decided within days. */
const READERS = ['finance', 'risk'] as const;
const READABLE_MS = 90 * 86_400_000;

/** Takes a user's report of coins that did not appear, once per key. It changes no balance. */
export async function claimDeposit(
  deps: ClaimDeps,
  { userId, mode }: Recipient,
  { input, key, body }: Command,
): Promise<Answer> {
  if (mode !== 'real') return refuseWith('real_account_only');
  const { currency, chain, tx_hash: text } = input;
  const asset = (await readAssets(deps.db)).find((it) => it.currency === currency && it.chain === chain);
  if (asset === undefined) return refuseWith('chain_of_other_coin');
  if (asset.is_answering === null) return refuseWith('deposit_unavailable');
  const txHash = text === undefined ? undefined : (readTxHash(text) ?? refuseWith('parameter_error'));
  const { value: perDay } = await deps.settings.read(depositSettings.claimsPerDay);
  const request = { key, userId, route: `${route.method} ${route.path}`, body };
  const { answer } = await once(deps.transact, request, async (tx) =>
    z.encode(route.response, await place(tx, deps, { userId, input, txHash, perDay })),
  );
  return z.decode(route.response, answer); // The record stores the answer in wire format.
}

type Placing = {
  readonly userId: bigint;
  readonly input: Sent;
  readonly txHash: string | undefined;
  readonly perDay: number;
};

async function place(
  tx: Tx,
  { nextId, media }: ClaimDeps,
  { userId, input, txHash, perDay }: Placing,
): Promise<Answer> {
  const { currency, chain, amount: stated, voucher } = input;
  await store.lockClaimsOf(tx, userId);
  accept(
    checkClaim({ ...(await store.countClaims(tx, userId)), ...(await readTransaction(tx, chain, txHash)) }, perDay),
  );
  const id = nextId();
  const usedBy = `claim:${id}`;
  await media.claim(tx, { ownerId: userId, fileId: voucher, purpose: 'voucher', usedBy });
  await store.insertClaim(tx, { id, userId, currency, chain, stated, txHash, voucher });
  const claim = expectDefined(await store.findClaim(tx, id), 'the new claim');
  const until = new Date(claim.created_at.getTime() + READABLE_MS);
  for (const staff of READERS) await media.grant(tx, { fileId: voucher, usedBy, to: { staff }, reason: usedBy, until });
  return showClaim(claim);
}

/** Reads what became of the transaction that a claim names. */
async function readTransaction(tx: Tx, chain: Chain, txHash: string | undefined) {
  if (txHash === undefined) return { isCredited: false, isArriving: false };
  const states = await statesOfTransaction(tx, chain, txHash);
  const isCredited = states.includes('credited') || (await store.isClaimed(tx, chain, txHash));
  return { isCredited, isArriving: states.includes('seen') };
}
