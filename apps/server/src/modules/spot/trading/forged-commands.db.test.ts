import { spotShard } from '@app/domain/spot';
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { beforeAll, describe, expect, it } from 'vitest';
import { openStranger, overhear } from '../../../../test/bus-stranger.ts';
import { newKey } from '../../../../test/new-key.ts';
import { openSpotTestbed, type SpotTestbed, type Trader } from '../../../../test/spot-testbed.ts';
import { subjectOf } from '../../../engine/client.ts';

const BTC = 1;
const SUBJECT = subjectOf(spotShard('demo'));
const BUY = { kind: 'limit', side: 'buy', price: '50000', quantity: '0.01' } as const;
let testbed: SpotTestbed;
let stranger: NatsConnection;

beforeAll(async () => {
  [testbed, stranger] = await Promise.all([openSpotTestbed(), openStranger()]);
});

const ordersOf = async ({ id }: Trader) =>
  (await testbed.root.query('select id::text from spot_order where user_id = $1', [id])).rows;
const refusal = (call: Promise<unknown>) => call.then(JSON.stringify, (error: Error) => error.message);
const refusedCommands = () => testbed.bus.refused().command;

/** Records the request that reaches the engine while `work` runs. */
async function record(work: () => Promise<unknown>): Promise<Msg> {
  const recorded: Msg[] = [];
  const end = await overhear(stranger, SUBJECT, (message) => recorded.push(message));
  await work();
  await expect.poll(() => recorded.length).toBe(1);
  end();
  return recorded[0] as Msg;
}

describe('a stranger on the bus', () => {
  it('given a user with money, when a stranger sends an order in their name, then there is no order', async () => {
    const victim = await testbed.newTrader('demo', { USDT: '10000', BTC: '0' });
    const body = {
      name: 'spot.place',
      user: String(victim.id),
      key: newKey(),
      route: 'POST /plus/spot/order',
      notAfterMs: Date.now() + 5_000,
      hash: 'a'.repeat(64),
      fields: { market: BTC, request: { ...BUY, force: 'gtc' } },
    };
    const before = refusedCommands();
    stranger.publish(SUBJECT, JSON.stringify(body), { reply: '_INBOX_test.stranger' });
    await expect.poll(refusedCommands).toBe(before + 1);
    await testbed.place(victim, BTC, BUY); // The engine has decided everything that came before.
    expect(await ordersOf(victim)).toHaveLength(1);
  });

  it('given a user without money, when a stranger answers "filled" first, then the user gets the true refusal', async () => {
    const poor = await testbed.newTrader('demo', { USDT: '0', BTC: '0' });
    const end = await overhear(stranger, SUBJECT, (message) => message.respond('{"ok":{"id":"1","state":"filled"}}'));
    expect(await refusal(testbed.place(poor, BTC, BUY))).toBe('insufficient_balance');
    end();
  });

  it('given a recorded order, when it is repeated, then it is placed once', async () => {
    const trader = await testbed.newTrader('demo', { USDT: '10000', BTC: '0' });
    const { data, reply = '' } = await record(() => testbed.place(trader, BTC, BUY));
    const before = refusedCommands();
    stranger.publish(SUBJECT, data, { reply });
    await expect.poll(refusedCommands).toBe(before + 1);
    await testbed.place(trader, BTC, BUY);
    expect(await ordersOf(trader)).toHaveLength(2);
  });

  it('given a refused order, when it is repeated after money arrived, then it stays refused', async () => {
    const trader = await testbed.newTrader('demo', { USDT: '0', BTC: '0' });
    const { data, reply = '' } = await record(() => refusal(testbed.place(trader, BTC, BUY)));
    await testbed.root.query(
      `update ledger_account set available = 10000 where owner = $1 and currency = 'USDT' and book = 'demo'`,
      [`user:${trader.id}`],
    );
    const before = refusedCommands();
    stranger.publish(SUBJECT, data, { reply });
    await expect.poll(refusedCommands).toBe(before + 1);
    await testbed.place(trader, BTC, BUY);
    expect(await ordersOf(trader)).toHaveLength(1);
  });

  it('given no engine, when only a stranger answers, then the result is unknown and never ok', async () => {
    const trader = await testbed.newTrader('demo', { USDT: '10000', BTC: '0' });
    await testbed.engine.stop();
    expect(await refusal(testbed.place(trader, BTC, BUY))).toBe('engine_unavailable');
    const end = await overhear(stranger, SUBJECT, (message) => message.respond('{"ok":{"id":"1","state":"filled"}}'));
    expect(await refusal(testbed.place(trader, BTC, BUY))).toBe('result_unknown');
    expect(await ordersOf(trader)).toEqual([]);
    end();
  });
});
