import { expectDefined } from '@app/base';
import * as staffRoutes from '@app/protocol/staff';
import { TOKEN_ABI } from '@app/testkit/chain';
import type { Hex } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Owner, openWithdrawalTestbed, type WithdrawalTestbed } from '../../../test/withdrawal-testbed.ts';

const MILLION = 1_000_000n;
/** Between two comparisons. */
const EVERY_MS = 8_000;
const THIEF = '0x000000000000000000000000000000000000dEaD';

let testbed: WithdrawalTestbed;
let signers: readonly [
  Awaited<ReturnType<WithdrawalTestbed['newSigner']>>,
  Awaited<ReturnType<WithdrawalTestbed['newSigner']>>,
];
let reconciler: Awaited<ReturnType<WithdrawalTestbed['openReconciler']>>;
let watch: () => Promise<void>;
let send: () => Promise<void>;
let isNodeSilent = false;
/** It answers for a block with what the newest one has. */
let isNodeAhead = false;
let nowMs = 0;

beforeAll(async () => {
  testbed = await openWithdrawalTestbed({
    problemOf: () => reconciler?.problemOf(),
    wrapChain: (chain) => ({
      ...chain,
      balancesAt: async (block, questions) => {
        if (isNodeSilent) throw new Error('the node is silent');
        return await chain.balancesAt(isNodeAhead ? await chain.head() : block, questions);
      },
    }),
  });
  signers = [await testbed.newSigner('finance'), await testbed.newSigner('security', 'risk')];
  await testbed.set('deposit.confirmations_erc20', 2);
  watch = await testbed.openWatch();
  send = await testbed.openSender();
});
beforeEach(async () => {
  reconciler = await testbed.openReconciler(() => nowMs);
});

/** One round of custody's comparison, when it is time again. */
async function compare(): Promise<unknown> {
  nowMs += EVERY_MS;
  return await reconciler.round().then(
    () => undefined,
    (error: Error) => error.message,
  );
}

async function balanceOf(currency: string) {
  const rows = await testbed.rowsOf(
    `select trim_scale(hot)::text as hot, trim_scale(deposits)::text as deposits, trim_scale(booked)::text as booked,
            trim_scale(arriving)::text as arriving, trim_scale(leaving)::text as leaving,
            trim_scale(unexplained)::text as unexplained, trim_scale(difference)::text as difference
       from chain_balance where currency = $1`,
    currency,
  );
  return expectDefined(rows[0], 'the balance');
}

async function addressOf({ caller }: Owner): Promise<Hex> {
  const [row] = await testbed.rowsOf<{ address: Hex }>(
    'select deposit_assign($1, $2) as address',
    caller.userId,
    'ERC20',
  );
  return expectDefined(row, 'the address').address;
}

/** Moves tokens of an address whose key somebody stole. */
async function steal(from: Hex, units: bigint): Promise<void> {
  const { client } = testbed.chain;
  await client.impersonateAccount({ address: from });
  await client.writeContract({
    account: from,
    address: testbed.usdt,
    abi: TOKEN_ABI,
    functionName: 'transfer',
    args: [THIEF, units],
  });
  await testbed.chain.mine(1);
}

const haltOf = async () =>
  (await testbed.rowsOf<{ halted: string | null }>('select halted from chain_wallet'))[0]?.halted;

async function round(): Promise<void> {
  await watch();
  expect(await compare()).toBeUndefined();
  await send();
}

