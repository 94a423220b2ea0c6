import { beforeAll, describe, expect, it } from 'vitest';
import { BTC, type ContractTestbed, openContractTestbed } from '../../../../test/contract-testbed.ts';
import { until } from '../../../../test/spot-testbed.ts';

const LONG = { side: 'long', lots: '10', leverage: 10 } as const;

let testbed: ContractTestbed;

beforeAll(async () => {
  testbed = await openContractTestbed();
  for (let n = 0; n < 3; n++) await testbed.price('60000');
});

const offer = (...products: string[]) =>
  testbed.root.query('update market set products = $2 where id = $1', [BTC, products]);

describe('a market that changes while the engine runs', () => {
  it('given one that no longer offers contracts, then nothing is opened, its positions end, and offered again it opens', async () => {
    const me = await testbed.newUser('1000');
    const tryOpening = () => testbed.refusalOf(testbed.open(me, LONG, '60000'));
    const { id } = await testbed.open(me, LONG, '60000');
    const pending = await testbed.open(me, { ...LONG, limit: '59000' }, '60000');
    await offer('spot');
    await until(
      () => 'an opening that is refused',
      async () => ((await tryOpening()) === 'not_found' ? true : undefined),
    );
    await testbed.close(me, id);
    await testbed.price('58900');
    await testbed.untilDeal(id, ({ status }) => status === 'closed');
    const cancelled = await testbed.untilDeal(pending.id, ({ status }) => status !== 'pending');
    expect(cancelled).toMatchObject({ status: 'cancelled', cause: 'refused' });
    await offer('spot', 'contract');
    await until(
      () => 'an opening that is accepted',
      async () => ((await tryOpening()) === 'accepted' ? true : undefined),
    );
  });
});
