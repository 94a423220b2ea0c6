import { move, userAccount } from '@app/domain/ledger';
import { type Amount, ONE } from '@app/money';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DepositTestbed, openDepositTestbed } from '../../../../test/deposit-testbed.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import { claimWriter } from '../../../platform/db/writer.ts';
import { audit, createLedger } from '../../ledger/index.ts';

const CONFIRMATIONS = 4;
const DEPTH_MAX = 8;
let bed: DepositTestbed;
let follow: () => Promise<void>;
let nextUser = 1;
let lag = 0;

beforeAll(async () => {
  // A node that may fall behind.
  bed = await openDepositTestbed({
    wrap: (node) => [
      {
        ...node,
        head: async () => (await node.head()) - lag,
        hashAt: async (number) => (number > (await node.head()) - lag ? undefined : await node.hashAt(number)),
      },
    ],
  });
  await bed.set('deposit.confirmations_erc20', CONFIRMATIONS);
  await bed.set('deposit.reorganisation_depth_max', DEPTH_MAX);
  follow = await bed.openWatch();
  await follow();
});

/** A user of their own for each test, with an address. */
async function newUser() {
  const id = nextUser++;
  return { id, address: await bed.addressOf(id) };
}

const stateOf = async (hash: string) =>
  (
    await bed.read<{ state: string; credits: number; ordinal: number }>(
      'select state, credits, ordinal from deposit where tx_hash = $1 order by ordinal',
      [hash],
    )
  ).map(({ state, credits }) => `${state} ${credits}`);

/** The auditor agrees with everything that was posted. */
async function expectSound() {
  const breaches: unknown[] = [];
  await audit(bed.as('worker').db, (_tx, found) => Promise.resolve(void breaches.push(...found)), {
    frozen: [],
    external: [],
  });
  expect(breaches).toEqual([]);
}

describe('a deposit', () => {
  it('is seen in its block and credited at its confirmations, once, whatever process follows the chain', async () => {
    const { id, address } = await newUser();
    const hash = await bed.chain.call(bed.usdt, 'mint', [address, 12_345_678n]);
    await follow();
    expect(await stateOf(hash)).toEqual(['seen 0']);
    await bed.chain.mine(CONFIRMATIONS - 2);
    await follow();
    expect([await stateOf(hash), await bed.walletOf(id)]).toEqual([['seen 0'], 0]);
    await bed.chain.mine(1);
    await follow();
    await follow();
    await (await bed.openWatch())();
    expect([await stateOf(hash), await bed.walletOf(id)]).toEqual([['credited 1'], 12.345678]);
    await expectSound();
  });

  it('is each transfer of a transaction by itself, and the chain’s own coin', async () => {
    const a = await newUser();
    const b = await newUser();
    await bed.chain.call(bed.usdt, 'mint', [bed.chain.sender.address, 100_000_000n]);
    const args = [
      [a.address, b.address, a.address],
      [1_000_000n, 2_000_000n, 3_000_000n],
    ] as const;
    const tokens = await bed.chain.call(bed.usdt, 'transferMany', args);
    const ether = await bed.chain.pay(b.address, 1_500_000_000_000_000_001n);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    expect(await stateOf(tokens)).toEqual(['credited 1', 'credited 1', 'credited 1']);
    expect(await stateOf(ether)).toEqual(['credited 1']);
    expect([await bed.walletOf(a.id), await bed.walletOf(b.id)]).toEqual([4, 2]);
    const [row] = await bed.read(`select available::text from ledger_account where owner = $1 and currency = 'ETH'`, [
      `user:${b.id}`,
    ]);
    expect(row).toEqual({ available: '1.500000000000000001' });
    await expectSound();
  });

  it('is nothing that another contract calls by the same name', async () => {
    const { id, address } = await newUser();
    const fake = await bed.chain.deploy('TestUsdt');
    const hash = await bed.chain.call(fake, 'mint', [address, 5_000_000n]);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    expect([await stateOf(hash), await bed.walletOf(id)]).toEqual([[], 0]);
  });

  it('is never credited where the token reports what no balance shows', async () => {
    const { id, address } = await newUser();
    const hash = await bed.chain.call(bed.usdt, 'lie', [address, 5_000_000n]);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    expect([await stateOf(hash), await bed.walletOf(id)]).toEqual([['suspect 0'], 0]);
    expect(await bed.read('select kind from deposit_incident where user_id = $1', [id])).toEqual([{ kind: 'suspect' }]);
  });
});

