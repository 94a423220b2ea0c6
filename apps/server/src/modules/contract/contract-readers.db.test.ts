import { contractAccount } from '@app/domain/contract';
import { hold } from '@app/domain/ledger';
import type { Price } from '@app/money';
import { contractSettled, toOutbox } from '@app/protocol/events';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLOSED, insertPosition, insertSettlement, PENDING } from '../../../test/contract-rows.ts';
import { amount, openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { publish } from '../../platform/db/outbox.ts';
import { drain, register } from '../../platform/db/outbox-consumer.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { audit } from '../ledger/index.ts';
import { readMarkets } from '../market/index.ts';
import { createSettings } from '../reference/index.ts';
import { createContractMarkets } from './contract-markets.ts';
import { readContractTrades } from './describe-trades.ts';
import { explainMargins } from './explain-frozen.ts';
import { createContractStats } from './read-stats.ts';
import { createContractFacts } from './record-facts.ts';
import { contractFees } from './settlement-fees.ts';
import { createSettlementNotices } from './settlement-notices.ts';

let testbed: Testbed;
let root: pg.Client;

beforeAll(async () => {
  testbed = await openTestbed('engine');
  root = await testbed.bare('postgres');
});

async function add(userId: bigint, columns: object = {}): Promise<bigint> {
  const id = testbed.nextId();
  await insertPosition(root, { id, user_id: userId, ...columns });
  return id;
}

describe('frozen balances of contracts', () => {
  const breaches = async () => {
    const report = await audit(testbed.as('worker').db, async () => {}, { frozen: [explainMargins] });
    return (report?.breaches ?? []).filter(({ invariant }) => invariant === 'K1').map(({ detail }) => detail);
  };

  it('are the margin of positions and what pending orders hold', async () => {
    await testbed.fund(1n, 'contract', 'USDT', '1000');
    const entries = hold(amount('120.2'), contractAccount(1n, 'USDT'));
    await testbed.transact((tx) =>
      testbed.ledger.post(tx, [{ kind: 'contract.hold', ref: '1', mode: 'real', entries }]),
    );
    await add(1n);
    await add(1n, PENDING);
    await add(1n, CLOSED);
    expect(await breaches()).toEqual([]);
    await root.query(`update contract_position set margin = margin + 0.000000000000000001 where status = 'open'`);
    expect(await breaches()).toMatchObject([
      expect.stringMatching(/user:1 contract USDT in the real book shows 120\.20+ frozen/),
    ]);
    await root.query(`delete from contract_position`);
  });
});

describe('public statistics', () => {
  const PRICE = 60_000n * 10n ** 18n; // tidy: not money
  const read = async () => {
    const listed = await readMarkets(testbed.db);
    const markets = createContractMarkets(testbed.db, { markets: () => listed });
    const board = { quoteOf: () => ({ price: PRICE as Price }) as never }; // Nothing else of it is read.
    const { list, ...rest } = await createContractStats({ db: testbed.db, ledger: testbed.ledger, board, markets })(
      'real',
    );
    return { ...rest, market: list.find(({ symbol }) => symbol === 'BTC/USDT') };
  };

  it('show no figure with fewer than five users behind it, however many positions they have', async () => {
    for (const user of [1n, 1n, 2n, 3n, 4n]) await add(user);
    expect((await read()).market).toMatchObject({ open_lots: null, open_value: null, long_share: null });
  });

  it('show the total from five users on, and the sides once both have five', async () => {
    await add(5n);
    expect((await read()).market).toMatchObject({
      open_lots: amount('60'),
      open_value: amount('3600'),
      long_share: null,
    });
    for (const user of [6n, 7n, 8n, 9n]) await add(user, { side: 'short', lots: '5', opened_lots: '5' });
    expect((await read()).market?.long_share).toBeNull();
    await add(10n, { side: 'short', lots: '10' });
    await add(11n, { side: 'short', status: 'pending', entry: null, opened_at: null, limit_price: '1' });
    expect((await read()).market).toMatchObject({
      open_lots: amount('90'),
      long_share: amount('0.545454545454545454'),
      long_lots_share: amount('0.666666666666666666'),
    });
  });

  it('sum the liquidations of a day by side, from five users on', async () => {
    const force = (user: bigint) =>
      insertSettlement(root, { id: testbed.nextId(), position: testbed.nextId(), user_id: user, cause: 'liquidation' });
    for (const user of [1n, 2n, 3n, 4n]) await force(user);
    expect((await read()).market?.long_liquidations).toEqual({ count: null, value: null });
    await force(5n);
    const { market } = await read();
    expect(market?.long_liquidations).toEqual({ count: 5, value: amount('3050') });
    expect(market?.short_liquidations).toEqual({ count: null, value: null });
  });
});

describe('notices of ends', () => {
  it('are written for what ended without the user, once each', async () => {
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
       values (1, 'ends@example.com', '$argon2id$test', 'Test', 'ENDS1', 1)`,
    );
    const worker = testbed.as('worker').db;
    const work = transactOn(worker);
    await work((tx) => register(tx, 'contract.notices', 'now'));
    const common = {
      position: 7n,
      user: 1n,
      market: 1,
      side: 'long',
      lots: amount('1'),
      price: (60_000n * 10n ** 18n) as Price,
    } as const;
    const money = { result: amount('-5'), returned: amount('1') };
    const causes = ['user', 'liquidation', 'stop', 'profit', 'delivery', 'reverse'] as const;
    const settlements = causes.map((cause, index) => ({ id: BigInt(index + 1), cause, ...common, ...money }));
    await testbed.transact((tx) =>
      publish(tx, testbed.nextId, [toOutbox(contractSettled, { book: 'demo', settlements })]),
    );
    const consumer = createSettlementNotices({ settings: createSettings(worker), nextId: testbed.nextId });
    await drain(work, consumer, silent);
    const { rows } = await root.query(`select kind, params from notice where user_id = 1 order by kind`);
    expect(rows.map(({ kind }) => kind)).toEqual([
      'position_delivered',
      'position_liquidated',
      'position_profit',
      'position_stopped',
    ]);
    expect(rows[1].params).toMatchObject({
      mode: 'demo',
      symbol: 'BTC/USDT',
      price: '60000',
      result: '-5',
      position: '7',
    });
  });
});

describe('records, fees and files', () => {
  const transferOf = (kind: string, ref: string, change = '0') => ({
    id: testbed.nextId(),
    kind,
    ref,
    atMs: 0,
    changes: new Map([['USDT', amount(change)]]),
    entries: [],
  });

  it('say which position, at which price, with which fee', async () => {
    const position = await add(20n, { series: '2026-12-25' });
    const settlement = testbed.nextId();
    const figures = { overnight: '0.1', returned: '69.656', result: '10' };
    await insertSettlement(root, { id: settlement, position, user_id: 20n, ...figures });
    const opened = transferOf('contract.open', String(position), '-0.24');
    const night = transferOf('contract.overnight', `${position}:2026-11-18`, '-0.18');
    const closed = transferOf('contract.close', String(settlement), '9.656');
    const all = [opened, night, closed];

    const listed = await readMarkets(testbed.db);
    const facts = createContractFacts({ db: testbed.db, board: { markets: () => listed } });
    const found = await facts.read(testbed.db, { userId: 20n, mode: 'real' }, all as never);
    expect(found.get(opened.id)).toMatchObject({ position_id: position, settlement_id: null, price: amount('60000') });
    expect(found.get(night.id)).toMatchObject({ position_id: position, series: '2026-12-25' });
    expect(found.get(closed.id)).toMatchObject({
      settlement_id: settlement,
      result: amount('10'),
      fee: amount('0.344'),
    });
    expect((await facts.read(testbed.db, { userId: 21n, mode: 'real' }, all as never)).size).toBe(0);

    const fees = await Promise.all(
      all.map(async (it) => {
        const source = contractFees.find(({ kind }) => kind === it.kind);
        return (await source?.read(testbed.db, 20n, [it]))?.get(it.ref);
      }),
    );
    expect(fees).toEqual(['0.24', '0.18', '0.344'].map((text) => ({ currency: 'USDT', amount: amount(text) })));

    const trades = await readContractTrades(testbed.db, 20n, all);
    expect(trades.get(opened.id)).toMatchObject({
      market: 'BTC/USDT',
      side: 'buy',
      quantity: amount('0.01'),
      value: amount('600'),
    });
    expect(trades.get(closed.id)).toMatchObject({ side: 'sell', price: amount('61000'), value: amount('610') });
    expect(trades.get(night.id)).toMatchObject({ market: 'BTC/USDT', quantity: amount('0'), price: null });
  });
});
