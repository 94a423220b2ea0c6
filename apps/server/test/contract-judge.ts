import { readReceipt } from '@app/protocol/proof';
import { type ContractAnswer, checkContract, readContract } from '@app/verifier';
import { proveTick, showBlocks } from '../src/modules/market/index.ts';
import { proofRoutes } from '../src/modules/proof/index.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { atTheEnd, silent, type Testbed } from './testbed.ts';

const MARKETS = { 'BTC/USDT': { id: 1, category: 'crypto' }, 'ETH/USDT': { id: 2, category: 'crypto' } };

/** What the verifier says about a sealed receipt without a fault. */
export const HOLDS = { receipt: [], rule: [], tick: [], seal: [], isAwaited: false };

/** Reads receipts of contracts like any visitor, and checks them with the public verifier. */
export function openJudge(testbed: Testbed): (id: string) => Promise<unknown> {
  const http = createHttp({ log: silent, findCaller: () => Promise.resolve(undefined) });
  proofRoutes(http, { db: testbed.as('app').db, proveTick, readBlocks: showBlocks });
  atTheEnd(() => http.app.close());
  return async (id) => {
    const reply = await http.app.inject({ method: 'GET', url: `/api${readReceipt.path}?id=${id}` });
    const { data, error } = reply.json();
    if (data === undefined) throw new Error(error);
    return await checkContract(readContract(data as ContractAnswer, { id, markets: MARKETS }));
  };
}
