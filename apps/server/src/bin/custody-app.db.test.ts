import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Hex, hexToBytes } from 'viem';
import { generatePrivateKey, HDKey, privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { type DepositTestbed, openDepositTestbed } from '../../test/deposit-testbed.ts';
import { atTheEnd, silent } from '../../test/testbed.ts';
import { openDepositAccount, writeKeystore } from '../modules/custody/index.ts';
import { createCustody } from './custody-app.ts';

const PASSWORD = 'only this test knows it';

let bed: DepositTestbed;
let folder: string;
const hot = generatePrivateKey();
const gas = generatePrivateKey();

const keep = (name: string, key: string): string => {
  const file = join(folder, name);
  writeKeystore(file, PASSWORD, key);
  return file;
};

beforeAll(async () => {
  bed = await openDepositTestbed();
  await bed.set('deposit.confirmations_erc20', 2);
  await bed.set('withdrawal.confirmations_erc20', 2);
  folder = mkdtempSync(join(tmpdir(), 'custody-'));
  atTheEnd(() => Promise.resolve(rmSync(folder, { recursive: true, force: true })));
  await bed.chain.pay(privateKeyToAccount(gas).address, 10n ** 19n);
  keep('hot.json', hot);
  keep('gas.json', gas);
  keep('deposits.json', openDepositAccount(bed.words).extendedPrivateKey);
  const other = HDKey.fromMasterSeed(hexToBytes(generatePrivateKey())).derive("m/44'/60'/0'");
  keep('other.json', other.privateExtendedKey ?? '');
});

const config = () => ({
  ETHEREUM_NODES: [bed.chain.url],
  ETHEREUM_NETWORK_ID: bed.chain.chainId,
  ETHEREUM_XPUB: openDepositAccount(bed.words).extendedPublicKey,
  ETHEREUM_TOKENS: [`USDT:${bed.usdt}:6`],
  ETHEREUM_EXPLORER_URL: undefined,
  ETHEREUM_COLD_ADDRESSES: [],
  ETHEREUM_KEY_FILE: join(folder, 'hot.json') as string | undefined,
  ETHEREUM_KEY_PASSWORD: PASSWORD as string | undefined,
  ETHEREUM_SWEEP_FILE: join(folder, 'deposits.json') as string | undefined,
  ETHEREUM_SWEEP_PASSWORD: PASSWORD as string | undefined,
  ETHEREUM_GAS_FILE: join(folder, 'gas.json') as string | undefined,
  ETHEREUM_GAS_PASSWORD: PASSWORD as string | undefined,
  ETHEREUM_SWEEP_GAS_PRICE_MAX: 100 as number | undefined,
  ETHEREUM_SWEEP_MINIMUM: ['USDT:10'],
  WITHDRAWAL_APPROVERS: [],
  WITHDRAWAL_HOURLY_MAX: [],
  WITHDRAWAL_UNAPPROVED_MAX: [],
  ADMIN_URL: 'http://localhost:4203',
  CUSTODY_POLL_MS: 1_000,
});
const open = (more: Partial<ReturnType<typeof config>> = {}) =>
  createCustody({ db: bed.leased.db, reads: bed.db, log: silent }, { ...config(), ...more });

describe('custody with the keys of deposits', () => {
  it.each<[string, () => Partial<ReturnType<typeof config>>, string]>([
    ['without a highest price of gas', () => ({ ETHEREUM_SWEEP_GAS_PRICE_MAX: undefined }), 'belong together'],
    ['without least amounts', () => ({ ETHEREUM_SWEEP_MINIMUM: [] }), 'belong together'],
    ['without a gas account', () => ({ ETHEREUM_GAS_FILE: undefined }), 'belong together'],
    [
      'without a sender',
      () => ({ ETHEREUM_KEY_FILE: undefined, ETHEREUM_KEY_PASSWORD: undefined }),
      'sweeping needs ETHEREUM_KEY_FILE',
    ],
    ['with the sender as gas account', () => ({ ETHEREUM_GAS_FILE: join(folder, 'hot.json') }), 'two keys'],
    ['with keys of another account', () => ({ ETHEREUM_SWEEP_FILE: join(folder, 'other.json') }), 'another account'],
    ['with least amounts of an unknown coin', () => ({ ETHEREUM_SWEEP_MINIMUM: ['XYZ:1'] }), 'no coin of this chain'],
  ])('does not start %s', async (_what, change, problem) => {
    await expect(open(change())).rejects.toThrow(problem);
  });

  it('sweeps what it credited; and while sweeping fails, it credits', async () => {
    const destination = privateKeyToAccount(hot).address;
    const work = await open();
    const round = async () => {
      await work?.round(await bed.lease());
      await bed.chain.mine(2);
    };
    await round();
    const address = await bed.addressOf(1);
    await bed.chain.call(bed.usdt, 'mint', [address, 20_000_000n]);
    for (let n = 0; n < 6; n++) await round();
    expect([await bed.walletOf(1), await bed.chain.balanceOf(bed.usdt, destination)]).toEqual([20, 20_000_000n]);

    const [row] = await bed.read<{ address: Hex }>('select address from chain_sweeper');
    await bed.root.query('update chain_sweeper set address = $1', [destination]);
    await bed.chain.call(bed.usdt, 'mint', [address, 30_000_000n]);
    for (let n = 0; n < 3; n++) await expect(round()).rejects.toThrow(`not ${destination}`);
    await bed.chain.mine(2);
    await expect(work?.round(await bed.lease())).rejects.toThrow('gas account');
    expect([await bed.walletOf(1), await bed.chain.balanceOf(bed.usdt, address)]).toEqual([50, 30_000_000n]);

    await bed.root.query('update chain_sweeper set address = $1', [row?.address]);
    for (let n = 0; n < 4; n++) await round();
    expect(await bed.chain.balanceOf(bed.usdt, destination)).toBe(50_000_000n);
  });
});
