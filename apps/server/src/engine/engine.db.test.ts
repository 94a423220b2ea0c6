import { soon, timeOf } from '@app/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../../test/new-key.ts';
import { openSpotTestbed, type SpotTestbed, type Trader, until } from '../../test/spot-testbed.ts';
import { once } from '../platform/db/idempotency.ts';

const BTC = 1;
const ETH = 2;
let testbed: SpotTestbed;

beforeAll(async () => {
  testbed = await openSpotTestbed();
});

const rich = () => testbed.newTrader('demo', { USDT: '1000000', BTC: '10', ETH: '100' });
const sell = (price: string, quantity = '0.1') => ({ kind: 'limit', side: 'sell', price, quantity }) as const;
const buy = (price: string, quantity = '0.1') => ({ kind: 'limit', side: 'buy', price, quantity }) as const;
const refusal = (call: Promise<unknown>) =>
  call.then(
    () => 'accepted',
    (error: Error) => error.message,
  );
const count = async (query: string, values: unknown[] = []) =>
  Number((await testbed.root.query(`select count(*) as n from ${query}`, values)).rows[0].n);

/** Returns what this engine has counted in a shard. */
async function counted(metric: string, shard: string, outcome?: string): Promise<number> {
  const metrics = await testbed.engine.metrics.getMetricsAsJSON();
  const values = metrics.find(({ name }) => name === metric)?.values ?? [];
  return values.find(({ labels }) => labels.shard === shard && labels.outcome === outcome)?.value ?? 0;
}
/** Returns how often it has loaded a shard's whole state. */
const reloads = (shard: string) => counted('engine_reloads_total', shard);

/** Locks a user's account rows as a slow transaction elsewhere would; the returned function releases them. */
async function holdAccounts({ id }: Trader) {
  const other = await testbed.bare('postgres');
  await other.query('begin');
  await other.query(`select from ledger_account where owner = $1 for update`, [`user:${id}`]);
  return () => other.query('rollback');
}

