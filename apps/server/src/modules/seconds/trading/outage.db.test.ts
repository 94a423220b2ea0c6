import { beforeAll, describe, expect, it } from 'vitest';
import { findWrongBets, findWrongMoney, recount } from '../../../../test/seconds-judge.ts';
import { openSecondsTestbed, type SecondsTestbed } from '../../../../test/seconds-testbed.ts';
import { until } from '../../../../test/spot-testbed.ts';

let testbed: SecondsTestbed;

beforeAll(async () => {
  testbed = await openSecondsTestbed();
  await testbed.price('60000');
});

/** Answers that are neither; a busy machine takes longer for a round of bets than a price is good for. */
const oddOnes = (answers: readonly string[]) =>
  answers.filter((answer) => answer !== 'accepted' && answer !== 'price_stale');

const untilNoneOpen = () =>
  until(
    () => 'the end of all bets',
    async () =>
      (await testbed.rowsOf(`select id from seconds_bet where status in ('waiting', 'running')`)).length === 0
        ? true
        : undefined,
  );

describe('a feed that is silent for 30 seconds under load', () => {
  it('accepts nothing on an old price, voids by the rule, and goes on with the next price', async () => {
    const users = await Promise.all(Array.from({ length: 5 }, () => testbed.newUser('100000')));
    const attempts = (side: 'up' | 'down') =>
      Promise.all(users.map((user) => testbed.refusalOf(testbed.bet(user, { stake: '5', side }))));
    // Bets of every age when it falls silent: they wait, run, or are about to end.
    for (let second = 0; second < 35; second += 1) {
      await testbed.betAt(String(60_000 + (second % 7)), users[0]!, { stake: '5' });
      expect(oddOnes(await attempts(second % 2 ? 'up' : 'down'))).toEqual([]);
      await testbed.pass(1_000);
    }
    const answers: string[] = [];
    for (let second = 0; second < 30; second += 1) {
      answers.push(...(await attempts('up')));
      await testbed.pass(1_000);
    }
    expect(oddOnes(answers)).toEqual([]);
    expect(answers).toContain('price_stale');
    const [old] = await testbed.rowsOf(`select count(*) from seconds_bet b where b.accepted_ms > $1`, [
      Number((await testbed.rowsOf(`select max(extract(epoch from at) * 1000) as ms from price_block`))[0]?.ms) + 2_000,
    ]);
    expect(Number(old?.count)).toBe(0);
    const { atMs } = await testbed.price('61000');
    await testbed.betAt('61000', users[0]!, { stake: '5' });
    expect(oddOnes(await attempts('down'))).toEqual([]);
    expect(atMs).toBeLessThanOrEqual(testbed.now());
    await testbed.pass(60_000);
    const last = await testbed.price('60500');
    await untilNoneOpen();
    expect(await findWrongBets(testbed, last.atMs)).toEqual([]);
    expect(await findWrongMoney(testbed)).toEqual([]);
    expect((await recount(testbed)).faults).toEqual([]);
    const outcomes = await testbed.rowsOf('select distinct outcome from seconds_settlement order by 1');
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(expect.arrayContaining(['profit', 'loss', 'void']));
  });
});

describe('cancels around the entry tick', () => {
  it('given a thousand, one after the other, then each bet is refunded xor settled, as its times say', async () => {
    const users = await Promise.all(Array.from({ length: 10 }, () => testbed.newUser('10000')));
    await testbed.price('60000');
    const bets = (
      await Promise.all(
        users.map(async (user) => {
          const own: { user: typeof user; id: string }[] = [];
          for (let n = 0; n < 10; n += 1) {
            const first = await testbed.betAt('60000', user, { stake: '5' });
            own.push({ user, id: first.id });
            const bet = () =>
              testbed.bet(user, { stake: '5' }).catch((error: Error) => {
                if (error.message !== 'price_stale') throw error;
                return testbed.betAt('60000', user, { stake: '5' }); // The machine is slower than a price is good for.
              });
            const placed = await Promise.all(Array.from({ length: 9 }, bet));
            own.push(...placed.map(({ id }) => ({ user, id })));
          }
          return own;
        }),
      )
    ).flat();
    expect(bets).toHaveLength(1_000);
    const startMs = testbed.now();
    // Cancels leave during two seconds; the tick comes among them, and those within a second before it are too late.
    const answers = new Set<string>();
    let tickMs: number | undefined;
    for (let part = 0; part < 10; part += 1) {
      const own = bets.slice(part * 100, (part + 1) * 100);
      const cancelled = own.map(({ user, id }) => testbed.refusalOf(testbed.cancel(user, id)));
      if (part === 7) tickMs = (await testbed.price('60000')).ticks[0]?.atMs;
      for (const answer of await Promise.all(cancelled)) answers.add(answer);
      await testbed.pass(200);
    }
    expect([...answers].filter((answer) => !['accepted', 'order_state_changed'].includes(answer))).toEqual([]);
    await testbed.pass(31_000);
    const last = await testbed.price('60001');
    await untilNoneOpen();
    expect(await findWrongBets(testbed, last.atMs)).toEqual([]);
    expect(await findWrongMoney(testbed)).toEqual([]);
    const counts = await testbed.rowsOf(
      `select outcome, count(*)::int as count from seconds_settlement where bet >= $1 group by outcome order by outcome`,
      [bets[0]?.id],
    );
    expect(tickMs).toBeGreaterThan(startMs);
    expect(counts.reduce((sum, { count }) => sum + Number(count), 0)).toBe(1_000);
    expect(counts.length).toBeGreaterThan(1); // Some in time, some too late.
  });
});
