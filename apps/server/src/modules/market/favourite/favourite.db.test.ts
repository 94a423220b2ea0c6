import { marketSettings } from '@app/domain/market';
import { addFavourite, listFavourites, orderFavourites, removeFavourite } from '@app/protocol/market';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../../../test/api-testbed.ts';
import { changeSetting } from '../../../../test/change-setting.ts';

let testbed: ApiTestbed;

beforeAll(async () => {
  testbed = await openApiTestbed();
});

const listOf = async (token: string) => (await testbed.send(listFavourites, {}, token)).json().data.list;
const add = (symbol: string, token: string) => testbed.send(addFavourite, { symbol }, token);
const order = async (symbols: string, token: string) =>
  (await testbed.send(orderFavourites, { symbols }, token)).json().data.list;
const remove = (symbol: string, token: string) => testbed.send(removeFavourite, { symbol }, token);

describe('a user’s favourite markets', () => {
  it('given markets added and removed, also twice, then each is listed once, in order', async () => {
    const token = await testbed.newSession();
    expect(await listOf(token)).toEqual([]);
    for (const symbol of ['ETH/USDT', 'BTC/USDT', 'ETH/USDT', 'XAU/USD']) await add(symbol, token);
    expect(await listOf(token)).toEqual(['ETH/USDT', 'BTC/USDT', 'XAU/USD']);
    await remove('BTC/USDT', token);
    expect((await remove('BTC/USDT', token)).json().data.list).toEqual(['ETH/USDT', 'XAU/USD']);
  });

  it('given an order, when it is saved, then it applies on every device, and a new market comes last', async () => {
    const token = await testbed.newSession();
    for (const symbol of ['ETH/USDT', 'BTC/USDT', 'SOL/USDT', 'XAU/USD']) await add(symbol, token);
    const ordered = ['SOL/USDT', 'XAU/USD', 'ETH/USDT', 'BTC/USDT'];
    expect(await order(ordered.join(','), token)).toEqual(ordered);
    expect(await listOf(token)).toEqual(ordered);
    await add('DOGE/USDT', token);
    await remove('SOL/USDT', token);
    await add('SOL/USDT', token);
    expect(await listOf(token)).toEqual(['XAU/USD', 'ETH/USDT', 'BTC/USDT', 'DOGE/USDT', 'SOL/USDT']);
  });

  it('given an order with unknown, duplicate and missing symbols, when it is saved, then the named ones come first', async () => {
    const token = await testbed.newSession();
    const other = await testbed.newSession();
    for (const symbol of ['ETH/USDT', 'BTC/USDT', 'SOL/USDT']) {
      await add(symbol, token);
      await add(symbol, other);
    }
    expect(await order('XXX/YYY,SOL/USDT,XAU/USD,SOL/USDT', token)).toEqual(['SOL/USDT', 'ETH/USDT', 'BTC/USDT']);
    expect(await order('', token)).toEqual(['SOL/USDT', 'ETH/USDT', 'BTC/USDT']);
    expect(await listOf(other)).toEqual(['ETH/USDT', 'BTC/USDT', 'SOL/USDT']);
  });

  it('given two devices that reorder at once, then one of the two orders is stored, whole', async () => {
    const token = await testbed.newSession();
    const one = ['ETH/USDT', 'BTC/USDT', 'SOL/USDT'];
    const two = ['SOL/USDT', 'BTC/USDT', 'ETH/USDT'];
    for (const symbol of one) await add(symbol, token);
    await Promise.all(Array.from({ length: 10 }, (_, n) => order((n % 2 ? one : two).join(','), token)));
    expect([one, two]).toContainEqual(await listOf(token));
  });

  it('given two users, when one changes their list, then the other’s stays', async () => {
    const one = await testbed.newSession();
    const other = await testbed.newSession();
    await add('BTC/USDT', one);
    await add('BTC/USDT', other);
    await remove('BTC/USDT', one);
    expect(await listOf(one)).toEqual([]);
    expect(await listOf(other)).toEqual(['BTC/USDT']);
  });

  it('given ten concurrent adds of the same market, then it is listed once', async () => {
    const token = await testbed.newSession();
    const answers = await Promise.all(Array.from({ length: 10 }, () => add('SOL/USDT', token)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    expect(await listOf(token)).toEqual(['SOL/USDT']);
  });

  it('given no such market, when it is added, then it is not found; removing it is no error', async () => {
    const token = await testbed.newSession();
    expect((await add('XXX/YYY', token)).json()).toMatchObject({ error: 'not_found' });
    expect((await remove('XXX/YYY', token)).statusCode).toBe(200);
  });

  it('given a full list, when another is added, then it is refused and nothing changes; re-adding is allowed', async () => {
    const token = await testbed.newSession();
    await changeSetting(testbed, marketSettings.favouritesMax, 1);
    await add('BTC/USDT', token);
    await expect.poll(async () => (await add('ETH/USDT', token)).json().error).toBe('not_allowed');
    await remove('ETH/USDT', token); // May predate the API's settings refresh.
    expect((await add('ETH/USDT', token)).statusCode).toBe(403);
    expect((await add('BTC/USDT', token)).statusCode).toBe(200);
    expect(await listOf(token)).toEqual(['BTC/USDT']);
  });
});
