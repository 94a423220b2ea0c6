import { readReceipt } from '@app/protocol/proof';
import { checkSeconds, readSeconds, type SecondsAnswer } from '@app/verifier';
import { proveTick, showBlocks } from '../src/modules/market/index.ts';
import { proofRoutes } from '../src/modules/proof/index.ts';
import { createHttp } from '../src/platform/http/http.ts';
import { atTheEnd, silent, type Testbed } from './testbed.ts';

const MARKETS = { 'BTC/USDT': { id: 1, category: 'crypto' }, 'ETH/USDT': { id: 2, category: 'crypto' } };

/** Reads receipts of bets like any visitor, and checks them with the public verifier. */
export function openBetJudge(testbed: Testbed): (id: string) => Promise<unknown> {
  const http = createHttp({ log: silent, findCaller: () => Promise.resolve(undefined) });
  proofRoutes(http, { db: testbed.as('app').db, proveTick, readBlocks: showBlocks });
  atTheEnd(() => http.app.close());
  return async (id) => {
    const reply = await http.app.inject({ method: 'GET', url: `/api${readReceipt.path}?id=${id}` });
    const { data, error } = reply.json();
    if (data === undefined) throw new Error(error);
    return await checkSeconds(readSeconds(data as SecondsAnswer, { id, markets: MARKETS }));
  };
}
