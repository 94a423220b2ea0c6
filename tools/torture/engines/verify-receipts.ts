import { readReceipt } from '@app/protocol/proof';
import { proveTick, showBlocks } from '@app/server/modules/market';
import { proofRoutes } from '@app/server/modules/proof';
import { openDatabase } from '@app/server/platform/db/database';
import { createHttp } from '@app/server/platform/http/http';
import { openLog } from '@app/server/platform/process/log';
import type { FreshDatabase } from '@app/testkit';
import { withClient } from '../rig.ts';
import type { Findings } from './findings.ts';

/** What the verifier says about a receipt: names of failed checks, and whether its block is still awaited. */
type Verified = Readonly<Record<string, unknown>> & { readonly isAwaited?: boolean };

type Receipt = { readonly id: string; readonly kind: string };

export type ReceiptCheck = {
  /** Kinds of receipts, as a pattern of SQL; the preferred one comes first. */
  readonly kinds: string;
  readonly preferred?: string;
  /** Verifies an answer of the API by the verifier. */
  verify(answer: unknown, id: string): Promise<Verified>;
};

/** Markets of a rig as a verifier knows them. */
export const knownMarkets = (markets: readonly { readonly id: number; readonly symbol: string }[]) =>
  Object.fromEntries(markets.map(({ id, symbol }) => [symbol, { id, category: 'crypto' }]));

/**
 * Verifies receipts as anybody can, by what the API answers, except the last ones, which no block has sealed yet. Returns
 * how many were looked at.
 */
export async function verifyReceipts(
  database: FreshDatabase,
  most: number,
  { kinds, preferred = '', verify, findings }: ReceiptCheck & { readonly findings: Findings },
): Promise<number> {
  const receipts = await withClient(database.urlOf('postgres'), async (client) => {
    const { rows } = await client.query<Receipt>(
      `select id::text, kind from receipt
        where kind like $2 and id < (select id_floor(max(at) - interval '4 seconds') from price_block)
        order by kind = $3 desc, hashint8(id) limit $1`,
      [most, kinds, preferred],
    );
    return rows;
  });
  const log = openLog('verify', 'silent');
  const { db, close } = openDatabase({ url: database.urlOf('app'), connectionsMax: 2, name: 'verify' }, log);
  const http = createHttp({ log, findCaller: () => Promise.resolve(undefined) });
  proofRoutes(http, { db, proveTick, readBlocks: showBlocks });
  try {
    for (const { id, kind } of receipts) {
      const { data } = (await http.app.inject({ method: 'GET', url: `/api${readReceipt.path}?id=${id}` })).json();
      const { isAwaited, ...found } = await verify(data, id);
      const names = Object.values(found).flat();
      if (names.length > 0) findings.add('receipt that does not verify', `${kind} ${id}: ${names.join(', ')}`);
      if (isAwaited) findings.add('receipt that was never sealed', `${kind} ${id}`);
    }
  } finally {
    await http.app.close();
    await close();
  }
  return receipts.length;
}
