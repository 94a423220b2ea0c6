import { intentText } from '@app/domain/withdrawal';
import fc from 'fast-check';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { type Owner, openWithdrawalTestbed, type WithdrawalTestbed } from '../../../../test/withdrawal-testbed.ts';

const RUNS = inject('isLong') ? 1_000 : 60;
const CONFIRMATIONS = 3;

let testbed: WithdrawalTestbed;
let signers: Parameters<WithdrawalTestbed['approve']>[1];

beforeAll(async () => {
  testbed = await openWithdrawalTestbed();
  signers = [await testbed.newSigner('finance'), await testbed.newSigner('risk')];
});

const sentBy = async () =>
  Number(await testbed.chain.client.getTransactionCount({ address: testbed.signer.address as never }));
/** Without what custody may sign alone: everything needs two signatures. */
const openStrict = () => testbed.openSender({ caps: { ...testbed.plan.caps, unapproved: new Map() } });

async function approved(amount = '1500'): Promise<{ owner: Owner; id: bigint }> {
  const owner = await testbed.newOwner();
  const { id } = await testbed.ask(owner, amount);
  await testbed.approve(id, signers);
  expect(await testbed.stateOf(id)).toBe('approved');
  return { owner, id };
}

async function play(id: bigint, round: () => Promise<void>): Promise<string | undefined> {
  for (let n = 0; n < CONFIRMATIONS + 3; n++) {
    await round();
    await testbed.chain.mine(1);
  }
  return await testbed.stateOf(id);
}

