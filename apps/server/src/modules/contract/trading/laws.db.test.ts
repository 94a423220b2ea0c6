import { contractShard } from '@app/domain/contract';
import { productKillSwitch } from '@app/domain/reference';
import { beforeAll, describe, expect, it } from 'vitest';
import { changeSetting } from '../../../../test/change-setting.ts';
import { HOLDS, openJudge } from '../../../../test/contract-judge.ts';
import {
  BTC,
  type ContractTestbed,
  commands,
  isTooLate,
  openContractTestbed,
} from '../../../../test/contract-testbed.ts';
import { newKey } from '../../../../test/new-key.ts';
import { aVenueTick, until } from '../../../../test/spot-testbed.ts';

const LONG = { side: 'long', lots: '10', leverage: 10 } as const;

let testbed: ContractTestbed;
let judge: (id: string) => Promise<unknown>;

beforeAll(async () => {
  testbed = await openContractTestbed();
  for (let n = 0; n < 3; n++) {
    await testbed.price('60000');
  }
  judge = openJudge(testbed);
});

const rowsOf = async (query: string, ...values: unknown[]) => (await testbed.root.query(query, values)).rows;

describe('a command that is sent again', () => {
  it('has one effect, and its answer is the deal as it is now', async () => {
    const me = await testbed.newUser('1000');
    const key = newKey();
    const open = () => testbed.send(me, commands.open, { market: BTC, ...LONG, limit: '50000' }, key);
    const { id } = await testbed.withPrices(open(), '60000');
    expect(await open()).toMatchObject({ id, status: 0 });
    const cancelKey = newKey();
    const cancel = () => testbed.send(me, commands.cancel, { id }, cancelKey);
    expect(await cancel()).toMatchObject({ status: 4 });
    expect(await cancel()).toMatchObject({ status: 4 });
    expect(await open()).toMatchObject({ id, status: 4 });
    expect(await testbed.balanceOf(me)).toEqual({ available: '1000', frozen: '0' });
    expect(await rowsOf('select id from contract_position where user_id = $1', me.id)).toHaveLength(1);
  });

  it('adds and removes margin once, closes once and reverses once', async () => {
    const me = await testbed.newUser('1000');
    const { id } = await testbed.open(me, LONG, '60000');
    const twice = async (send: (key: string) => Promise<unknown>) => {
      const key = newKey();
      const first = await testbed.withPrices(send(key), '60000');
      expect(await testbed.withPrices(send(key), '60000')).toMatchObject({ id: (first as { id: string }).id });
      return first;
    };
    await twice((key) => testbed.send(me, commands.addMargin, { id, amount: '100' }, key));
    expect((await testbed.balanceOf(me)).frozen).toBe('160.006');
    await twice((key) => testbed.send(me, commands.removeMargin, { id, amount: '50' }, key));
    expect((await testbed.balanceOf(me)).frozen).toBe('110.006');
    await twice((key) => testbed.send(me, commands.setStops, { id, stopLoss: '55000' }, key));
    const next = (await twice((key) => testbed.send(me, commands.reverse, { id }, key))) as { id: string };
    expect(await testbed.settlementsOf(id)).toMatchObject([{ cause: 'reverse' }]);
    await twice((key) => testbed.send(me, commands.close, { id: next.id, lots: '4' }, key));
    await testbed.untilDeal(next.id, ({ lots }) => Number(lots) === 6);
    await testbed.price('60000');
    expect(await testbed.settlementsOf(next.id)).toHaveLength(1);
    await testbed.price('60000');
    expect(await judge(id)).toEqual(HOLDS);
    expect(await judge(next.id)).toEqual(HOLDS);
    for (const { id: own } of await testbed.settlementsOf(next.id)) expect(await judge(String(own))).toEqual(HOLDS);
  });
});

describe('closing a little at every tick', () => {
  it('is no shelter: what is left insolvent is liquidated by the same tick, and both receipts hold', async () => {
    const me = await testbed.newUser('1000');
    const { id } = await testbed.open(me, LONG, '60000');
    await testbed.close(me, id, '0.01');
    await testbed.price('50000');
    await testbed.untilDeal(id, ({ status }) => status === 'closed');
    const ends = await testbed.settlementsOf(id);
    expect(ends).toMatchObject([{ cause: 'user' }, { cause: 'liquidation' }]);
    expect(ends[0]?.tick_seq).toBe(ends[1]?.tick_seq);
    await testbed.price('60000');
    for (const { id: own } of ends) expect(await judge(String(own))).toEqual(HOLDS);
  });
});

describe('real money', () => {
  it('waits through simulated prices, and is decided at one of real venues', async () => {
    const me = await testbed.newUser('1000', 'real');
    const answer = await until(
      () => 'an answer in time',
      async () => {
        let early: string | undefined;
        const call = testbed.refusalOf(testbed.send(me, commands.open, { market: BTC, ...LONG }));
        void call.then((it) => {
          early = it;
        });
        await testbed.untilWaiting(contractShard('real'), 1);
        for (let n = 0; n < 5; n++) await testbed.price('60000');
        await testbed.untilLooked(contractShard('real'));
        if (isTooLate(early)) return undefined;
        expect(early).toBeUndefined();
        for (let n = 0; n < 3; n++) await testbed.seal([aVenueTick(BTC, '60000')]);
        return [await call].find((it) => !isTooLate(it));
      },
    );
    expect(answer).toBe('exposure_exhausted'); // Nobody has paid in capital.
  });
});

describe('a product that is switched off', () => {
  it('opens nothing, and closes all the same', async () => {
    const me = await testbed.newUser('1000');
    const { id } = await testbed.open(me, LONG, '60000');
    const setting = productKillSwitch('contract');
    const change = (value: boolean) => changeSetting(testbed, setting, value);
    await change(false);
    const opening = () =>
      testbed.withPrices(testbed.refusalOf(testbed.send(me, commands.open, { market: BTC, ...LONG })), '60000');
    await until(
      () => 'a refusal',
      async () => ((await opening()) === 'market_closed' ? true : undefined),
    );
    await testbed.close(me, id);
    await testbed.price('60000');
    await testbed.untilDeal(id, ({ status }) => status === 'closed');
    await change(true);
    await until(
      () => 'an opening',
      async () => ((await opening()) === 'accepted' ? true : undefined),
    );
  });
});

describe('insurance fund and capital', () => {
  it('never go below zero, whoever asks', async () => {
    for (const kind of ['insurance', 'capital'])
      await expect(
        testbed.root.query(`update ledger_account set available = -1 where kind = $1 and owner like 'house%'`, [kind]),
      ).rejects.toThrow(/floor/);
  });
});
