import { expectDefined } from '@app/base';
import { contractShard } from '@app/domain/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { BTC, type ContractTestbed, commands, openContractTestbed } from '../../../../test/contract-testbed.ts';
import { type Trader, until } from '../../../../test/spot-testbed.ts';

const LONG = { side: 'long', lots: '10', leverage: 20 } as const;
const USERS = 3;
const POSITIONS_EACH = 85;
const POSITIONS = USERS * POSITIONS_EACH; // Three chunks.

let testbed: ContractTestbed;
/** While there is one, engines stop after every commit once a run has begun. */
let gate: { readonly reached: () => void; readonly resumed: Promise<unknown> } | undefined;

beforeAll(async () => {
  testbed = await openContractTestbed({ onCheckpoint });
  for (let n = 0; n < 3; n++) await testbed.price('60000');
});

async function onCheckpoint(point: string): Promise<void> {
  const own = gate;
  if (point !== 'committed' || own === undefined || (await settled()) === 0) return;
  own.reached();
  await own.resumed;
  throw new Error('killed');
}

const settled = async () => await numberFrom('select count(*) from contract_settlement');
const numberFrom = async (query: string) => Number((await testbed.root.query(query)).rows[0]?.count);

describe('a run of several chunks', () => {
  it('given a leader that is killed between two, when the next one leads, then every position is settled once', async () => {
    const users = await Promise.all(Array.from({ length: USERS }, () => testbed.newUser('10000')));
    const opening = users.flatMap((user) =>
      Array.from({ length: POSITIONS_EACH }, () => testbed.send(user, commands.open, { market: BTC, ...LONG })),
    );
    await testbed.withPrices(Promise.all(opening), '60000');
    const reached = Promise.withResolvers<void>();
    const resumed = Promise.withResolvers<void>();
    gate = { reached: reached.resolve, resumed: resumed.promise };
    await testbed.price('50000'); // All of them are liquidated.
    await testbed.price('70000'); // It waits behind the run.
    await reached.promise;
    const committed = await settled();
    expect(committed).toBeGreaterThan(0);
    expect(committed).toBeLessThan(POSITIONS);
    gate = undefined;
    await testbed.root.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'engine' and datname = current_database()`,
    );
    await testbed.start({}, [contractShard('demo')]);
    resumed.resolve();
    await until(
      () => 'the other settlements',
      async () => ((await settled()) === POSITIONS ? true : undefined),
    );
    expect(await numberFrom('select count(distinct position) from contract_settlement')).toBe(POSITIONS);
    expect(
      await numberFrom(`select count(*) from contract_settlement where cause <> 'liquidation' or price > 50000`),
    ).toBe(0);
    expect(await numberFrom(`select count(*) from contract_position where status <> 'closed'`)).toBe(0);
    expect(await numberFrom('select count(*) from engine_inbox')).toBe(0);
    for (const user of users)
      expect(await testbed.balanceOf(user)).toEqual({ available: await owed(user, '10000'), frozen: '0' });
  });

  it('given an account that is locked elsewhere, then the others are settled, and this one once it is free', async () => {
    const users: Trader[] = [];
    const ids: string[] = [];
    for (let n = 0; n < 3; n++) {
      const user = await testbed.newUser('1000');
      users.push(user);
      ids.push((await testbed.open(user, LONG, '60000')).id);
    }
    const [busy, ...others] = ids;
    const holder = await testbed.bare('postgres');
    await holder.query('begin');
    await holder.query(`select from ledger_account where owner = $1 and kind = 'contract' for update`, [
      `user:${users[0]?.id}`,
    ]);
    await testbed.price('50000');
    for (const id of others) await testbed.untilDeal(id, ({ status }) => status === 'closed');
    await testbed.untilLooked(contractShard('demo'));
    expect(await testbed.settlementsOf(expectDefined(busy, 'a deal'))).toEqual([]);
    await holder.query('rollback');
    await testbed.untilDeal(expectDefined(busy, 'a deal'), ({ status }) => status === 'closed');
    for (const id of ids) expect(await testbed.settlementsOf(id)).toMatchObject([{ cause: 'liquidation' }]);
  });
});

/** What a user paid in, less what opening cost, with what every settlement returned. */
const owed = async ({ id }: Trader, paidIn: string) =>
  (
    await testbed.root.query<{ owed: string }>(
      `select trim_scale($2 - sum(p.fees - s.fee - s.liquidation_fee - s.overnight + s.overnight_returned)
                            - sum(s.margin) + sum(s.returned))::text as owed
         from contract_settlement s join contract_position p on p.id = s.position where s.user_id = $1`,
      [id, paidIn],
    )
  ).rows[0]?.owed;