describe('a command', () => {
  it('given one key, when it is sent ten times at once and again later, then it runs once and all answers are equal', async () => {
    const me = await rich();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => testbed.place(me, BTC, sell('90000'), key)));
    const later = await testbed.place(me, BTC, sell('90000'), key);
    expect(new Set([...answers, later].map(({ id }) => id)).size).toBe(1);
    expect(await count('spot_order where user_id = $1', [me.id])).toBe(1);
    expect(await count('ledger_transfer where kind = $1 and ref = $2', ['spot.hold', later.id])).toBe(1);
  });

  it('given a used key, when a different request uses it, then it is refused', async () => {
    const me = await rich();
    const key = newKey();
    await testbed.place(me, BTC, sell('90000'), key);
    expect(await refusal(testbed.place(me, BTC, sell('90001'), key))).toBe('idempotency_key_reused');
  });

  it('given one key in both modes and for a transfer at once, when they run, then exactly one takes effect', async () => {
    const me = await rich();
    const real = { id: me.id, mode: 'real' } as const;
    const transfer = (key: string) =>
      once(testbed.transact, { key, userId: me.id, route: 'TEST transfer', body: '' }, () => Promise.resolve({}));
    for (let n = 0; n < 20; n++) {
      const key = newKey();
      const call = [testbed.cancelAll(me, undefined, key), testbed.cancelAll(real, undefined, key), transfer(key)];
      const answers = (await Promise.all(call.map(refusal))).sort();
      expect(answers).toEqual(['accepted', 'idempotency_key_reused', 'idempotency_key_reused']);
    }
    expect(await count('idempotency where user_id = $1', [me.id])).toBe(20);
    expect(await count('engine_dead_command')).toBe(0);
  });

  it('given a refusal, when the same request is repeated and now valid, then it executes: nothing was recorded', async () => {
    const poor = await testbed.newTrader('demo', { USDT: '1', BTC: '0' });
    const key = newKey();
    expect(await refusal(testbed.place(poor, BTC, buy('50000'), key))).toBe('insufficient_balance');
    await testbed.fund(poor.id, 'exchange', 'USDT', '100000', 'demo');
    expect((await testbed.place(poor, BTC, buy('50000'), key)).status).toBe('open');
  });

  it('given a user without an account, when they place an order, then it is refused for insufficient balance', async () => {
    expect(await refusal(testbed.place({ id: 4_711n, mode: 'demo' }, BTC, buy('50000')))).toBe('insufficient_balance');
  });

  it('given one that the database refuses among many, when they arrive at once, then it costs one reload and its user a minute', async () => {
    await testbed.root.query(`create function refuse_the_poison() returns trigger language plpgsql as
      $$ begin if new.quantity = 0.07777 then raise exception 'poison'; end if; return new; end $$;
      create trigger refuse_the_poison before insert on spot_order for each row execute function refuse_the_poison()`);
    const people = await Promise.all(Array.from({ length: 12 }, rich));
    const reloadsBefore = await reloads('spot-demo');
    const call = people.map((who, index) =>
      refusal(testbed.place(who, BTC, sell('95000', index === 5 ? '0.07777' : '0.1'))),
    );
    const answers = await Promise.all(call);
    expect(answers.filter((it) => it === 'accepted')).toHaveLength(11);
    expect(answers[5]).toBe('internal');
    expect((await reloads('spot-demo')) - reloadsBefore).toBe(1);
    const { rows } = await testbed.root.query('select command, error from engine_dead_command');
    expect(rows).toEqual([{ command: expect.objectContaining({ name: 'spot.place' }), error: expect.any(String) }]);
    expect(rows[0].error).toContain('poison');
    await testbed.root.query('drop trigger refuse_the_poison on spot_order');
    expect(await refusal(testbed.place(people[5] as Trader, BTC, sell('95000')))).toBe('account_busy');
    expect((await testbed.place(people[4] as Trader, BTC, sell('95000'))).status).toBe('open');
    expect((await reloads('spot-demo')) - reloadsBefore).toBe(1);
  });
});

describe('two commands of one batch', () => {
  it('given an order, when it is cancelled twice at once, then the second is refused because the order has changed', async () => {
    const me = await rich();
    const { id } = await testbed.place(me, BTC, sell('94000'));
    const answers = await Promise.all([refusal(testbed.cancel(me, id)), refusal(testbed.cancel(me, id))]);
    expect(answers.sort()).toEqual(['accepted', 'order_state_changed']);
    expect(await refusal(testbed.cancel(await rich(), id))).toBe('not_found');
  });
});

describe('an account locked elsewhere', () => {
  it('given my own account, when I place an order, then I receive account_busy, and other users are not delayed', async () => {
    const me = await rich();
    const other = await rich();
    const letGo = await holdAccounts(me);
    const startedMs = performance.now();
    const mine = refusal(testbed.place(me, BTC, sell('91000')));
    await soon('an order beside a locked account', 240, () => timeOf(() => testbed.place(other, BTC, sell('91000'))));
    expect(await mine).toBe('account_busy');
    const mineMs = performance.now() - startedMs;
    await letGo();
    expect(mineMs).toBeGreaterThan(240);
    expect((await testbed.place(me, BTC, sell('91000'))).status).toBe('open');
  });

  it('given my order is deferred, when I cancel another order meanwhile, then the cancel waits behind it', async () => {
    const me = await rich();
    const { id } = await testbed.place(me, BTC, sell('92000'));
    const letGo = await holdAccounts(me);
    const answered: string[] = [];
    const note = (what: string) => () => void answered.push(what);
    const placing = testbed.place(me, ETH, sell('9000', '1')).then(note('placed'));
    const cancelling = until(
      () => 'a moment',
      async () => true,
    ).then(() => testbed.cancel(me, id).then(note('cancelled')));
    await letGo();
    await Promise.all([placing, cancelling]);
    expect(answered.sort()).toEqual(['cancelled', 'placed']);
  });

  it('given a maker’s account, when a taker matches their order, then the taker waits and fills once it is free', async () => {
    const maker = await rich();
    const taker = await rich();
    await testbed.place(maker, ETH, sell('3000', '1'));
    const letGo = await holdAccounts(maker);
    const deferred = () => counted('engine_commands_total', 'spot-demo', 'deferred');
    const before = await deferred();
    const taking = testbed.place(taker, ETH, buy('3000', '1'));
    await until(
      () => 'a taker that waits',
      async () => ((await deferred()) > before ? true : undefined),
    );
    await letGo();
    expect(await taking).toMatchObject({ status: 'filled', average: '3000' });
  });
});

