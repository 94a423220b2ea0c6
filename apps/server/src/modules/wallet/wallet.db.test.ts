import { randomUUID } from 'node:crypto';
import { hold, userAccount } from '@app/domain/ledger';
import { type Amount, formatDecimal, type Price, parseDecimal } from '@app/money';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openTestBus } from '../../../test/bus-testbed.ts';
import { amount, openTestbed, silent, type Testbed } from '../../../test/testbed.ts';
import { openCache } from '../../platform/bus/cache.ts';
import { type Command, changeWallet, type WalletDeps } from './change-wallet.ts';
import { listHistory, listWallets } from './list-wallets.ts';

let testbed: Testbed;
let deps: WalletDeps & Parameters<typeof listWallets>[0];
const USDT = { code: 'USDT', ids: {} };
const pushes: { subject: string; frame: unknown }[] = [];

beforeAll(async () => {
  testbed = await openTestbed('app');
  await testbed.allowKinds('app', 'spot.hold');
  const bus = await openTestBus();
  bus.listenSigned('push.>', (frame, subject) => pushes.push({ subject, frame }));
  const { db, transact, nextId, ledger } = testbed;
  deps = { db, transact, nextId, ledger, board, bus, cache: openCache(inject('services').redis, silent), log: silent };
});

type Quote = ReturnType<Parameters<typeof listWallets>[0]['board']['quotes']>[number];

/** Prices of the board: BTC has one, ETH has none. */
const board = {
  quotes: () => [{ market: { base: 'BTC', quote: 'USDT' }, price: parseDecimal<Price>('60000.5') } as Quote],
};

