import { productKillSwitch, type Setting } from '@app/domain/reference';
import { secondsSettings, secondsShard } from '@app/domain/seconds';
import { type Amount, parseDecimal } from '@app/money';
import { betCommand } from '@app/protocol/engine';
import { betsFrame } from '@app/protocol/socket';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { changeSetting } from '../../../../test/change-setting.ts';
import { NASTY } from '../../../../test/nasty-values.ts';
import { newKey } from '../../../../test/new-key.ts';
import { findWrongBets, findWrongMoney, recount } from '../../../../test/seconds-judge.ts';
import { BTC, openSecondsTestbed, type SecondsTestbed } from '../../../../test/seconds-testbed.ts';
import { until } from '../../../../test/spot-testbed.ts';

const ETH = 2;
let testbed: SecondsTestbed;

beforeAll(async () => {
  testbed = await openSecondsTestbed();
  await testbed.price('60000');
});

type Body = Parameters<SecondsTestbed['bet']>[1];

/** Places a bet on a fresh price. */
async function placed(body: Body = {}) {
  const me = await testbed.newUser('1000');
  return { me, bet: await testbed.betAt('60000', me, body) };
}

/** Places a bet and seals its entry tick. */
async function entered(body: Body = {}) {
  const both = await placed(body);
  await testbed.pass(1_000);
  await testbed.price('60000');
  await testbed.untilBet(both.bet.id, ({ status }) => status === 'running');
  return both;
}

const ended = async (id: string) => {
  await testbed.untilBet(id, ({ status }) => !['waiting', 'running'].includes(String(status)));
  return await testbed.settlementOf(id);
};

const set = <Value>(setting: Setting<Value>, value: Value) => changeSetting(testbed, setting, value);

describe('a bet', () => {
  it('holds its stake, enters at the first tick a second later, and a right one returns stake and gain', async () => {
    const { me, bet } = await placed();
    expect(bet).toMatchObject({ status: 0, type: 1, number: '100', rate: '0.85', result: null, entry_price: null });
    expect(await testbed.balanceOf(me)).toEqual({ available: '900', frozen: '100' });
    await testbed.price('60100'); // Too early to count.
    await testbed.pass(1_000);
    await testbed.price('60200');
    const running = await testbed.untilBet(bet.id, ({ status }) => status === 'running');
    expect(running).toMatchObject({ entry_price: '60200.000000000000000000' });
    await testbed.pass(24_000); // Far from the exit: a busy machine may take seconds for a price.
    await testbed.price('60000');
    await testbed.pass(6_000);
    await testbed.price('60201');
    expect(await ended(bet.id)).toMatchObject({
      outcome: 'profit',
      returned: '185.000000000000000000',
      exit_price: '60201.000000000000000000',
    });
    expect(await testbed.balanceOf(me)).toEqual({ available: '1085', frozen: '0' });
  });

  it('is lost or flat at its exit tick, and what was lost or won counts for the day', async () => {
    for (const [exit, outcome, available, result] of [
      ['59999', 'loss', '900', '-100'],
      ['60000', 'flat', '1000', undefined],
      ['60001', 'profit', '1085', '85'],
    ] as const) {
      const { me, bet } = await entered();
      await testbed.pass(30_000);
      await testbed.price(exit);
      expect(await ended(bet.id)).toMatchObject({ outcome });
      expect(await testbed.balanceOf(me)).toEqual({ available, frozen: '0' });
      const [day] = await testbed.rowsOf(
        `select trim_scale(result)::text as result from day_result where user_id = $1 and product = 'seconds'`,
        [me.id],
      );
      expect(day?.result).toBe(result);
    }
  });

  it('is cancelled if no tick that may be its entry comes within a second of the cancel', async () => {
    const { me, bet } = await placed();
    expect(await testbed.cancel(me, bet.id)).toMatchObject({ status: 0, cancel_sent: expect.any(Number) });
    expect(await testbed.balanceOf(me)).toEqual({ available: '900', frozen: '100' });
    await testbed.pass(3_000);
    await testbed.price('60000');
    expect(await ended(bet.id)).toMatchObject({ outcome: 'cancelled', returned: '100.000000000000000000' });
    expect(await testbed.balanceOf(me)).toEqual({ available: '1000', frozen: '0' });
    expect(await testbed.refusalOf(testbed.cancel(me, bet.id))).toBe('order_state_changed');
  });

  it('is not cancelled by a cancel that came less than a second before its entry tick, nor by another user', async () => {
    const { me, bet } = await placed();
    const other = await testbed.newUser('1000');
    expect(await testbed.refusalOf(testbed.cancel(other, bet.id))).toBe('not_found');
    await testbed.pass(900);
    await testbed.cancel(me, bet.id);
    await testbed.pass(500);
    await testbed.price('60000');
    await testbed.untilBet(bet.id, ({ status }) => status === 'running');
    expect(await testbed.refusalOf(testbed.cancel(me, bet.id))).toBe('order_state_changed');
    await testbed.pass(31_000);
    await testbed.price('60000');
    expect(await ended(bet.id)).toMatchObject({ outcome: 'flat' });
  });

  it('is void at once when a block shows that its tick did not come, although its own market has none', async () => {
    const running = await entered();
    const waiting = await placed();
    await testbed.pass(41_000);
    await testbed.price('100', { market: ETH });
    expect(await ended(waiting.bet.id)).toMatchObject({ outcome: 'void', entry_seq: null });
    expect(await ended(running.bet.id)).toMatchObject({ outcome: 'void', entry_price: '60000.000000000000000000' });
    for (const { me } of [waiting, running])
      expect(await testbed.balanceOf(me)).toEqual({ available: '1000', frozen: '0' });
  });

  it('is void by the clock if no block comes at all, but only once none can come any more', async () => {
    const { bet } = await placed();
    const lastMs = Number(bet.enters) + 10_000;
    await testbed.pass(1_000 + 10_000 + 5_000);
    await testbed.untilLooked(secondsShard('demo'));
    expect([await testbed.settlementOf(bet.id), testbed.now() > lastMs]).toEqual([undefined, true]);
    await testbed.pass(4_000); // It ends by itself, not before the rest of the time has passed.
    const settlement = await ended(bet.id);
    expect(settlement).toMatchObject({ outcome: 'void' });
    expect(Number(settlement?.at)).toBeGreaterThanOrEqual(lastMs + 10_000);
  });

  it('has one effect however often it is sent, and its answer is the bet as it is now', async () => {
    const { me } = await placed();
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 10 }, () => testbed.bet(me, {}, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await testbed.balanceOf(me)).toEqual({ available: '800', frozen: '200' });
    expect(await testbed.refusalOf(testbed.bet(me, { stake: '101' }, key))).toBe('idempotency_key_reused');
    await testbed.pass(30_000);
    await testbed.price('60000');
    const { id } = answers[0] ?? { id: '' };
    await ended(id);
    expect(await testbed.bet(me, {}, key)).toMatchObject({ id, status: 4, result: null, returned: '100' });
  });

  it('is pushed to its owner at every change, in its wire format', async () => {
    const { me, bet } = await entered();
    const frames = () =>
      testbed.published
        .filter(({ subject }) => subject === `push.${me.id}.demo`)
        .map(({ message }) => z.decode(betsFrame, message as never));
    await until(
      () => `two frames in ${JSON.stringify(testbed.published.at(-1))}`,
      () => (frames().length >= 2 ? true : undefined),
    );
    const [first, second] = frames();
    expect([first?.data.bets[0]?.status, second?.data.bets[0]?.status]).toEqual([0, 1]);
    expect(second).toMatchObject({ channel: 'bets', prev: first?.seq });
    expect(String(second?.data.bets[0]?.id)).toBe(bet.id);
  });
});

