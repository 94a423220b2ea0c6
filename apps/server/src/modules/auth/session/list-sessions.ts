import type { Output } from '@app/protocol';
import type { listSessions as route } from '@app/protocol/auth';
import type { Caller } from '../../../platform/http/caller.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { readAges } from './find-caller.ts';
import * as store from './session.store.ts';

/** Lists where the caller's account is logged in, including this session. */
export async function listSessions(
  { transact, settings }: Pick<AuthDeps, 'transact' | 'settings'>,
  { userId, sessionId }: Caller,
): Promise<Output<typeof route>> {
  const ages = await readAges(settings);
  const rows = await transact((tx) => store.listSessions(tx, userId, ages));
  const list = rows.map(({ signed_in_at, last_seen_at, ...row }) => ({
    ...row,
    signed_in_at: signed_in_at.getTime(),
    last_seen_at: last_seen_at.getTime(),
    is_current: row.id === sessionId,
  }));
  return { list };
}