let counter = 0;
const key = () => {
  counter += 1;
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${counter.toString(16).padStart(12, '0')}`;
};

const command = (userId: bigint, text: string, change: Partial<Command> = {}): Command => ({
  userId,
  mode: 'real',
  from: 'wallet',
  to: 'exchange',
  currency: USDT,
  amount: amount(text),
  key: key(),
  body: text,
  ...change,
});

const balances = async (userId: bigint) => {
  const { list } = await listWallets(deps, { userId, mode: 'real' });
  return Object.fromEntries(list.map(({ account, available }) => [account, formatDecimal(available as Amount)]));
};

/** Freezes part of a user's wallet, as a withdrawal will. */
const freeze = (userId: bigint, text: string) =>
  testbed.transact(async (tx) => {
    const entries = hold(amount(text), userAccount(userId, 'wallet', 'USDT'));
    await testbed.ledger.post(tx, [{ kind: 'spot.hold', ref: `${userId}:${text}`, mode: 'real', entries }]);
  });

describe('transfers between a user’s own accounts', () => {
  it('given a hold, when more than the available balance is moved, then it is refused as too much', async () => {
    await testbed.fund(12n, 'wallet', 'USDT', '100');
    await freeze(12n, '80');
    await expect(changeWallet(deps, command(12n, '21'))).rejects.toThrow('insufficient_balance');
    await changeWallet(deps, command(12n, '20'));
    expect(await balances(12n)).toEqual({ wallet: '0', exchange: '20' });
  });

  it('given 100, when 30 are moved, then both balances, the history and the other screens show it', async () => {
    await testbed.fund(1n, 'wallet', 'USDT', '100');
    const changed = await changeWallet(deps, command(1n, '30'));
    expect(await balances(1n)).toEqual({ wallet: '70', exchange: '30' });
    expect(formatDecimal(changed.from.available)).toBe('70');
    const history = await listHistory(deps, { userId: 1n, mode: 'real' }, { page: 1, limit: 10 });
    expect(history).toMatchObject({ total: 1, list: [{ id: changed.id, from_field: 'wallet', to_field: 'exchange' }] });
    const { seq } = await listWallets(deps, { userId: 1n, mode: 'real' });
    expect(seq).toBe('1');
    const events = await (await testbed.bare('worker')).query(
      `select topic, payload->>'amount' as amount from outbox where payload->>'userId' = '1'`,
    );
    expect(events.rows).toEqual([{ topic: 'wallet.change.completed', amount: '30' }]);
    await expect
      .poll(() => pushes.at(-1))
      .toMatchObject({
        subject: 'push.1.real',
        frame: {
          channel: 'balances',
          prev: '0',
          seq: '1',
          data: [
            { account: 'wallet', available: '70' },
            { account: 'exchange', available: '30' },
          ],
        },
      });
  });

  it('given 100, when ten concurrent requests move 30, then three succeed and seven are refused', async () => {
    await testbed.fund(2n, 'wallet', 'USDT', '100');
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => changeWallet(deps, command(2n, '30'))));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const reasons = outcomes.flatMap((it) => (it.status === 'rejected' ? [it.reason.code] : []));
    expect(new Set(reasons)).toEqual(new Set(['insufficient_balance']));
    expect(await balances(2n)).toEqual({ wallet: '10', exchange: '90' });
  });

  it('given one key, when it arrives ten times at once, then one transfer, ten equal answers and one push', async () => {
    await testbed.fund(3n, 'wallet', 'USDT', '100');
    const same = command(3n, '30');
    const answers = await Promise.all(Array.from({ length: 10 }, () => changeWallet(deps, same)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    expect(await balances(3n)).toEqual({ wallet: '70', exchange: '30' });
    await expect.poll(() => pushes.filter(({ subject }) => subject === 'push.3.real')).toHaveLength(1);
  });

  it('given transfers in both directions at once, when all end, then nothing is lost and none deadlocked', async () => {
    await testbed.fund(4n, 'wallet', 'USDT', '100');
    await testbed.fund(4n, 'exchange', 'USDT', '100');
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        changeWallet(deps, command(4n, '1', n % 2 ? {} : { from: 'exchange', to: 'wallet' })),
      ),
    );
    expect(await balances(4n)).toEqual({ wallet: '100', exchange: '100' });
    expect((await listWallets(deps, { userId: 4n, mode: 'real' })).seq).toBe('40');
  });

  it('given ids instead of a code, when money is moved, then all names must agree', async () => {
    await testbed.fund(6n, 'wallet', 'USDT', '100');
    const move = (code: string | undefined, ids: Command['currency']['ids']) =>
      changeWallet(deps, command(6n, '1', { currency: { code, ids } }));
    await move(undefined, { currency_id: 3n });
    await move('USDT', { currency_id: 3n, from_currency_id: 3n, to_currency_id: 3n });
    await move(undefined, { currency_id: undefined, from_currency_id: 3n });
    expect(await balances(6n)).toEqual({ wallet: '97', exchange: '3' });
    await expect(move('USDT', { currency_id: 1n })).rejects.toMatchObject({ fields: ['currency_id'] });
    await expect(move(undefined, { currency_id: 3n, to_currency_id: 2n })).rejects.toMatchObject({
      fields: ['to_currency_id'],
    });
    await expect(move(undefined, {})).rejects.toMatchObject({ fields: ['currency'] });
    await expect(move(undefined, { currency_id: 999n })).rejects.toThrow('not_found');
    expect(await balances(6n)).toEqual({ wallet: '97', exchange: '3' });
  });

  it('given an id, when its key arrives ten times at once and again as a code, then one transfer; the code is refused', async () => {
    await testbed.fund(7n, 'wallet', 'USDT', '100');
    const same = command(7n, '30', { currency: { ids: { currency_id: 3n } }, body: 'by id' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => changeWallet(deps, same)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await expect(changeWallet(deps, { ...same, currency: USDT, body: 'by code' })).rejects.toThrow(
      'idempotency_key_reused',
    );
    expect(await balances(7n)).toEqual({ wallet: '70', exchange: '30' });
  });

  it('given a balance of 18 decimals, when it is moved, then parts have ten at most, and all of it leaves nothing', async () => {
    await testbed.fund(8n, 'wallet', 'USDT', '1.000000000000000001');
    await expect(changeWallet(deps, command(8n, '0.12345678901'))).rejects.toThrow('amount_step_wrong');
    await changeWallet(deps, command(8n, '0.1234567891'));
    await changeWallet(deps, command(8n, '0.876543210900000001'));
    expect(await balances(8n)).toEqual({ wallet: '0', exchange: '1.000000000000000001' });
  });

  it('given balances, when they are listed, then each has its value in USDT, null without a price and never zero', async () => {
    await testbed.fund(9n, 'wallet', 'USDT', '100');
    await testbed.fund(9n, 'wallet', 'BTC', '0.5');
    await testbed.fund(9n, 'wallet', 'ETH', '2');
    await freeze(9n, '80');
    const { list } = await listWallets(deps, { userId: 9n, mode: 'real' });
    const values = new Map(list.map(({ currency, equivalent }) => [currency, equivalent && formatDecimal(equivalent)]));
    expect(values).toEqual(
      new Map([
        ['USDT', '100'],
        ['BTC', '30000.25'],
        ['ETH', null],
      ]),
    );
  });

  it('given the same account, an unknown currency or the other mode, then it is refused and nothing moves', async () => {
    await testbed.fund(5n, 'wallet', 'USDT', '100');
    await expect(changeWallet(deps, command(5n, '1', { to: 'wallet' }))).rejects.toThrow('same_account');
    await expect(changeWallet(deps, command(5n, '1', { currency: { code: 'XXX', ids: {} } }))).rejects.toThrow(
      'not_found',
    );
    await expect(changeWallet(deps, command(5n, '1', { mode: 'demo' }))).rejects.toThrow('insufficient_balance');
    await expect(changeWallet(deps, command(5n, '1', { key: randomUUID() }))).rejects.toThrow(
      'idempotency_key_malformed',
    );
    expect((await balances(5n)).wallet).toBe('100');
  });
});