describe('a maker whose account is constantly locked', () => {
  it('given back-to-back transfers lock it without a gap, when a taker matches the maker’s order, then they trade', async () => {
    const maker = await rich();
    const taker = await rich();
    await testbed.place(maker, ETH, sell('2900', '1'));
    let isOver = false;
    const streams = [1, 2, 3].map(async () => {
      const other = await testbed.bare('postgres');
      while (!isOver) {
        await other.query('begin');
        await other.query(`select from ledger_account where owner = $1 for no key update`, [`user:${maker.id}`]);
        await other.query('select pg_sleep(0.004)');
        await other.query('commit');
      }
    });
    let answer = 'account_busy';
    // A busy machine may need many attempts; without the lock wait no number of attempts would succeed.
    for (let tries = 0; answer === 'account_busy' && tries < 100; tries++)
      answer = await refusal(testbed.place(taker, ETH, buy('2900', '1')));
    isOver = true;
    await Promise.all(streams);
    expect(answer).toBe('accepted');
  });
});

describe('a setting that cannot be read', () => {
  it('given a malformed rule, when the engine reads it, then spot is closed until it is corrected, and health says so', async () => {
    const me = await rich();
    const { id } = await testbed.place(me, BTC, sell('96000'));
    const set = (version: number, value: string) =>
      testbed.root.query(
        `insert into setting (key, version, value, set_by, approved_by, reason)
         values ('spot.order_min', $1, $2, 'test', '{a,b}', 'test')`,
        [version, value],
      );
    await set(1, '60');
    await expect.poll(() => refusal(testbed.place(me, BTC, sell('96000')))).toBe('market_closed');
    expect(testbed.engine.check().join()).toContain('spot.order_min version 1 is malformed');
    expect((await testbed.cancel(me, id)).status).toBe('cancelled');
    await set(2, '"5"');
    await expect.poll(() => refusal(testbed.place(me, BTC, sell('96000')))).toBe('accepted');
    expect(testbed.engine.check()).toEqual([]);
  });
});

describe('owners of a shard', () => {
  it('given the owner stops, when another starts, then resting orders persist and executed keys are replayed', async () => {
    const me = await rich();
    const other = await rich();
    const key = newKey();
    const resting = await testbed.place(me, ETH, sell('4000', '2'), key);
    const shown = await testbed.untilShown('demo', ETH, ({ depth }) => depth.asks.some(([price]) => price === '4000'));
    await testbed.engine.stop();
    expect(await refusal(testbed.place(other, ETH, buy('4000', '1')))).toBe('engine_unavailable');
    const next = await testbed.start();
    const again = await testbed.untilShown('demo', ETH, ({ seq }) => BigInt(seq) > BigInt(shown.seq));
    expect(again.depth.asks).toEqual(shown.depth.asks);
    expect((await testbed.place(me, ETH, sell('4000', '2'), key)).id).toBe(resting.id);
    expect(await testbed.place(other, ETH, buy('4000', '1'))).toMatchObject({ status: 'filled', cost: '4000' });
    expect(await testbed.cancel(me, resting.id)).toMatchObject({ status: 'cancelled', filled: '1', fee: '4' });
    await next.stop();
    await testbed.start();
  });

  it('given inbox commands for a user, when they run, then their rows are deleted; failing ones are dead-lettered', async () => {
    const me = await rich();
    const { id } = await testbed.place(me, BTC, sell('93000'));
    const engine = await testbed.bare('engine');
    const put = (row: number, command: object) =>
      engine.query(`insert into engine_inbox (id, shard, command) values ($1, 'spot-demo', $2)`, [row, command]);
    await put(1, { name: 'spot.cancelAll', user: String(me.id), fields: { reason: 'user' } });
    await put(2, { name: 'spot.cancelAll', fields: { reason: 'user' } });
    await put(3, { name: 'no command at all' });
    await engine.query(`insert into engine_inbox (id, shard, command) values (4, 'spot-demo', 'null')`);
    await until(
      () => 'an empty inbox',
      async () => ((await count('engine_inbox')) === 0 ? true : undefined),
    );
    expect(await count(`spot_order where id = $1 and status = 'cancelled'`, [id])).toBe(1);
    expect(await count(`engine_dead_command where command ->> 'name' = 'spot.cancelAll'`)).toBe(1);
    expect(await count(`engine_dead_command where command = 'null' or command ->> 'name' like 'no %'`)).toBe(2);
  });
});

