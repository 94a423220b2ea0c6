import { hold } from '@app/domain/ledger';
import { secondsAccount } from '@app/domain/seconds';
import { betsSettled, toOutbox } from '@app/protocol/events';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { ENTERED, insertBet, insertEndedBet } from '../../../test/seconds-rows.ts';
import { amount, openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { publish } from '../../platform/db/outbox.ts';
import { drain, register } from '../../platform/db/outbox-consumer.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { audit } from '../ledger/index.ts';
import { readMarkets } from '../market/index.ts';
import { createSettings } from '../reference/index.ts';
import { readSecondsTrades } from './describe-trades.ts';
import { explainStakes } from './explain-frozen.ts';
import { countOpenBets, secondsTables } from './personal-tables.ts';
import { createSecondsFacts } from './record-facts.ts';
import { createVoidNotices } from './void-notices.ts';

let testbed: Testbed;
let root: pg.Client;

beforeAll(async () => {
  testbed = await openTestbed('engine');
  root = await testbed.bare('postgres');
});

const add = (userId: bigint, columns: object = {}) =>
  insertBet(root, { id: testbed.nextId(), user_id: userId, ...columns });

async function addEnded(userId: bigint, outcome: string, columns: object = {}) {
  const id = testbed.nextId();
  const settlement = testbed.nextId();
  await insertEndedBet(root, { id, user_id: userId, outcome, settlement, ...columns });
  return { id, settlement };
}

describe('frozen balances of seconds accounts', () => {
  const breaches = async () => {
    const report = await audit(testbed.as('worker').db, async () => {}, { frozen: [explainStakes] });
    return (report?.breaches ?? []).filter(({ invariant }) => invariant === 'M1').map(({ detail }) => detail);
  };

  it('are the stakes of open bets, and an unexplained one is found', async () => {
    await testbed.fund(1n, 'seconds', 'USDT', '1000');
    const entries = hold(amount('300'), secondsAccount(1n, 'USDT'));
    await testbed.transact((tx) =>
      testbed.ledger.post(tx, [{ kind: 'seconds.hold', ref: '1', mode: 'real', entries }]),
    );
    await add(1n);
    await add(1n, { ...ENTERED, stake: '200' });
    await addEnded(1n, 'loss');
    expect(await breaches()).toEqual([]);
    await add(1n, { stake: '0.000000000000000001' });
    expect(await breaches()).toMatchObject([
      expect.stringMatching(/user:1 seconds USDT in the real book shows 300\.0+ frozen/),
    ]);
  });
});

describe('notices', () => {
  it('are written for void bets only, once each, and capped like those of trades', async () => {
    await root.query(
      `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
       values (5, 'void@example.com', '$argon2id$test', 'Test', 'VOID1', 1)`,
    );
    const worker = testbed.as('worker').db;
    const work = transactOn(worker);
    await work((tx) => register(tx, 'seconds.notices', 'now'));
    const outcomes = ['profit', 'loss', 'flat', 'cancelled', 'void'] as const;
    const bets = outcomes.map((outcome, at) => ({
      id: BigInt(at + 1),
      settlement: BigInt(at + 101),
      user: 5n,
      market: 1,
      side: 'up' as const,
      outcome,
      stake: amount('25'),
      returned: amount('25'),
      currency: 'USDT',
    }));
    await testbed.transact((tx) => publish(tx, testbed.nextId, [toOutbox(betsSettled, { book: 'demo', bets })]));
    const consumer = createVoidNotices({ settings: createSettings(worker), nextId: testbed.nextId });
    await drain(work, consumer, silent);
    const notices = async () =>
      (await root.query(`select kind, params from notice where user_id = 5 order by id`)).rows as {
        kind: string;
        params: object;
      }[];
    expect(await notices()).toMatchObject([
      { kind: 'bet_void', params: { mode: 'demo', bet: '5', symbol: 'BTC/USDT', stake: '25', currency: 'USDT' } },
    ]);
    const many = Array.from({ length: 60 }, (_, at) => ({
      ...(bets[4] as (typeof bets)[number]),
      settlement: BigInt(1_000 + at),
    }));
    await testbed.transact((tx) => publish(tx, testbed.nextId, [toOutbox(betsSettled, { book: 'demo', bets: many })]));
    await drain(work, consumer, silent);
    const kinds = (await notices()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'bet_void').length).toBeLessThan(61);
    expect(kinds).toContain('orders_many');
  });
});

describe('records, files and personal data', () => {
  const transferOf = (kind: string, ref: bigint) => ({
    id: testbed.nextId(),
    kind,
    ref: String(ref),
    atMs: 0,
    changes: new Map(),
    entries: [],
  });

  it('say which bet, and how it ended', async () => {
    const won = await addEnded(20n, 'profit');
    const { id: none } = await addEnded(20n, 'void');
    const held = transferOf('seconds.hold', won.id);
    const settled = transferOf('seconds.settle', won.id);
    const refunded = transferOf('seconds.refund', none);
    const all = [held, settled, refunded];
    const listed = await readMarkets(testbed.db);
    const facts = createSecondsFacts({ board: { markets: () => listed } });
    expect([...facts.kinds].sort()).toEqual(['seconds.hold', 'seconds.refund', 'seconds.settle']);
    const found = await facts.read(testbed.db, { userId: 20n, mode: 'real' }, all as never);
    expect(found.get(settled.id)).toEqual({
      of: 'bet',
      bet_id: won.id,
      settlement_id: won.settlement,
      symbol: 'BTC/USDT',
      side: 'up',
      seconds: 30,
      stake: amount('100'),
      outcome: 'profit',
      returned: amount('185'),
      entry_price: amount('60000'),
      exit_price: amount('61000'),
    });
    expect(found.get(refunded.id)).toMatchObject({ outcome: 'void', returned: amount('100'), exit_price: null });
    expect((await facts.read(testbed.db, { userId: 21n, mode: 'real' }, all as never)).size).toBe(0);

    const trades = await readSecondsTrades(testbed.db, 20n, all);
    expect([...trades.keys()]).toEqual([settled.id]);
    expect(trades.get(settled.id)).toEqual({
      market: 'BTC/USDT',
      side: 'buy',
      quantity: amount('100'),
      price: amount('61000'),
      value: amount('100'),
    });
    expect(await readSecondsTrades(testbed.db, 21n, all)).toEqual(new Map());
  });

  it('are downloaded by their user alone, and open bets keep an account from being closed', async () => {
    await addEnded(30n, 'loss', { book: 'demo' });
    await add(30n);
    await add(31n);
    const rowsOf = async (userId: bigint) =>
      Promise.all(
        secondsTables.map(async ({ download }) => {
          if (!('rows' in download)) throw new Error('nothing to download');
          return (await download.rows(userId).execute(testbed.as('worker').db)).rows.length;
        }),
      );
    expect([await rowsOf(30n), await rowsOf(31n)]).toEqual([
      [2, 1],
      [1, 0],
    ]);
    expect(await countOpenBets(testbed.db, 30n)).toEqual([{ product: 'seconds', book: 'real', count: 1 }]);
  });
});
