import { text } from 'node:stream/consumers';
import { generatePrivateKey } from 'viem/accounts';
import {
  createLocalSigner,
  newDepositWords,
  openDepositAccount,
  readKeystore,
  writeKeystore,
} from '../modules/custody/index.ts';
import { readKeyConfig } from '../platform/process/config.ts';

const USAGE = 'npm run custody-key [-- payments | gas | deposits | deposits-of-words < words.txt]';

/**
 * Makes a key of custody, writes it encrypted to a new file, and prints what may be known of it: an address, or the extended
 * public key of deposit addresses, after the words of their seed. Needs no network.
 */
try {
  const config = readKeyConfig();
  const given = (file: string | undefined, password: string | undefined, name: string) => {
    if (file === undefined || password === undefined)
      throw new Error(`set ETHEREUM_${name}_FILE and ETHEREUM_${name}_PASSWORD`);
    return { file, password };
  };
  const makeKey = ({ file, password }: ReturnType<typeof given>) => {
    const key = generatePrivateKey();
    writeKeystore(file, password, key);
    process.stdout.write(`${createLocalSigner(readKeystore(file, password)).address}\n`);
  };
  const keepAccount = (words: string) => {
    const { file, password } = given(config.ETHEREUM_SWEEP_FILE, config.ETHEREUM_SWEEP_PASSWORD, 'SWEEP');
    const account = openDepositAccount(words);
    writeKeystore(file, password, account.extendedPrivateKey);
    process.stdout.write(`${account.extendedPublicKey}\n`);
  };
  const [kind = 'payments'] = process.argv.slice(2);
  if (kind === 'payments') makeKey(given(config.ETHEREUM_KEY_FILE, config.ETHEREUM_KEY_PASSWORD, 'KEY'));
  else if (kind === 'gas') makeKey(given(config.ETHEREUM_GAS_FILE, config.ETHEREUM_GAS_PASSWORD, 'GAS'));
  else if (kind === 'deposits-of-words') keepAccount((await text(process.stdin)).trim());
  else if (kind === 'deposits') {
    const words = newDepositWords();
    keepAccount(words);
    process.stdout.write(`\nThe seed, shown this once. Write it down twice:\n\n${words}\n`);
  } else throw new Error(USAGE);
} catch (error) {
  process.stderr.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