describe('the inbox', () => {
  it('given a role without a right, when it writes a command, then the database refuses it', async () => {
    const put = async (role: 'worker' | 'app' | 'engine' | 'migrate', name: string) => {
      const client = await testbed.bare(role);
      const insert = `insert into engine_inbox (id, shard, command) values ($1, 'no shard', $2)`;
      return await client.query(insert, [testbed.nextId(), { name }]).then(
        () => 'written',
        (error: { code?: string }) => error.code,
      );
    };
    expect(await put('engine', 'count.tick')).toBe('written');
    expect(await put('migrate', 'spot.readInventory')).toBe('written');
    expect(await put('migrate', 'spot.cancelAll')).toBe('42501');
    expect(await put('worker', 'spot.cancelAll')).toBe('42501');
    expect(await put('app', 'spot.cancelAll')).toBe('42501');
    await (await testbed.bare('migrate')).query(
      `insert into engine_inbox_right (role, command) values ('worker', 'spot.cancelAll')`,
    );
    expect(await put('worker', 'spot.cancelAll')).toBe('written');
    expect(await put('worker', 'spot.place')).toBe('42501');
    const attacker = await testbed.bare('worker');
    await attacker.query(`create temp table engine_inbox_right (role text, command text)`);
    await attacker.query(`insert into engine_inbox_right values ('worker', 'spot.place')`);
    const insert = `insert into engine_inbox (id, shard, command) values (77, 'no shard', '{"name": "spot.place"}')`;
    await expect(attacker.query(insert)).rejects.toThrow('may not write');
    await testbed.root.query(`delete from engine_inbox where shard = 'no shard'`);
  });
});

describe('a market that is listed while the engine runs', () => {
  it('given a new spot market, when it has a price, then it trades without a restart, and stops when it is delisted', async () => {
    const migrate = await testbed.bare('migrate');
    await migrate.query(
      `insert into market (id, symbol, base, quote, name, category, price_tick, lot, hours, products, place)
       select 9001, 'ETH/BTC', 'ETH', 'BTC', 'Ether', category, 0.00001, lot, hours, '{spot}', 9001 from market where id = 1`,
    );
    const me = await rich();
    const order = { kind: 'limit', side: 'sell', price: '0.08', quantity: '80' } as const;
    await expect.poll(() => refusal(testbed.place(me, 9001, order))).toBe('accepted');
    const other = await rich();
    expect(await testbed.place(other, 9001, { ...order, side: 'buy' })).toMatchObject({
      status: 'filled',
      cost: '6.4',
    });
    await migrate.query(`update market set products = '{}' where id = 9001`);
    await expect.poll(() => refusal(testbed.place(me, 9001, order))).not.toBe('accepted');
    expect((await testbed.cancelAll(me, 9001)).cancelled).toBeGreaterThanOrEqual(0);
  });
});
