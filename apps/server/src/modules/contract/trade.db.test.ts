import { type Price, parseDecimal } from '@app/money';
import { encodeCommand } from '@app/protocol/engine';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertPosition, PENDING } from '../../../test/contract-rows.ts';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { readMarkets } from '../market/index.ts';
import { closeDemoDeals } from './close-demo-deals.ts';
import { createContractMarkets } from './contract-markets.ts';
import * as trade from './trade.ts';

let testbed: Testbed;
let engine: pg.Client;
let deps: trade.TradeDeps;
let requested: { shard: string; name: string; fields: unknown }[];

beforeAll(async () => {
  testbed = await openTestbed('app');
  engine = await testbed.bare('engine');
  const listed = await readMarkets(testbed.db);
  const request: trade.TradeDeps['engine']['request'] = (shard, _source, command, fields) => {
    requested.push({ shard, ...encodeCommand(command, fields) });
    return Promise.resolve({} as never); // Nothing reads it.
  };
  const markets = createContractMarkets(testbed.db, { markets: () => listed });
  deps = { db: testbed.db, ledger: testbed.ledger, engine: { request }, markets };
});

beforeEach(() => {
  requested = [];
});

const source = (userId: bigint, mode: 'real' | 'demo' = 'real'): trade.TradeSource => ({
  userId,
  mode,
  country: 'DE',
  key: '01900000-0000-7000-8000-000000000001',
  route: 'POST /lever/submit',
  body: '[]',
});
const price = (text: string) => parseDecimal<Price>(text);
const ORDER: trade.Ordered = {
  pair: { baseId: 1n, quoteId: 3n },
  series: undefined,
  side: 'long',
  lots: amount('2.5'),
  leverage: 20,
  limit: price('60000'),
  stopLoss: price('59000'),
  takeProfit: undefined,
};

let users = 500n;
async function positionOf(userId: bigint, columns: object = {}): Promise<bigint> {
  const id = testbed.nextId();
  await insertPosition(engine, { id, user_id: userId, ...columns });
  return id;
}

describe('opening a position', () => {
  it('when it is ordered, then its mode’s shard receives it in decimal text, and the account is open', async () => {
    const me = ++users;
    await trade.createOpenPosition(deps)(source(me, 'demo'), ORDER);
    const fields = {
      market: 1,
      side: 'long',
      lots: '2.5',
      leverage: 20,
      limit: '60000',
      stopLoss: '59000',
      country: 'DE',
    };
    expect(requested).toMatchObject([{ shard: 'contract-demo', name: 'contract.open', fields }]);
    const accounts = await testbed.ledger.readOwner(testbed.db, 'demo', `user:${me}`);
    expect(accounts).toMatchObject([{ kind: 'contract', currency: 'USDT' }]);
  });

  it('given a pair without a contract, when it is ordered, then it is not found and nothing is requested', async () => {
    const open = trade.createOpenPosition(deps)(source(++users), { ...ORDER, pair: { baseId: 1n, quoteId: 1n } });
    await expect(open).rejects.toThrow('not_found');
    expect(requested).toEqual([]);
  });
});

describe('commands for a position', () => {
  const COMMANDS: readonly [string, (from: trade.TradeSource, id: bigint) => Promise<unknown>][] = [
    ['contract.close', (from, id) => trade.closeDeal(deps, from, id, amount('1'))],
    ['contract.reverse', (from, id) => trade.reverseDeal(deps, from, id)],
    ['contract.setStops', (from, id) => trade.setStops(deps, from, id, ORDER)],
    ['contract.cancel', (from, id) => trade.cancelDeal(deps, from, id)],
    ['contract.addMargin', (from, id) => trade.addMargin(deps, from, id, amount('1'))],
    ['contract.removeMargin', (from, id) => trade.removeMargin(deps, from, id, amount('1'))],
  ];

  it.each(COMMANDS)('%s reaches the engine for its owner in its mode only', async (name, send) => {
    const me = ++users;
    const id = await positionOf(me);
    await send(source(me), id);
    expect(requested).toMatchObject([{ shard: 'contract-real', name, fields: { id: String(id) } }]);
    await expect(send(source(me, 'demo'), id)).rejects.toThrow('not_found');
    await expect(send(source(++users), id)).rejects.toThrow('not_found');
    expect(requested).toHaveLength(1);
  });
});

describe('a reset of the demo account', () => {
  it('given pending orders, when it begins, then they are cancelled', async () => {
    const me = ++users;
    await positionOf(me, { book: 'demo', ...PENDING });
    await closeDemoDeals(deps)(me);
    expect(requested).toMatchObject([{ shard: 'contract-demo', name: 'contract.cancelAll' }]);
  });

  it('given an open position, when it begins, then it is refused and nothing is cancelled', async () => {
    const me = ++users;
    await positionOf(me, { book: 'demo', ...PENDING });
    await positionOf(me, { book: 'demo' });
    await expect(closeDemoDeals(deps)(me)).rejects.toThrow('positions_open');
    expect(requested).toEqual([]);
  });

  it('given nothing in demo mode, when it begins, then no engine is needed', async () => {
    const me = ++users;
    await positionOf(me);
    await closeDemoDeals(deps)(me);
    expect(requested).toEqual([]);
  });
});