describe('a node that falls behind', () => {
  it('takes nothing back: blocks that it lacks are not replaced', async () => {
    const { id, address } = await newUser();
    const hash = await bed.chain.call(bed.usdt, 'mint', [address, 3_000_000n]);
    await bed.chain.mine(CONFIRMATIONS);
    await follow();
    lag = CONFIRMATIONS + 3;
    await expect(follow()).rejects.toThrow('behind block');
    expect([await stateOf(hash), await bed.walletOf(id)]).toEqual([['credited 1'], 3]);
    lag = 0;
    await follow();
    expect([await stateOf(hash), await bed.walletOf(id)]).toEqual([['credited 1'], 3]);
  });
});

describe('a reorganisation', () => {
  it.each(Array.from({ length: CONFIRMATIONS + 1 }, (_, index) => index + 1))(
    'of %i blocks takes back what they brought, and the same transaction counts again in its next block',
    async (depth) => {
      const { id, address } = await newUser();
      const hash = await bed.chain.call(bed.usdt, 'mint', [address, 7_000_000n]);
      const signed = await bed.chain.readSigned(hash);
      await bed.chain.mine(depth - 1);
      await follow();
      const isCredited = depth >= CONFIRMATIONS;
      expect([await stateOf(hash), await bed.walletOf(id)]).toEqual(isCredited ? [['credited 1'], 7] : [['seen 0'], 0]);
      await bed.chain.reorganise(depth);
      await follow();
      await follow();
      expect([await stateOf(hash), await bed.walletOf(id)]).toEqual(
        isCredited ? [['reversed 1'], 0] : [['orphaned 0'], 0],
      );
      // Before it in its new block stands another transfer: its log has another index in the block.
      await bed.chain.sendSigned(signed);
      await bed.chain.mine(CONFIRMATIONS);
      await follow();
      expect([await stateOf(hash), await bed.walletOf(id)]).toEqual([[isCredited ? 'credited 2' : 'credited 1'], 7]);
      await expectSound();
    },
  );

  it('whose coins were spent is paid by the platform’s capital, then noted as uncovered', async () => {
    const { id, address } = await newUser();
    const hash = await bed.chain.call(bed.usdt, 'mint', [address, 9_000_000n]);
    await bed.chain.mine(CONFIRMATIONS - 1);
    await follow();
    await spend(id, 6n);
    await bed.chain.reorganise(CONFIRMATIONS);
    await follow();
    await follow();
    expect(await stateOf(hash)).toEqual(['reversed 1']);
    expect(await bed.walletOf(id)).toBe(0);
    const [row] = await bed.read('select shortfall::float8, uncovered::float8 from deposit where tx_hash = $1', [hash]);
    expect(row).toEqual({ shortfall: 6, uncovered: 6 }); // Nobody paid capital in.
    expect(await bed.read(`select kind from deposit_incident where user_id = $1 and closed_at is null`, [id])).toEqual([
      { kind: 'reversed' },
    ]);
  });

  it('deeper than allowed stops everything and touches nothing', async () => {
    const { id, address } = await newUser();
    const hash = await bed.chain.call(bed.usdt, 'mint', [address, 1_000_000n]);
    await bed.chain.mine(DEPTH_MAX + 3);
    await follow();
    expect(await bed.walletOf(id)).toBe(1);
    await bed.chain.reorganise(DEPTH_MAX + 3);
    await follow();
    await follow();
    expect([await stateOf(hash), await bed.walletOf(id)]).toEqual([['credited 1'], 1]);
    const [{ halted }] = (await bed.read<{ halted: string }>('select halted from deposit_chain')) as [
      { halted: string },
    ];
    expect(halted).toContain('none of the last');
  });
});

/** Moves a user's coins to another of the user's accounts, from which no reversal takes them. */
async function spend(userId: number, whole: bigint): Promise<void> {
  const { db } = bed.as('app');
  const ledger = createLedger(await claimWriter(db));
  const wallet = userAccount(BigInt(userId), 'wallet', 'USDT');
  const exchange = userAccount(BigInt(userId), 'exchange', 'USDT');
  await ledger.open(db, 'real', [wallet, exchange]);
  await transactOn(db)(async (tx) => {
    await ledger.lock(tx, 'real', [wallet, exchange]);
    const entries = move((whole * ONE) as Amount, wallet, exchange);
    await ledger.post(tx, [{ kind: 'wallet.change', ref: `spend:${userId}`, mode: 'real', entries }]);
  });
}
