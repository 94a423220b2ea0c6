import { expectDefined } from '@app/base';
import { withdrawalSettings } from '@app/domain/withdrawal';
import type { Output } from '@app/protocol';
import { cancelWithdrawal as route } from '@app/protocol/withdrawal';
import * as z from 'zod/mini';
import { once } from '../../../platform/db/idempotency.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../../auth/index.ts';
import * as store from '../withdrawal.store.ts';
import { showWithdrawal } from './show-withdrawal.ts';

type Command = { readonly userId: bigint; readonly id: bigint; readonly key: string; readonly body: string };

/** Cancels a withdrawal that waits for review. Custody returns its money, as with every refusal. */
export async function cancelWithdrawal(
  deps: Pick<AuthDeps, 'transact' | 'settings'>,
  { userId, id, key, body }: Command,
): Promise<Output<typeof route>> {
  const { value: needed } = await deps.settings.read(withdrawalSettings.confirmations);
  const request = { key, userId, route: `${route.method} ${route.path}`, body };
  const { answer } = await once(deps.transact, request, async (tx) => {
    const before = (await store.findWithdrawal(tx, userId, id)) ?? refuseWith('not_found');
    const isCancelled = (await store.cancel(tx, userId, id)) || before.refused_because === 'by_user';
    if (!isCancelled) refuseWith('withdrawal_decided');
    const after = expectDefined(await store.findWithdrawal(tx, userId, id), 'the withdrawal');
    return z.encode(route.response, showWithdrawal(after, needed));
  });
  return z.decode(route.response, answer); // The record stores the answer in wire format.
}
