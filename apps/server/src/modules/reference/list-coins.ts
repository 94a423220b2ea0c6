import type { Output } from '@app/protocol';
import type { listCoins as route } from '@app/protocol/reference';
import type { Reader } from '../../platform/db/database.ts';
import * as store from './reference.store.ts';

/** Lists every coin as the specification describes it (spec 3), once for each of its chains. */
export async function listCoins(db: Reader): Promise<Output<typeof route>> {
  const rows = await store.readCoins(db);
  const list = rows.map(({ id, code, chain }) => ({
    id,
    name: code,
    subName: chain ?? '',
    type: 'crypto' as const,
    status: true,
    image: '',
  }));
  return { list };
}
