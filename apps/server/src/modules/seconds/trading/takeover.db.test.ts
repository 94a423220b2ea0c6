import { secondsShard } from '@app/domain/seconds';
import { beforeAll, describe, expect, it } from 'vitest';
import { findWrongBets, findWrongMoney, recount } from '../../../../test/seconds-judge.ts';
import { openSecondsTestbed, type SecondsTestbed } from '../../../../test/seconds-testbed.ts';
import { until } from '../../../../test/spot-testbed.ts';

const USERS = 3;
const BETS_EACH = 60;
const BETS = USERS * BETS_EACH + 1; // Four chunks.

let testbed: SecondsTestbed;
/** While there is one, engines stop after every commit once something has happened. */
let gate:
  | { readonly isDue: () => Promise<boolean>; readonly reached: () => void; readonly resumed: Promise<unknown> }
  | undefined;

beforeAll(async () => {
  testbed = await openSecondsTestbed({ onCheckpoint });
  await testbed.price('60000');
});

async function onCheckpoint(point: string, shard: string): Promise<void> {
  const own = gate;
  if (point !== 'committed' || shard !== secondsShard('demo') || own === undefined || !(await own.isDue())) return;
  own.reached();
  await own.resumed;
  throw new Error('killed');
}

const count = async (what: string) => Number((await testbed.rowsOf(`select count(*) from ${what}`))[0]?.count);
const settled = () => count('seconds_settlement');
const running = () => count(`seconds_bet where status = 'running'`);
const untilAll = (what: () => Promise<number>, all: number) =>
  until(
    () => `${all} of them`,
    async () => ((await what()) === all ? true : undefined),
  );

/** Lets the leader end after the commit at which something has begun, while ticks wait; another leader goes on. */
async function takeOver(what: () => Promise<number>, act: () => Promise<unknown>): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const resumed = Promise.withResolvers<void>();
  gate = { isDue: async () => (await what()) > 0, reached: reached.resolve, resumed: resumed.promise };
  await act();
  await reached.promise;
  const done = await what();
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(BETS);
  gate = undefined;
  const before = await epoch();
  await testbed.root.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'engine' and datname = current_database()`,
  );
  try {
    await testbed.start({}, []); // It leads next, or the leader that was killed before.
    await until(
      () => 'another leader',
      async () => ((await epoch()) > before ? true : undefined),
    );
  } finally {
    resumed.resolve(); // Otherwise this engine never ends, and answers other files' requests.
  }
}

const epoch = async () =>
  Number((await testbed.rowsOf('select epoch from lease where name = $1', [secondsShard('demo')]))[0]?.epoch);

describe('a run of several chunks', () => {
  it('given a leader that is killed while bets enter and while they are settled, then each is settled once, at its tick', async () => {
    const users = await Promise.all(Array.from({ length: USERS }, () => testbed.newUser('10000')));
    const first = await testbed.newUser('1000');
    await testbed.betAt('60000', first, { stake: '5' });
    await Promise.all(
      users.flatMap((user) =>
        Array.from({ length: BETS_EACH }, (_, n) => testbed.bet(user, { stake: '5', side: n % 2 ? 'up' : 'down' })),
      ),
    );
    await testbed.pass(1_000);
    await takeOver(running, async () => {
      await testbed.price('60000');
      await testbed.price('61000'); // It waits behind the run.
    });
    await untilAll(running, BETS);
    await testbed.pass(30_000);
    let last = { atMs: 0 };
    await takeOver(settled, async () => {
      await testbed.price('60001');
      last = await testbed.price('50000');
    });
    await untilAll(settled, BETS);
    expect(await findWrongBets(testbed, last.atMs)).toEqual([]);
    expect(await findWrongMoney(testbed)).toEqual([]);
    expect(await recount(testbed)).toEqual({ settlements: BETS, faults: [] });
    expect(await count('engine_inbox')).toBe(0);
  });

  it('given an account that is locked elsewhere, then all others go on, and this one ends at its own tick once it is free', async () => {
    const me = await testbed.newUser('1000');
    const other = await testbed.newUser('1000');
    const mine = await testbed.betAt('60000', me);
    const theirs = await testbed.betAt('60000', other);
    await testbed.pass(1_000);
    const longer = await testbed.betAt('60000', other, { seconds: 60 });
    await testbed.untilBet(mine.id, ({ status }) => status === 'running');
    const holder = await testbed.bare('postgres');
    await holder.query('begin');
    await holder.query(`select from ledger_account where owner = $1 and kind = 'seconds' for update`, [
      `user:${me.id}`,
    ]);
    await testbed.pass(1_000);
    await testbed.price('60000');
    await testbed.pass(29_000);
    await testbed.price('60001');
    await testbed.untilBet(theirs.id, ({ status }) => status === 'settled');
    await testbed.pass(31_000);
    const last = await testbed.price('50000'); // Later ticks do not wait either.
    await testbed.untilBet(longer.id, ({ status }) => status === 'settled');
    await testbed.untilLooked(secondsShard('demo'));
    expect(await testbed.settlementOf(mine.id)).toBeUndefined();
    expect(await testbed.refusalOf(testbed.cancel(me, mine.id))).toBe('order_state_changed');
    await holder.query('rollback');
    await testbed.untilBet(mine.id, ({ status }) => status === 'settled');
    expect(await testbed.settlementOf(mine.id)).toMatchObject({ outcome: 'profit' });
    expect(await findWrongBets(testbed, last.atMs)).toEqual([]);
  });
});
