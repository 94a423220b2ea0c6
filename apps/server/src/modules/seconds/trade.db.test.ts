import { encodeCommand } from '@app/protocol/engine';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENTERED, insertBet, insertEndedBet } from '../../../test/seconds-rows.ts';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { readMarkets } from '../market/index.ts';
import { createBetMarkets } from './bet-markets.ts';
import { refuseOpenDemoBets } from './refuse-open-bets.ts';
import * as trade from './trade.ts';

let testbed: Testbed;
let engine: pg.Client;
let deps: trade.TradeDeps;
let isSimulated = false;
let requested: { shard: string; name: string; fields: unknown }[];

beforeAll(async () => {
  testbed = await openTestbed('app');
  engine = await testbed.bare('engine');
  const listed = await readMarkets(testbed.db);
  const request: trade.TradeDeps['engine']['request'] = (shard, _source, command, fields) => {
    requested.push({ shard, ...encodeCommand(command, fields) });
    return Promise.resolve({} as never); // Nothing reads it.
  };
  const board = { markets: () => listed, quoteOf: () => ({ isSimulated }) as never }; // Nothing else of it is read.
  const markets = createBetMarkets(testbed.db, board);
  deps = { db: testbed.db, ledger: testbed.ledger, engine: { request }, board, markets };
});

beforeEach(() => {
  requested = [];
  isSimulated = false;
});

const source = (userId: bigint, mode: 'real' | 'demo' = 'real'): trade.TradeSource => ({
  userId,
  mode,
  key: '01900000-0000-7000-8000-000000000001',
  route: 'POST /microtrade/submit',
  body: '[]',
});
const BET: trade.Placed = {
  market: 1,
  currency: { name: 'USDT' },
  side: 'down',
  seconds: 60,
  stake: amount('25.5'),
  version: 3,
};
let users = 700n;

describe('placing a bet', () => {
  const place = (from: trade.TradeSource, change: Partial<trade.Placed> = {}) =>
    trade.createPlaceBet(deps)(from, { ...BET, ...change });

  it('when it is sent, then its mode’s shard receives it in decimal text, and the account is open', async () => {
    const me = ++users;
    await place(source(me, 'demo'));
    const fields = { market: 1, side: 'down', seconds: 60, stake: '25.5', currency: 'USDT', version: 3 };
    expect(requested).toEqual([{ shard: 'seconds-demo', name: 'seconds.bet', fields }]);
    const accounts = await testbed.ledger.readOwner(testbed.db, 'demo', `user:${me}`);
    expect(accounts).toMatchObject([{ kind: 'seconds', currency: 'USDT' }]);
  });

  it('given a currency by id, by name or both, then they must agree, and one is needed', async () => {
    const ids = await deps.markets.currencyIds();
    const usdt = ids.get('USDT');
    await place(source(++users), { currency: { id: usdt } });
    await place(source(++users), { currency: { id: usdt, name: 'USDT' } });
    expect(requested).toMatchObject([{ fields: { currency: 'USDT' } }, { fields: { currency: 'USDT' } }]);
    await expect(place(source(++users), { currency: { id: ids.get('BTC'), name: 'USDT' } })).rejects.toThrow(
      'not_found',
    );
    await expect(place(source(++users), { currency: { name: 'NONE' } })).rejects.toThrow('not_found');
    await expect(place(source(++users), { currency: {} })).rejects.toThrow();
    expect(requested).toHaveLength(2);
  });

  it('given a market without bets, then it is not found and nothing is sent', async () => {
    await expect(place(source(++users), { market: 999_999 })).rejects.toThrow('not_found');
    expect(requested).toEqual([]);
  });

  it('given a simulated price, then real money is refused and demo money is not', async () => {
    isSimulated = true;
    await expect(place(source(++users))).rejects.toThrow('price_simulated');
    await place(source(++users, 'demo'));
    expect(requested).toMatchObject([{ shard: 'seconds-demo' }]);
  });
});

describe('cancelling a bet', () => {
  it('reaches the engine for its owner in its mode only', async () => {
    const me = ++users;
    const id = testbed.nextId();
    await insertBet(engine, { id, user_id: me });
    await trade.cancelBet(deps, source(me), id);
    expect(requested).toEqual([{ shard: 'seconds-real', name: 'seconds.cancel', fields: { id: String(id) } }]);
    await expect(trade.cancelBet(deps, source(me, 'demo'), id)).rejects.toThrow('not_found');
    await expect(trade.cancelBet(deps, source(++users), id)).rejects.toThrow('not_found');
    expect(requested).toHaveLength(1);
  });
});

describe('a reset of the demo account', () => {
  it('is refused while a demo bet is open, and not because of real or ended ones', async () => {
    const me = ++users;
    const reset = () => refuseOpenDemoBets(deps)(me);
    await insertBet(engine, { id: testbed.nextId(), user_id: me });
    const root = await testbed.bare('postgres');
    const ended = { id: testbed.nextId(), settlement: testbed.nextId(), user_id: me, book: 'demo', outcome: 'loss' };
    await insertEndedBet(root, ended);
    await reset();
    await insertBet(engine, { id: testbed.nextId(), user_id: me, book: 'demo', ...ENTERED });
    await expect(reset()).rejects.toThrow('positions_open');
  });
});
