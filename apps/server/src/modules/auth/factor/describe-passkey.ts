import type { Output } from '@app/protocol';
import type { addPasskey } from '@app/protocol/auth';
import type { PasskeyRow } from './passkey.store.ts';

/** Describes a passkey to its owner. */
export const describePasskey = (row: PasskeyRow): Output<typeof addPasskey> => ({
  id: row.id,
  name: row.name,
  is_synced: row.is_synced,
  created_at: row.created_at.getTime(),
  last_used_at: row.last_used_at?.getTime() ?? null,
});
