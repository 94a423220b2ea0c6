import { beforeAll, describe, expect, it } from 'vitest';
import { openWithdrawalTestbed, type WithdrawalTestbed } from '../../../../test/withdrawal-testbed.ts';
import { audit } from '../../ledger/index.ts';
import { explainWithdrawals } from '../explain-frozen.ts';
import { SEND_STEPS, type SendStep } from './send-plan.ts';

const CONFIRMATIONS = 3;
const MILLION = 1_000_000n;

let testbed: WithdrawalTestbed;
/** The step at which the next round ends, as if its process had. */
let endAt: SendStep | undefined;
let signers: readonly [
  Awaited<ReturnType<WithdrawalTestbed['newSigner']>>,
  Awaited<ReturnType<WithdrawalTestbed['newSigner']>>,
];

beforeAll(async () => {
  testbed = await openWithdrawalTestbed({
    onStep: (step) => {
      if (step !== endAt) return Promise.resolve();
      endAt = undefined;
      return Promise.reject(new Error('killed'));
    },
  });
  signers = [await testbed.newSigner('finance'), await testbed.newSigner('risk')];
});

/** Plays rounds until a withdrawal has ended, mining a block before each. */
async function play(id: bigint, round: () => Promise<void>): Promise<string | undefined> {
  for (let n = 0; n < CONFIRMATIONS + 3; n++) {
    await round();
    await testbed.chain.mine(1);
  }
  await round();
  return await testbed.stateOf(id);
}

const balanced = async () => {
  const report = await audit(testbed.as('worker').db, async () => {}, { frozen: [explainWithdrawals], external: [] });
  return report?.breaches;
};

/** Makes the next withdrawal of an owner one that nobody has to look at. */
const knowAddress = async (owner: Awaited<ReturnType<WithdrawalTestbed['newOwner']>>) => {
  const round = await testbed.openSender();
  const first = await testbed.ask(owner, '100');
  await testbed.approve(first.id, signers);
  expect(await play(first.id, round)).toBe('confirmed');
  return round;
};

describe('a withdrawal', () => {
  it('given a first one to an address, then two people approve it, the coins arrive once, and the books say so', async () => {
    const owner = await testbed.newOwner('5000');
    const asked = await testbed.ask(owner, '1250');
    expect(asked).toMatchObject({ state: 'review', review_reasons: ['large', 'new_address'] });
    expect(await testbed.walletOf(owner)).toEqual({ available: '3750', frozen: '1250' });
    const round = await testbed.openSender();
    await round();
    expect(await testbed.stateOf(asked.id)).toBe('review');
    expect((await testbed.approve(asked.id, signers)).data).toMatchObject({ state: 'executed' });
    expect(await play(asked.id, round)).toBe('confirmed');
    expect(await testbed.coinsOf(owner.address)).toBe(1_246n * MILLION);
    expect(await testbed.walletOf(owner)).toEqual({ available: '3750', frozen: '0' });
    expect(await balanced()).toEqual([]);
  });

  it('given a known address and a small amount, then nobody has to approve it', async () => {
    const owner = await testbed.newOwner();
    const round = await knowAddress(owner);
    const asked = await testbed.ask(owner, '200');
    expect(asked).toMatchObject({ state: 'approved', review_reasons: [] });
    expect(await play(asked.id, round)).toBe('confirmed');
    expect(await testbed.coinsOf(owner.address)).toBe((96n + 196n) * MILLION);
  });

  it.each(SEND_STEPS)(
    'given custody ends at “%s”, when it starts again, then the coins leave exactly once',
    async (step) => {
      const owner = await testbed.newOwner();
      await knowAddress(owner);
      const asked = await testbed.ask(owner, '300');
      endAt = step;
      for (let n = 0; n < CONFIRMATIONS + 3 && endAt !== undefined; n++) {
        const round = await testbed.openSender();
        await round().catch(() => {});
        await testbed.chain.mine(1);
      }
      expect(endAt).toBeUndefined();
      expect(await play(asked.id, await testbed.openSender())).toBe('confirmed');
      expect(await testbed.coinsOf(owner.address)).toBe((96n + 296n) * MILLION);
      const attempts = await testbed.rowsOf('select from chain_payment where withdrawal = $1', asked.id);
      expect(attempts).toHaveLength(1);
    },
  );
});