describe('a bet is refused', () => {
  const refusal = async (body: Body, me?: Awaited<ReturnType<SecondsTestbed['newUser']>>) => {
    const user = me ?? (await testbed.newUser('1000'));
    return await testbed.refusalOf(testbed.betAt('60000', user, body));
  };

  it('by the rule of each field, and by the balance', async () => {
    expect(await refusal({ market: 9_999 })).toBe('not_found');
    expect(await refusal({ seconds: 31 })).toBe('time_wrong');
    expect(await refusal({ version: 77 })).toBe('quote_expired');
    expect(await refusal({ currency: 'BTC' })).toBe('feature_unavailable');
    expect(await refusal({ stake: '4.99' })).toBe('below_minimum');
    expect(await refusal({ stake: '5000.01' })).toBe('above_maximum');
    expect(await refusal({ stake: '5.001' })).toBe('amount_step_wrong');
    expect(await refusal({ stake: '1000.01' })).toBe('insufficient_balance');
    const poor = { id: testbed.nextId(), mode: 'demo' as const };
    expect(await refusal({}, poor)).toBe('insufficient_balance');
  });

  it('on a price older than two seconds, and in real mode on simulated prices', async () => {
    const me = await testbed.newUser('1000');
    await testbed.price('60000');
    await testbed.pass(2_100);
    expect(await testbed.refusalOf(testbed.bet(me))).toBe('price_stale');
    const real = await testbed.newUser('1000', 'real');
    const answer = testbed.refusalOf(testbed.bet(real)); // It waits for the first price that its leader sees.
    await testbed.untilWaiting(secondsShard('real'), 1);
    await testbed.price('60000');
    expect(await answer).toBe('price_stale');
  });

  it('for a user who has reached the daily loss, or rests', async () => {
    const me = await testbed.newUser('1000');
    const limit = async (kind: string, column: string, value: unknown) => {
      await testbed.root.query('set session_replication_role = replica'); // For a user who never registered.
      await testbed.root.query(`insert into personal_limit (user_id, kind, ${column}) values ($1, $2, $3)`, [
        me.id,
        kind,
        value,
      ]);
      await testbed.root.query('reset session_replication_role');
    };
    await limit('daily_loss', 'amount', 100);
    const { id } = await testbed.betAt('60000', me);
    await testbed.pass(1_000);
    await testbed.price('60000');
    await testbed.untilBet(id, ({ status }) => status === 'running');
    await testbed.pass(30_000);
    await testbed.price('59000');
    await ended(id);
    expect(await refusal({}, me)).toBe('personal_limit_reached');
    await testbed.root.query(`delete from personal_limit where user_id = $1`, [me.id]);
    await limit('cool_off', 'until', new Date(testbed.now() + 3_600_000));
    expect(await refusal({}, me)).toBe('cooling_off');
  });

  it('while the product or its market is stopped, and accepted bets are settled all the same', async () => {
    const { bet } = await entered();
    await set(productKillSwitch('seconds'), false);
    await until(
      () => 'a refusal',
      async () => ((await refusal({})) === 'feature_unavailable' ? true : undefined),
    );
    await testbed.pass(30_000);
    await testbed.price('60000');
    expect(await ended(bet.id)).toMatchObject({ outcome: 'flat' });
    await set(productKillSwitch('seconds'), true);
    await until(
      () => 'an acceptance',
      async () => ((await refusal({})) === 'accepted' ? true : undefined),
    );
  });

  it('beyond the cap of open stakes, however many are sent at once', async () => {
    const caps = secondsSettings.caps.initial;
    const openStakesMax = parseDecimal<Amount>('5000');
    const stakeMin = parseDecimal<Amount>('6');
    await set(secondsSettings.caps, { ...caps, demo: caps.demo.map((own) => ({ ...own, openStakesMax, stakeMin })) });
    await until(
      () => 'the new caps',
      async () => ((await refusal({ market: ETH, stake: '5' })) === 'below_minimum' ? true : undefined),
    );
    const users = await Promise.all(Array.from({ length: 50 }, () => testbed.newUser('1000')));
    const stakes = async () =>
      Number(
        (
          await testbed.rowsOf(
            `select coalesce(sum(stake), 0) as sum from seconds_bet where status in ('waiting', 'running') and market = $1 and side = 'down'`,
            [ETH],
          )
        )[0]?.sum,
      );
    await testbed.betAt('100', await testbed.newUser('1000'), { market: ETH, side: 'up' }); // The price is known.
    const answers = await Promise.all(
      users.map((user) => testbed.refusalOf(testbed.bet(user, { market: ETH, side: 'down', stake: '300' }))),
    );
    expect(answers.filter((answer) => answer === 'accepted')).toHaveLength(16);
    expect(answers.filter((answer) => answer === 'exposure_exhausted')).toHaveLength(34);
    expect(await stakes()).toBe(4_800);
    await set(secondsSettings.caps, caps);
  });

  it('with any value that a careless or hostile process might send, and the next bet is accepted', async () => {
    const me = await testbed.newUser('100000');
    const good = { market: BTC, side: 'up', seconds: 30, stake: '100', currency: 'USDT' };
    const client = (fields: unknown) =>
      testbed.bus
        .request(
          'engine.seconds-demo',
          {
            name: betCommand.name,
            fields,
            user: String(me.id),
            key: newKey(),
            route: 'TEST',
            hash: '00',
            notAfterMs: testbed.now() + 5_000,
          } as never,
          2_000,
        )
        .catch(() => 'ignored');
    await testbed.price('60000');
    const bad = Object.keys(good).flatMap((field) => NASTY.slice(0, 70).map((value) => ({ ...good, [field]: value })));
    await Promise.all(bad.map(client));
    expect(await testbed.refusalOf(testbed.betAt('60000', me))).toBe('accepted');
    expect(await testbed.rowsOf('select * from engine_dead_command')).toEqual([]);
  });
});

describe('all of it', () => {
  it('agrees with the reference, the ledger, the receipts’ chain and the public statistics', async () => {
    await testbed.pass(120_000);
    const { atMs } = await testbed.price('60000');
    await until(
      () => 'the end of all bets',
      async () =>
        (await testbed.rowsOf(`select id from seconds_bet where status in ('waiting', 'running')`)).length === 0
          ? true
          : undefined,
    );
    expect(await findWrongBets(testbed, atMs)).toEqual([]);
    expect(await findWrongMoney(testbed)).toEqual([]);
    const { settlements, faults } = await recount(testbed);
    expect(faults).toEqual([]);
    expect(settlements).toBeGreaterThan(20);
    expect(await testbed.rowsOf('select * from engine_inbox')).toEqual([]);
  });
});
