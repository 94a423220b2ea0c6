import type { Route } from '@app/protocol';
import * as routes from '@app/protocol/market';
import { checkBlocks, checkTick, readProof, readRange } from '@app/verifier';
import { beforeAll, describe, expect, it } from 'vitest';
import { asQuery } from '../../../../test/api-testbed.ts';
import { aTick, openPriceTestbed, type PriceTestbed } from '../../../../test/price-testbed.ts';
import { atTheEnd, silent } from '../../../../test/testbed.ts';
import type { Http } from '../../../platform/http/caller.ts';
import { createHttp } from '../../../platform/http/http.ts';
import { blockRoutes, sealHead } from './index.ts';

let testbed: PriceTestbed;
let http: Http;

const HEAD_EVERY = 8;
const BLOCKS = 45;
/** Market 1 ticks in every block, market 2 in every third. */
const lastSeq = { 'BTC/USDT': BLOCKS, 'ETH/USDT': BLOCKS / 3 };

beforeAll(async () => {
  testbed = await openPriceTestbed();
  const { db } = testbed.as('app');
  http = createHttp({ log: silent, findCaller: () => Promise.resolve(undefined) });
  blockRoutes(http, { db });
  atTheEnd(() => http.app.close());
  for (let n = 1; n <= BLOCKS; n++) {
    const atMs = Date.now();
    await testbed.seal([aTick(1, `${100 + n}`, atMs), ...(n % 3 === 0 ? [aTick(2, `${10 + n}`, atMs)] : [])]);
    if (n % HEAD_EVERY === 0) await testbed.transact((tx) => sealHead(tx, testbed.chain()));
  }
});

const get = async (route: Route, fields: object = {}) => {
  const url = `/api${route.path}?${new URLSearchParams(asQuery(fields))}`;
  return (await http.app.inject({ method: route.method, url })).json();
};

describe('verifying a price from outside', () => {
  it.each(['BTC/USDT', 'ETH/USDT'] as const)(
    'given any tick of %s, when its proof is requested, then it verifies',
    async (symbol) => {
      for (let seq = 1; seq <= lastSeq[symbol]; seq++) {
        const { data } = await get(routes.provePrice, { symbol, seq });
        const proof = readProof(data);
        expect(await checkTick(proof)).toEqual([]);
        expect([data.symbol, proof.seq]).toEqual([symbol, seq]);
        const head = proof.heads[0];
        const isYetToCome = proof.header.number > BLOCKS - (BLOCKS % HEAD_EVERY);
        expect(head?.number, `${seq}`).toBe(isYetToCome ? undefined : (proof.after.at(-1) ?? proof.header).number);
      }
    },
  );

  it('given a tick that does not exist, when its proof is requested, then it is not found', async () => {
    for (const fields of [
      { symbol: 'BTC/USDT', seq: BLOCKS + 1 },
      { symbol: 'SOL/USDT', seq: 1 },
      { symbol: 'NO/SUCH', seq: 1 },
    ])
      expect(await get(routes.provePrice, fields)).toMatchObject({ code: 0, error: 'not_found' });
  });

  it('given all blocks, when they are requested, then they verify as a whole together with their heads', async () => {
    const { data } = await get(routes.listPriceBlocks, { from: 1, to: 10_000 });
    const range = readRange(data);
    expect([range.from, range.to, range.blocks.length, range.heads.length]).toEqual([1, BLOCKS, BLOCKS, 5]);
    expect(await checkBlocks(range)).toEqual([]);
  });

  it('given future blocks, when they are requested, then the list is empty and nothing is proven', async () => {
    const { data } = await get(routes.listPriceBlocks, { from: BLOCKS + 1, to: BLOCKS + 5 });
    expect(data).toMatchObject({ from: BLOCKS + 1, to: BLOCKS, list: [] });
    expect(await checkBlocks(readRange(data))).toEqual([{ check: 'number', block: BLOCKS + 1 }]);
  });

  it('given heads and keys, when they are requested, then they are those of the chain', async () => {
    const heads = await get(routes.listPriceHeads, { limit: 2 });
    expect(heads.data.list.map(({ number }: { number: number }) => number)).toEqual([40, 32]);
    const keys = await get(routes.listPriceKeys);
    expect(keys.data.list).toMatchObject([{ from_block: 1 }]);
    expect(JSON.stringify(keys)).not.toContain('sealed');
  });
});
