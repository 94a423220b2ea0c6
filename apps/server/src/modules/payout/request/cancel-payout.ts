import { expectDefined } from '@app/base';
import type { Output } from '@app/protocol';
import { cancelPayout as route } from '@app/protocol/payout';
import * as z from 'zod/mini';
import { once } from '../../../platform/db/idempotency.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../../auth/index.ts';
import * as store from '../payout.store.ts';
import { showPayout } from './show-payout.ts';

type Command = { readonly userId: bigint; readonly id: bigint; readonly key: string; readonly body: string };

/** Cancels a payout that waits for review. Custody returns its money, as with every refusal. */
export async function cancelPayout(
  { transact }: Pick<AuthDeps, 'transact'>,
  { userId, id, key, body }: Command,
): Promise<Output<typeof route>> {
  const request = { key, userId, route: `${route.method} ${route.path}`, body };
  const { answer } = await once(transact, request, async (tx) => {
    const before = (await store.findPayout(tx, userId, id)) ?? refuseWith('not_found');
    const isCancelled = (await store.cancel(tx, userId, id)) || before.refused_because === 'by_user';
    if (!isCancelled) refuseWith('withdrawal_decided');
    return z.encode(route.response, showPayout(expectDefined(await store.findPayout(tx, userId, id), 'the payout')));
  });
  return z.decode(route.response, answer); // The record stores the answer in wire format.
}
