import { formatDecimal, type Price, parseDecimal } from '@app/money';
import { encodeCommand } from '@app/protocol/engine';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScopedBus } from '../../../test/bus-testbed.ts';
import { scopeQuestions } from '../../../test/closed-engine.ts';
import { insertOrder } from '../../../test/spot-rows.ts';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { type CommandSource, createEngineClient, subjectOf } from '../../engine/client.ts';
import type { Bus } from '../../platform/bus/bus.ts';
import { readMarkets } from '../market/index.ts';
import { closeDemoOrders } from './close-demo-orders.ts';
import { createSpotMarkets } from './spot-markets.ts';
import { cancelAllOrders, cancelOrder, createPlaceOrder, type TradeDeps, type TradeSource } from './trade.ts';

let testbed: Testbed;
let engine: pg.Client;
let bus: Bus;
let deps: TradeDeps;
let requested: (Omit<CommandSource, 'userId'> & { shard: string; name: string; fields: unknown })[];

beforeAll(async () => {
  testbed = await openTestbed('app');
  engine = await testbed.bare('engine');
  bus = scopeQuestions(await openScopedBus(testbed.database.name), testbed.database.name);
  const listed = await readMarkets(testbed.db);
  const request: TradeDeps['engine']['request'] = (shard, { userId: _user, ...source }, command, fields) => {
    requested.push({ shard, ...source, ...encodeCommand(command, fields) });
    return Promise.resolve({} as never); // Nothing reads it.
  };
  const markets = createSpotMarkets(testbed.db, { markets: () => listed });
  deps = { db: testbed.db, ledger: testbed.ledger, engine: { request }, markets };
});

beforeEach(() => {
  requested = [];
});

const source = (userId: bigint, mode: 'real' | 'demo' = 'real'): TradeSource => ({
  userId,
  mode,
  key: '01900000-0000-7000-8000-000000000001',
  route: 'POST /coin/trade',
  body: '[]',
});
const price = (text: string) => parseDecimal<Price>(text);
const BTC = { baseId: 1n, quoteId: 3n } as const;
const LIMIT = { type: 'buy', amount: amount('0.5'), target_price: price('60000') } as const;
const place = (pair: Parameters<ReturnType<typeof createPlaceOrder>>[1], fields: object = {}, mode?: 'demo') =>
  createPlaceOrder(deps)(source(1n, mode), pair, { ...LIMIT, ...fields });

describe('placing an order', () => {
  it.each([
    ['a limit order', {}, { kind: 'limit', side: 'buy', price: '60000', quantity: '0.5', force: 'gtc' }],
    ['one that only takes', { time_in_force: 'ioc' }, { force: 'ioc' }],
    ['one that only rests', { post_only: true }, { force: 'post' }],
    ['a purchase at the market', { target_price: undefined }, { kind: 'market', side: 'buy', budget: '0.5' }],
    [
      'a sale at the market',
      { target_price: undefined, type: 'sell' },
      { kind: 'market', side: 'sell', quantity: '0.5' },
    ],
    [
      'a sale at the market for proceeds',
      { target_price: undefined, type: 'sell', amount_unit: 'quote' },
      { kind: 'market', side: 'sell', proceeds: '0.5' },
    ],
  ])(
    'given %s, when it is placed, then its mode’s shard receives it in decimal text',
    async (_what, fields, request) => {
      await place(BTC, fields);
      expect(requested).toMatchObject([
        {
          shard: 'spot-real',
          name: 'spot.place',
          route: 'POST /coin/trade',
          body: '[]',
          fields: { market: 1, request },
        },
      ]);
    },
  );

  it('given a demo session, when it places, then the demo shard receives it and its accounts are open', async () => {
    await place({ symbol: 'ETH/USDT' }, {}, 'demo');
    expect(requested).toMatchObject([{ shard: 'spot-demo', fields: { market: 2 } }]);
    const accounts = await testbed.ledger.readOwner(testbed.db, 'demo', 'user:1');
    expect(accounts.map(({ kind, currency }) => `${kind} ${currency}`).sort()).toEqual([
      'exchange ETH',
      'exchange USDT',
    ]);
  });

  it.each([
    ['words that disagree', { ...BTC, symbol: 'ETH/USDT' }, {}, 'not_found'],
    ['a pair nobody trades', { baseId: 3n, quoteId: 1n }, {}, 'not_found'],
    ['an unknown currency', { baseId: 999n, quoteId: 3n }, {}, 'not_found'],
    ['a market without spot', { symbol: 'EUR/USD' }, {}, 'not_found'],
    ['half a pair', { baseId: 1n }, {}, 'currency_name'],
    ['a limit by quote', BTC, { amount_unit: 'quote' }, 'feature_coming_soon'],
    ['a purchase by base', BTC, { target_price: undefined, amount_unit: 'base' }, 'feature_coming_soon'],
    ['fill or kill', BTC, { time_in_force: 'fok' }, 'feature_coming_soon'],
    ['a stop', BTC, { stop_price: price('1') }, 'feature_coming_soon'],
    ['resting at the market', BTC, { target_price: undefined, post_only: true }, 'post_only'],
    ['resting and taking', BTC, { time_in_force: 'ioc', post_only: true }, 'post_only'],
  ])(
    'given %s, when it is placed, then it is refused and the engine is not called',
    async (_what, pair, fields, refusal) => {
      await expect(place(pair, fields)).rejects.toThrow(refusal);
      expect(requested).toEqual([]);
    },
  );
});

describe('cancelling', () => {
  it('given the user’s own order, when it is cancelled, then the engine is called; for another user’s it is not', async () => {
    const id = testbed.nextId();
    await insertOrder(engine, { id, user_id: 1n });
    await cancelOrder(deps, source(1n), id);
    expect(requested).toMatchObject([{ shard: 'spot-real', name: 'spot.cancel', fields: { order: String(id) } }]);
    await expect(cancelOrder(deps, source(2n), id)).rejects.toThrow('not_found');
    await expect(cancelOrder(deps, source(1n, 'demo'), id)).rejects.toThrow('not_found');
    expect(requested).toHaveLength(1);
  });

  it('given a market or none, when all are cancelled, then the engine receives that scope', async () => {
    await cancelAllOrders(deps, source(1n), undefined);
    await cancelAllOrders(deps, source(1n), 'ETH/USDT');
    expect(requested.map(({ fields }) => fields)).toEqual([{ reason: 'user' }, { market: 2, reason: 'user' }]);
    await expect(cancelAllOrders(deps, source(1n), 'NO/SUCH')).rejects.toThrow('not_found');
  });
});

describe('closing demo orders', () => {
  it('given an unavailable engine, when a user resets, then it is refused', async () => {
    await expect(closeDemoOrders(createEngineClient(bus))(1n)).rejects.toThrow('engine_unavailable');
  });

  it('given an engine, when a user resets, then it is called once, for that user, in demo mode', async () => {
    const sent: unknown[] = [];
    const end = bus.respond(subjectOf('spot-demo'), (question, reply) => {
      sent.push(question);
      reply({ ok: { cancelled: 2 } });
    });
    await closeDemoOrders(createEngineClient(bus))(7n);
    expect(sent).toMatchObject([{ name: 'spot.cancelAll', user: '7', fields: { reason: 'reset' } }]);
    end();
  });
});

describe('amount entry', () => {
  it('is sent with every digit it has', async () => {
    await place(BTC, { amount: amount('0.123456789012345678') });
    expect(requested[0]?.fields).toMatchObject({
      request: { quantity: formatDecimal(amount('0.123456789012345678')) },
    });
  });
});