describe('the comparison of a chain with the books', () => {
  it('given deposits and withdrawals at every step, then there is never a difference', async () => {
    await watch();
    await compare();
    expect(await balanceOf('USDT')).toMatchObject({ unexplained: '0', difference: '1000000' });
    await compare();
    const own = await balanceOf('USDT');
    expect(own).toMatchObject({ hot: '1000000', unexplained: '1000000', difference: '0' });
    const owner = await testbed.newOwner('0');
    await testbed.chain.call(testbed.usdt, 'mint', [await addressOf(owner), 2_000n * MILLION]);
    await round();
    expect(await balanceOf('USDT')).toMatchObject({ deposits: '2000', arriving: '2000', booked: '0', difference: '0' });
    await testbed.chain.mine(2);
    await round();
    expect(await balanceOf('USDT')).toMatchObject({ arriving: '0', booked: '2000', difference: '0' });

    const { id } = await testbed.ask(owner, '1500');
    await testbed.approve(id, signers);
    await round();
    await watch();
    await compare();
    expect(await balanceOf('USDT')).toMatchObject({ leaving: '1496', booked: '2000', difference: '0' });
    for (let n = 0; n < 5; n++) {
      await testbed.chain.mine(1);
      await round();
      expect(await balanceOf('USDT')).toMatchObject({ difference: '0' });
      expect(await balanceOf('ETH')).toMatchObject({ difference: '0' });
    }
    expect(await testbed.stateOf(id)).toBe('confirmed');
    expect(await balanceOf('USDT')).toMatchObject({ leaving: '0', booked: '504', unexplained: '1000000' });
    const [{ gas } = { gas: '0' }] = await testbed.rowsOf<{ gas: string }>(
      `select gas::text from chain_balance where currency = 'ETH'`,
    );
    expect(Number(gas)).toBeGreaterThan(0);
  });

  it('given coins that nothing explains, then they are noted once, and expected from then on', async () => {
    await testbed.chain.call(testbed.usdt, 'mint', [testbed.signer.address as Hex, 7n * MILLION]);
    await testbed.chain.mine(1);
    await watch();
    for (let n = 0; n < 3; n++) expect(await compare()).toBeUndefined();
    expect(await balanceOf('USDT')).toMatchObject({ unexplained: '1000007', difference: '0' });
    const rows = await testbed.rowsOf(`select trim_scale(amount)::text as amount from chain_unexplained
                                        where currency = 'USDT' order by id`);
    expect(rows).toEqual([{ amount: '1000000' }, { amount: '7' }]);
  });

  it('given a node that once counts what comes next, then nothing is noted, and the deposit is no loss later', async () => {
    const owner = await testbed.newOwner('0');
    const address = await addressOf(owner);
    for (let n = 0; n < 2; n++) {
      await testbed.chain.call(testbed.usdt, 'mint', [address, 11n * MILLION]);
      await testbed.chain.mine(1);
      if (n === 0) await round(); // From now on, the address is asked about.
    }
    const before = await testbed.rowsOf('select * from chain_unexplained');
    isNodeAhead = true;
    expect(await compare()).toBeUndefined();
    isNodeAhead = false;
    expect(await balanceOf('USDT')).toMatchObject({ difference: '11' });
    for (let n = 0; n < 3; n++) await round();
    expect(await testbed.rowsOf('select * from chain_unexplained')).toEqual(before);
    expect(await haltOf()).toBeNull();
  });

  it('given nodes that do not answer, then nothing new is sent until they do', async () => {
    const owner = await testbed.newOwner();
    const { id } = await testbed.ask(owner, '100');
    await testbed.approve(id, signers);
    expect(reconciler.problemOf()).toMatch(/not compared/);
    await send();
    expect(await testbed.stateOf(id)).toBe('approved');
    expect(await compare()).toBeUndefined();
    expect(reconciler.problemOf()).toBeUndefined();
    isNodeSilent = true;
    for (let n = 0; n < 6; n++) expect(await compare()).toMatch(/silent/);
    await send();
    expect(await testbed.stateOf(id)).toBe('approved');
    isNodeSilent = false;
    await watch();
    await compare();
    await send();
    expect(await testbed.stateOf(id)).toBe('signed');
    await testbed.chain.mine(5);
    await send();
    expect(await testbed.stateOf(id)).toBe('confirmed');
  });

  it('given stolen coins, then sending halts within two comparisons, and goes on when two people resume it', async () => {
    const owner = await testbed.newOwner();
    const { id } = await testbed.ask(owner, '100');
    await testbed.approve(id, signers);
    const address = await addressOf(owner);
    await testbed.chain.call(testbed.usdt, 'mint', [address, 10n * MILLION]);
    await testbed.chain.pay(address, 10n ** 17n); // For the gas.
    await testbed.chain.mine(3);
    await watch();
    expect(await compare()).toBeUndefined();
    await steal(address, 3n * MILLION);
    await watch();
    expect(await compare()).toBeUndefined();
    expect(reconciler.problemOf()).toBe('coins are missing'); // Nothing new is sent from the first one on.
    expect(await compare()).toMatch(/holds less than the books say: .* ETH at block \d+, 3 USDT/);
    expect(await haltOf()).toMatch(/3 USDT/);
    expect(await balanceOf('USDT')).toMatchObject({ difference: '-3' });
    await send();
    expect(await testbed.stateOf(id)).toBe('approved');

    const [maker, checker] = signers;
    const payload = JSON.stringify({ chain: 'ERC20', halted: await haltOf() });
    const fields = { kind: 'chain.resume', payload, reason: 'replaced from our own' };
    const other = { ...fields, payload: JSON.stringify({ chain: 'ERC20', halted: 'something else' }) };
    for (const { isDone, change } of [
      { isDone: false, change: other },
      { isDone: true, change: fields },
    ]) {
      const proposed = await testbed.staff.send(maker.member, staffRoutes.proposeChange, change);
      await testbed.sign(maker, proposed.data);
      await testbed.sign(checker, proposed.data);
      expect((await haltOf()) === null).toBe(isDone);
    }
    // Still missing: it halts again.
    expect(await compare()).toMatch(/3 USDT/);
    expect(await haltOf()).toMatch(/3 USDT/);
  });

  it('given a superuser who books a deposit that never came, then sending halts', async () => {
    await testbed.chain.call(testbed.usdt, 'mint', [testbed.signer.address as Hex, 3n * MILLION]);
    await testbed.chain.pay(testbed.signer.address as Hex, 10n ** 17n);
    await testbed.unguarded(['update chain_wallet set halted = null']);
    await testbed.chain.mine(1);
    await watch();
    expect(await compare()).toBeUndefined();
    await testbed.unguarded([
      `update ledger_account set available = available - 1 where owner = 'world:chain:ERC20' and currency = 'USDT' and book = 'real'`,
    ]);
    expect(await compare()).toBeUndefined();
    expect(await compare()).toMatch(/1 USDT/);
    expect(await haltOf()).toMatch(/1 USDT/);
  });
});
