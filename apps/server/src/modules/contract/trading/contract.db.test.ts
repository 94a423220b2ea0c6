import { contractShard } from '@app/domain/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  BTC,
  type ContractTestbed,
  commands,
  isTooLate,
  openContractTestbed,
} from '../../../../test/contract-testbed.ts';
import { until } from '../../../../test/spot-testbed.ts';

let testbed: ContractTestbed;

beforeAll(async () => {
  testbed = await openContractTestbed();
  for (let n = 0; n < 3; n++) await testbed.price('60000'); // A session opens with its third tick.
});

const LONG = { side: 'long', lots: '10', leverage: 10 } as const; // 0.01 BTC: 600 USDT at 60,000.
/** More than a command may wait, with the difference of clocks. */
const TOO_LATE_MS = 6_100;
const SHORT = { ...LONG, side: 'short' } as const;

describe('a market order', () => {
  it('opens at the ask of a tick from after its arrival, freezes the margin and pays the fee', async () => {
    const me = await testbed.newUser('1000');
    const deal = await testbed.open(me, LONG, '60000');
    expect(deal).toMatchObject({
      status: 1,
      entry_price: '60006',
      margin: '60.006',
      open_fee: '0.240024',
      share: '10',
    });
    expect(await testbed.balanceOf(me)).toEqual({ available: '939.753976', frozen: '60.006' });
  });

  it('waits for a block that was sealed after its arrival, whatever price is known', async () => {
    const me = await testbed.newUser('1000');
    await testbed.price('60000');
    const deal = await until(
      () => 'an answer in time',
      async () => {
        let early: string | undefined;
        const opening = testbed.send(me, commands.open, { market: BTC, ...LONG });
        const answer = testbed.refusalOf(opening);
        void answer.then((it) => {
          early = it;
        });
        await testbed.untilWaiting(contractShard('demo'), 1);
        await testbed.untilLooked(contractShard('demo'));
        if (isTooLate(early)) return undefined;
        expect(early).toBeUndefined();
        await testbed.price('61000');
        return isTooLate(await answer) ? undefined : await opening;
      },
    );
    expect(deal).toMatchObject({ status: 1, entry_price: '61006.1' });
  });

  it('given no tick comes, when its time is over, then it is refused for lack of a price; a cancel is not', async () => {
    const me = await testbed.newUser('1000');
    const pending = await testbed.open(me, { ...LONG, limit: '50000' }, '60000');
    const opening = testbed.refusalOf(testbed.send(me, commands.open, { market: BTC, ...LONG }));
    await testbed.untilWaiting(contractShard('demo'), 1);
    await testbed.pass(TOO_LATE_MS);
    expect(await opening).toBe('no_live_price');
    expect(await testbed.send(me, commands.cancel, { id: pending.id })).toMatchObject({ status: 4 });
  });

  it('is closed at the bid of the next tick, once, and the money adds up', async () => {
    const me = await testbed.newUser('1000');
    const { id } = await testbed.open(me, LONG, '60000');
    expect(await testbed.close(me, id)).toMatchObject({ status: 2, closing_share: '10' });
    expect(await testbed.refusalOf(testbed.close(me, id))).toBe('order_state_changed');
    await testbed.price('61000');
    await testbed.untilDeal(id, ({ status }) => status === 'closed');
    const [settlement, ...more] = await testbed.settlementsOf(id);
    expect(more).toEqual([]);
    // 61,000 less a basis point, less the entry: 987.9 on 0.01 BTC; fee 0.04 % of 609.939.
    expect(settlement).toMatchObject({ cause: 'user', result: '9.879000000000000000' });
    expect(await testbed.balanceOf(me)).toEqual({ available: '1009.3950004', frozen: '0' });
  });
});

describe('a liquidation', () => {
  it('happens at the first tick at its price, caps the loss at the margin, and others pay the rest', async () => {
    const me = await testbed.newUser('100');
    const { id } = await testbed.open(me, LONG, '60000');
    await testbed.price('50000');
    await testbed.untilDeal(id, ({ status }) => status === 'closed');
    const [settlement] = await testbed.settlementsOf(id);
    expect(settlement).toMatchObject({ cause: 'liquidation', returned: '0.000000000000000000' });
    expect(Number(settlement?.shortfall)).toBeGreaterThan(40);
    expect((await testbed.balanceOf(me)).frozen).toBe('0');
  });
});

describe('a stop-loss', () => {
  it('fires at its price and is filled by the next tick', async () => {
    const me = await testbed.newUser('1000');
    const { id } = await testbed.open(me, { ...SHORT, stopLoss: '61000', takeProfit: '50000' }, '60000');
    await testbed.price('61500');
    await testbed.untilDeal(id, ({ status }) => status === 'closing');
    expect(await testbed.settlementsOf(id)).toEqual([]);
    await testbed.price('61200');
    await testbed.untilDeal(id, ({ status }) => status === 'closed');
    expect(await testbed.settlementsOf(id)).toMatchObject([{ cause: 'stop', price: '61206.120000000000000000' }]);
  });
});

describe('a pending order', () => {
  it('holds margin and fee, and opens when the index reaches its limit', async () => {
    const me = await testbed.newUser('1000');
    const deal = await testbed.open(me, { ...LONG, limit: '59000' }, '60000');
    expect(deal).toMatchObject({ status: 0, margin: '59', held_fee: '0.236' });
    expect(await testbed.balanceOf(me)).toEqual({ available: '940.764', frozen: '59.236' });
    await testbed.price('58900');
    const row = await testbed.untilDeal(deal.id, ({ status }) => status === 'open');
    expect(row).toMatchObject({ entry: '58905.890000000000000000' });
  });

  it('is cancelled by its user, and what it held is released', async () => {
    const me = await testbed.newUser('1000');
    const { id } = await testbed.open(me, { ...LONG, limit: '50000' }, '60000');
    expect(await testbed.send(me, commands.cancel, { id })).toMatchObject({ status: 4 });
    expect(await testbed.balanceOf(me)).toEqual({ available: '1000', frozen: '0' });
  });
});

describe('an engine that is stopped', () => {
  it('given an opening that waits for a block, when one is sealed, then it is decided before the engine ends', async () => {
    const me = await testbed.newUser('1000');
    const opening = testbed.send(me, commands.open, { market: BTC, ...LONG });
    await testbed.untilWaiting(contractShard('demo'), 1);
    const stopped = testbed.engine.stop();
    await testbed.price('61000');
    expect(await opening).toMatchObject({ status: 1, entry_price: '61006.1' });
    await stopped;
  });
});