describe('an approved withdrawal that somebody with all rights changes', () => {
  it('given any field, when it is changed, then nothing is signed; and as it was, it is', async () => {
    const { owner, id } = await approved();
    const other = await testbed.newOwner();
    const otherUser = await approved('1600');
    const [before] = await testbed.rowsOf('select * from withdrawal where id = $1', id);
    const round = await openStrict();
    const [foreign] = await testbed.rowsOf<{ change: string }>(
      'select change from withdrawal where id = $1',
      otherUser.id,
    );
    await testbed.unguarded([
      `update withdrawal set state = 'refused', refused_because = 'by_staff', change = null where id = $1`,
      otherUser.id,
    ]);
    const changes: fc.Arbitrary<readonly [column: string, value: unknown]> = fc.oneof(
      fc
        .bigInt({ min: 1n, max: 10n ** 9n })
        .map((cents) => ['amount', `${cents / 100n + 5n}.${cents % 100n}`] as const),
      fc
        .bigInt({ min: 0n, max: 399n })
        .map((cents) => ['fee', `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`] as const),
      fc
        .uint8Array({ minLength: 20, maxLength: 20 })
        .map((bytes) => ['address', `0x${Buffer.from(bytes).toString('hex')}`] as const),
      fc.constantFrom(
        ['address', other.address] as const,
        ['user_id', other.caller.userId] as const,
        ['payee_id', other.payeeId] as const,
        ['currency', 'ETH'] as const,
        ['change', foreign?.change] as const,
        ['change', null] as const,
        ['review_reasons', '{}'] as const,
      ),
    );
    const sentBefore = await sentBy();
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(changes, { minLength: 1, maxLength: 3, selector: ([column]) => column }),
        async (chosen) => {
          const real = chosen.filter(
            ([column, value]) => String(before?.[column]) !== String(value) && column !== 'review_reasons',
          );
          fc.pre(real.length > 0);
          const set = chosen.map(([column], index) => `${column} = $${index + 2}`).join(', ');
          await testbed.unguarded(['delete from chain_payment where withdrawal = $1', id]);
          await testbed.unguarded([
            `update withdrawal set ${set} where id = $1`,
            id,
            ...chosen.map(([, value]) => value),
          ]);
          await round();
          expect(await testbed.rowsOf('select from chain_payment where withdrawal = $1', id)).toEqual([]);
          expect(await sentBy()).toBe(sentBefore);
          const columns = ['amount', 'fee', 'address', 'user_id', 'payee_id', 'currency', 'change', 'review_reasons'];
          const back = columns.map((column, index) => `${column} = $${index + 2}`).join(', ');
          await testbed.unguarded([
            `update withdrawal set ${back} where id = $1`,
            id,
            ...columns.map((column) => before?.[column]),
          ]);
        },
      ),
      { numRuns: RUNS },
    );
    expect(await play(id, round)).toBe('confirmed');
    expect(await testbed.coinsOf(owner.address)).toBe(1_496_000_000n);
  });

  it('given approvals of passkeys that only the tables know, then nothing is signed', async () => {
    const strangers = [await testbed.newSigner('finance'), await testbed.newSigner('risk')] as const;
    const known = testbed.plan.site.approvers.slice(0, 2); // Without the strangers.
    const owner = await testbed.newOwner();
    const { id } = await testbed.ask(owner, '1700');
    await testbed.approve(id, strangers);
    expect(await testbed.stateOf(id)).toBe('approved');
    const caps = { ...testbed.plan.caps, unapproved: new Map() };
    const round = await testbed.openSender({ caps, site: { ...testbed.plan.site, approvers: known } });
    expect(await play(id, round)).toBe('approved');
    expect(await testbed.coinsOf(owner.address)).toBe(0n);
  });

  it('given one signature twice, or none, then nothing is signed', async () => {
    const { owner, id } = await approved('1800');
    const [row] = await testbed.rowsOf<{ change: string }>('select change from withdrawal where id = $1', id);
    await testbed.unguarded([
      `update staff_signature s set assertion = (select assertion from staff_signature m where m.change_id = s.change_id and m.role = 'maker')
          where s.change_id = $1 and s.role = 'checker'`,
      row?.change,
    ]);
    const round = await openStrict();
    expect(await play(id, round)).toBe('approved');
    await testbed.unguarded([
      'update staff_signature set assertion = null, passkey_id = null where change_id = $1',
      row?.change,
    ]);
    expect(await play(id, round)).toBe('approved');
    expect(await testbed.coinsOf(owner.address)).toBe(0n);
  });

  it('the text that is signed is the one that the database compares', async () => {
    const { id } = await approved('1499.5');
    const [row] = await testbed.rowsOf<{ intent: string }>(
      'select withdrawal_intent(w) as intent from withdrawal w where id = $1',
      id,
    );
    const [own] = await testbed.rowsOf<{ user_id: string; address: string }>(
      'select user_id, address from withdrawal where id = $1',
      id,
    );
    const amount = 14_995n * 10n ** 17n;
    const intent = {
      id,
      userId: BigInt(own?.user_id ?? 0),
      currency: 'USDT',
      chain: 'ERC20',
      address: own?.address ?? '',
    } as const;
    expect(row?.intent).toBe(intentText({ ...intent, amount: amount as never, fee: (4n * 10n ** 18n) as never }));
    await testbed.unguarded([
      `update withdrawal set state = 'refused', refused_because = 'by_staff' where id = $1`,
      id,
    ]);
  });
});

describe('the roles of the database', () => {
  it('given an approved withdrawal, then neither app nor admin nor custody can write around the rules', async () => {
    const { id } = await approved('1900');
    const forged = [
      ['app', `update withdrawal set state = 'approved' where id = ${id}`],
      ['app', `update withdrawal set amount = 1 where id = ${id}`],
      ['admin', `update withdrawal set state = 'signed' where id = ${id}`],
      ['custody', `update withdrawal set state = 'signed' where id = ${id}`],
      ['custody', `update withdrawal set state = 'confirmed' where id = ${id}`],
      ['custody', `update withdrawal set state = 'returned' where id = ${id}`],
      ['custody', `delete from withdrawal where id = ${id}`],
      ['worker', `update withdrawal set state = 'refused' where id = ${id}`],
      [
        'app',
        `insert into chain_payment (chain, nonce, withdrawal, currency, units, recipient) values ('ERC20', 99, ${id}, 'USDT', 1, 'x')`,
      ],
    ] as const;
    for (const [role, statement] of forged)
      expect(await testbed.attempt(role, statement), statement).toMatch(/^(WD00|42501)/);
  });
});