describe('a chain that makes difficulties', () => {
  it('given a transaction that no block takes, then it is replaced under the same number by one that pays more', async () => {
    const owner = await testbed.newOwner();
    const round = await knowAddress(owner);
    await testbed.chain.client.setAutomine(false);
    const asked = await testbed.ask(owner, '400');
    await round();
    const aged = `update chain_attempt set signed_at = signed_at - interval '1 hour'
                   where (chain, nonce) = (select chain, nonce from chain_payment where withdrawal = $1)`;
    for (let n = 0; n < 2; n++) {
      await testbed.unguarded([aged, asked.id]);
      await round();
    }
    type Attempt = { nonce: string; fee_max: string; tip: string };
    const attempts = await testbed.rowsOf<Attempt>(
      `select a.nonce, a.fee_max, a.tip from chain_attempt a join chain_payment p using (chain, nonce)
        where p.withdrawal = $1 order by a.fee_max`,
      asked.id,
    );
    expect(attempts).toHaveLength(3);
    expect(new Set(attempts.map(({ nonce }) => nonce)).size).toBe(1);
    for (const [index, { fee_max, tip }] of attempts.slice(1).entries()) {
      expect(BigInt(fee_max) * 10n).toBeGreaterThanOrEqual(BigInt(attempts[index]?.fee_max ?? 0) * 11n);
      expect(BigInt(tip) * 10n).toBeGreaterThanOrEqual(BigInt(attempts[index]?.tip ?? 0) * 11n);
    }
    await testbed.chain.client.setAutomine(true);
    expect(await play(asked.id, round)).toBe('confirmed');
    expect(await testbed.coinsOf(owner.address)).toBe((96n + 396n) * MILLION);
  });

  it('given a replaced one that is the first to its address, then it has gas enough, whatever waits beside it', async () => {
    const owner = await testbed.newOwner();
    const asked = await testbed.ask(owner, '120');
    await testbed.approve(asked.id, signers);
    const round = await testbed.openSender();
    await testbed.chain.client.setAutomine(false);
    await round();
    await testbed.unguarded([`update chain_attempt set signed_at = signed_at - interval '1 hour'`]);
    await round();
    const attempts = await testbed.rowsOf(
      'select from chain_attempt join chain_payment using (chain, nonce) where withdrawal = $1',
      asked.id,
    );
    expect(attempts).toHaveLength(2);
    await testbed.chain.client.setAutomine(true);
    expect(await play(asked.id, round)).toBe('confirmed');
    expect(await testbed.coinsOf(owner.address)).toBe(116n * MILLION);
  });

  it('given a block that leaves the chain after it was mined, then the coins still leave exactly once', async () => {
    const owner = await testbed.newOwner();
    const round = await knowAddress(owner);
    const asked = await testbed.ask(owner, '500');
    for (let n = 0; n < 2; n++) await round(); // The second one sees what the first one sent.
    const payments = await testbed.rowsOf('select tx_hash from chain_payment where withdrawal = $1', asked.id);
    expect(payments).toEqual([{ tx_hash: expect.any(String) }]);
    await testbed.chain.reorganise(1);
    await round();
    expect(await testbed.stateOf(asked.id)).toBe('signed');
    await testbed.unguarded(['update chain_attempt set sent_at = null']);
    expect(await play(asked.id, round)).toBe('confirmed');
    expect(await testbed.coinsOf(owner.address)).toBe((96n + 496n) * MILLION);
  });

  it('given withdrawals are stopped, or the cap of the hour is reached, then approved ones wait', async () => {
    const owner = await testbed.newOwner();
    const round = await knowAddress(owner);
    const asked = await testbed.ask(owner, '150');
    await testbed.set('switch.withdrawals', false);
    await (await testbed.openSender())(); // It reads settings anew.
    expect(await testbed.stateOf(asked.id)).toBe('approved');
    await testbed.set('switch.withdrawals', true);
    const capped = await testbed.openSender({ caps: { ...testbed.plan.caps, hourly: new Map([['USDT', 1n]]) } });
    await capped();
    expect(await testbed.stateOf(asked.id)).toBe('approved');
    const shown = async () =>
      (await testbed.deskOf('approved', signers[0])).list.find(({ id }) => id === String(asked.id));
    expect(await shown()).toMatchObject({ wait: 'hourly_max', attempts: 0, sent_at: null });
    expect(await play(asked.id, round)).toBe('confirmed');
    expect(await testbed.rowsOf('select from withdrawal_wait')).toEqual([]);
  });

  it('given no block takes it for ten minutes, then the desk says so, how often it was sent, and why it is not sent again', async () => {
    const owner = await testbed.newOwner();
    const round = await knowAddress(owner);
    await testbed.chain.client.setAutomine(false);
    const asked = await testbed.ask(owner, '160');
    await round();
    const stuck = async () => (await testbed.deskOf('signed', signers[0])).wallets.map((wallet) => wallet.stuck);
    expect(await stuck()).toEqual([0]);
    await testbed.unguarded(
      [`update withdrawal_step set at = at - interval '11 minutes' where withdrawal = $1`, asked.id],
      [`update chain_attempt set signed_at = signed_at - interval '1 hour'`],
    );
    expect(await stuck()).toEqual([1]);
    await testbed.set('withdrawal.gas_price_max_gwei', 1);
    await (await testbed.openSender())();
    const [row] = (await testbed.deskOf('signed', signers[0])).list;
    expect(row).toMatchObject({ id: String(asked.id), attempts: 1, sent_at: expect.any(Number), wait: 'gas_price' });
    await testbed.set('withdrawal.gas_price_max_gwei', 200);
    await testbed.chain.client.setAutomine(true);
    await testbed.chain.mine(1);
    const sender = await testbed.openSender();
    await sender();
    expect([await testbed.stateOf(asked.id), await stuck()]).toEqual(['signed', [0]]);
    expect(await play(asked.id, sender)).toBe('confirmed');
  });

  it('given a refused one, then its money is back, once', async () => {
    const owner = await testbed.newOwner('2000');
    const asked = await testbed.ask(owner, '1500');
    const refused = await testbed.refuse(asked.id, signers[1]);
    expect(refused.status).toBe(200);
    const round = await testbed.openSender();
    await round();
    await round();
    expect(await testbed.stateOf(asked.id)).toBe('returned');
    expect(await testbed.walletOf(owner)).toEqual({ available: '2000', frozen: '0' });
    expect(await balanced()).toEqual([]);
  });

  it('given a database of an hour ago, then nothing is sent again until an operator has looked', async () => {
    const owner = await testbed.newOwner();
    const round = await knowAddress(owner);
    const asked = await testbed.ask(owner, '250');
    await round();
    await testbed.unguarded(
      [
        'delete from chain_attempt where (chain, nonce) = (select chain, nonce from chain_payment where withdrawal = $1)',
        asked.id,
      ],
      ['delete from chain_payment where withdrawal = $1', asked.id],
      [`update withdrawal set state = 'approved' where id = $1`, asked.id],
    );
    const restored = await testbed.openSender();
    for (let n = 0; n < CONFIRMATIONS + 2; n++) {
      await restored();
      await testbed.chain.mine(1);
    }
    expect(await testbed.coinsOf(owner.address)).toBe((96n + 246n) * MILLION);
    expect((await testbed.rowsOf<{ halted: string }>('select halted from chain_wallet'))[0]?.halted).toMatch(
      /the chain has/,
    );
  });
});
