import { formatDecimal } from '@app/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { amount, openTestbed, type Testbed } from '../../../test/testbed.ts';
import { listHistory } from './list-wallets.ts';
import { insertChange, type NewChange } from './wallet.store.ts';

let testbed: Testbed;
const mine = { userId: 1n, mode: 'real' } as const;

beforeAll(async () => {
  testbed = await openTestbed('app');
  await record({ amount: amount('5') });
  await record({ amount: amount('4'), currency: 'BTC', to: 'fiat' });
  await record({ amount: amount('3'), from: 'exchange', to: 'copy' });
  await record({ amount: amount('7'), userId: 2n });
  await record({ amount: amount('6'), mode: 'demo' });
});

/** Records a transfer of the user, from the wallet to spot unless stated otherwise. */
const record = (change: Partial<NewChange> & Pick<NewChange, 'amount'>) =>
  testbed.transact((tx) =>
    insertChange(tx, { ...mine, id: testbed.nextId(), from: 'wallet', to: 'exchange', currency: 'USDT', ...change }),
  );

const read = (filter: Partial<Parameters<typeof listHistory>[2]>) =>
  listHistory(testbed, mine, { page: 1, limit: 10, ...filter });
const amountsOf = ({ list }: Awaited<ReturnType<typeof read>>) => list.map(({ number }) => formatDecimal(number));

describe('the list of transfers', () => {
  it.each([
    [{}, ['3', '4', '5']],
    [{ currency: 'BTC' }, ['4']],
    [{ account: 'exchange' }, ['3', '5']],
    [{ account: 'wallet', currency: 'USDT' }, ['5']],
    [{ account: 'seconds' }, []],
  ] as const)(
    'given %j, then it has the user’s matches in this mode alone, whichever end the account is',
    async (filter, found) => {
      expect(amountsOf(await read(filter))).toEqual(found);
    },
  );

  it('given a filter and pages of one, then `next` reaches every match once', async () => {
    const first = await read({ limit: 1, account: 'exchange' });
    const second = await read({ limit: 1, account: 'exchange', before: first.next ?? 0n });
    expect([first.total, second.next]).toEqual([2, null]);
    expect([...amountsOf(first), ...amountsOf(second)]).toEqual(['3', '5']);
  });

  it('given the id of a transfer, then the page before the next id begins with it', async () => {
    const [newest] = (await read({})).list;
    const { list } = await read({ before: (newest?.id ?? 0n) + 1n, limit: 1 });
    expect(list).toEqual([newest]);
  });
});
