import { readReceipt } from '@app/protocol/proof';
import { proveTick, showBlocks } from '@app/server/modules/market';
import { proofRoutes } from '@app/server/modules/proof';
import { openDatabase } from '@app/server/platform/db/database';
import { createHttp } from '@app/server/platform/http/http';
import { openLog } from '@app/server/platform/process/log';
import type { FreshDatabase } from '@app/testkit';
import {
  ALL_CONTRACT_CHECKS,
  CONTRACT_CHECKS,
  type ContractAnswer,
  type ContractReceipt,
  checkContract,
  readContract,
  readTicks,
} from '@app/verifier';
import type { Findings } from '../engines/findings.ts';
import { withClient } from '../rig.ts';
import { MARKETS, SESSIONS, sessionStartOf } from './terms.ts';

/** Days of this rig's engines are a few seconds long, so that nights and deliveries are dated before their time. */
const { due: _due, ...FAST_DAY_CHECKS } = ALL_CONTRACT_CHECKS.receipt;
const CHECKS = { ...ALL_CONTRACT_CHECKS, receipt: FAST_DAY_CHECKS };
/**
 * Breaks of this rig are seconds long, and none for the verifier: a stop that one delays is filled by the first tick at which
 * its market is open again.
 */
const SESSION_CHECKS = {
  ...CHECKS,
  receipt: {
    ...FAST_DAY_CHECKS,
    next: (receipt: ContractReceipt) => CONTRACT_CHECKS.next(receipt) || isAfterBreak(receipt),
  },
};

function isAfterBreak({ proof, second }: ContractReceipt): boolean {
  const [fired, filled] = [second, proof].map((it) => it && readTicks(it.leaf)[0]?.atMs);
  if (fired === undefined || filled === undefined) return false;
  const session = sessionStartOf(SESSIONS.market, filled);
  return session !== undefined && fired < session;
}

const KNOWN = Object.fromEntries(MARKETS.map(({ id, symbol }) => [symbol, { id, category: 'crypto' }]));

/**
 * Verifies receipts as anybody can, by what the API answers, except the last ones, which no block has sealed yet. Returns
 * how many were looked at.
 */
export async function verifyReceipts(database: FreshDatabase, most: number, findings: Findings): Promise<number> {
  const ids = await withClient(database.urlOf('postgres'), async (client) => {
    const { rows } = await client.query<{ id: string; kind: string }>(
      `select id::text, kind from receipt
        where kind like 'contract.%' and id < (select id_floor(max(at) - interval '4 seconds') from price_block)
        order by hashint8(id) limit $1`,
      [most],
    );
    return rows;
  });
  const log = openLog('verify', 'silent');
  const { db, close } = openDatabase({ url: database.urlOf('app'), connectionsMax: 2, name: 'verify' }, log);
  const http = createHttp({ log, findCaller: () => Promise.resolve(undefined) });
  proofRoutes(http, { db, proveTick, readBlocks: showBlocks });
  try {
    for (const { id, kind } of ids) {
      const { data } = (await http.app.inject({ method: 'GET', url: `/api${readReceipt.path}?id=${id}` })).json();
      const receipt = readContract(data as ContractAnswer, { id, markets: KNOWN }); // Our own API.
      const checks = receipt.claim.market === SESSIONS.market ? SESSION_CHECKS : CHECKS;
      const { isAwaited, ...found } = await checkContract(receipt, {}, checks);
      const names = Object.values(found).flat();
      if (names.length > 0) findings.add('receipt that does not verify', `${kind} ${id}: ${names.join(', ')}`);
      if (isAwaited) findings.add('receipt that was never sealed', `${kind} ${id}`);
    }
  } finally {
    await http.app.close();
    await close();
  }
  return ids.length;
}
