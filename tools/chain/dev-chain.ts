import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDepositAccount, writeKeystore } from '@app/server/modules/custody';
import { type LocalChain, type LocalChainOptions, startLocalChain } from '@app/testkit/chain';
import type { Hex } from 'viem';
import { mnemonicToAccount, privateKeyToAccount } from 'viem/accounts';

/** The words of BIP-39's own test vector: everybody can derive these keys. Never anything but development. */
const WORDS = `${'abandon '.repeat(11)}about`;

export type DevChain = LocalChain & {
  /** The test token that plays USDT. */
  readonly usdt: `0x${string}`;
  /** Variables of custody, which follows this chain. */
  readonly environment: Readonly<Record<string, string>>;
};

/** The address that custody sends from, what it has, and what may leave. */
const SENDER_PATH = "m/44'/60'/1'/0/0";
const GAS_PATH = "m/44'/60'/2'/0/0";
const KEY_PASSWORD = 'never anything but development';
const SENDER = { usdt: 1_000_000n * 10n ** 6n, ether: 100n * 10n ** 18n };
const CAPS = { WITHDRAWAL_HOURLY_MAX: 'USDT:100000,ETH:50', WITHDRAWAL_UNAPPROVED_MAX: 'USDT:1000,ETH:0.5' };

/** With `isSwept` custody moves deposits to the sender. Journeys do not wait for it. */
export type DevChainOptions = LocalChainOptions & { readonly isSwept?: boolean };

/** Starts a local chain with a test USDT, and says how custody follows it and sends on it. Its key is kept in a folder. */
export async function startDevChain(
  { isSwept = false, ...options }: DevChainOptions,
  folder: string,
): Promise<DevChain> {
  const chain = await startLocalChain(options);
  const usdt = await chain.deployOnce('TestUsdt');
  const keyFile = await fundSender(chain, usdt, folder);
  const account = openDepositAccount(WORDS);
  const environment = {
    ETHEREUM_NODES: chain.url,
    ETHEREUM_NETWORK_ID: String(chain.chainId),
    ETHEREUM_XPUB: account.extendedPublicKey,
    ETHEREUM_TOKENS: `USDT:${usdt}:6`,
    ETHEREUM_KEY_FILE: keyFile,
    ETHEREUM_KEY_PASSWORD: KEY_PASSWORD,
    ...CAPS,
    ...(isSwept && (await openSweeping(chain, account.extendedPrivateKey, folder))),
  };
  return { ...chain, usdt, environment };
}

/** Writes a key to a file, unless it is there, and returns its address. */
function keepKey(path: string, file: string): Hex {
  const key = mnemonicToAccount(WORDS, { path: path as never }).getHdKey().privateKey; // One address, not an account.
  if (key === null) throw new Error('the words have a private key');
  const privateKey = `0x${Buffer.from(key).toString('hex')}` as const;
  if (!existsSync(file)) writeKeystore(file, KEY_PASSWORD, privateKey);
  return privateKeyToAccount(privateKey).address;
}

/** Writes the keys that sweep to files, gives the gas account ether if it has none, and returns the variables. */
async function openSweeping(chain: LocalChain, extendedPrivateKey: string, folder: string) {
  const gasFile = join(folder, 'gas-key.json');
  const sweepFile = join(folder, 'deposit-keys.json');
  const account = keepKey(GAS_PATH, gasFile);
  if (!existsSync(sweepFile)) writeKeystore(sweepFile, KEY_PASSWORD, extendedPrivateKey);
  if ((await chain.client.getBalance({ address: account })) === 0n) await chain.pay(account, SENDER.ether);
  return {
    ETHEREUM_SWEEP_FILE: sweepFile,
    ETHEREUM_SWEEP_PASSWORD: KEY_PASSWORD,
    ETHEREUM_GAS_FILE: gasFile,
    ETHEREUM_GAS_PASSWORD: KEY_PASSWORD,
    ETHEREUM_SWEEP_GAS_PRICE_MAX: '100',
    ETHEREUM_SWEEP_MINIMUM: 'USDT:10,ETH:0.01',
  };
}

/** Writes the key of the sender to a file, gives its address coins if it has none, and returns the file. */
async function fundSender(chain: LocalChain, usdt: Hex, folder: string): Promise<string> {
  const file = join(folder, 'custody-key.json');
  const address = keepKey(SENDER_PATH, file);
  if ((await chain.balanceOf(usdt, address)) === 0n) {
    await chain.call(usdt, 'mint', [address, SENDER.usdt]);
    await chain.pay(address, SENDER.ether);
  }
  return file;
}
