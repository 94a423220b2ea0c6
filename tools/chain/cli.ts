import { parseArgs } from 'node:util';
import { connectLocalChain } from '@app/testkit/chain';
import { devPorts } from '../dev/processes.ts';

const USAGE = `npm run chain -- pay --to <address> --amount 25 [--coin USDT|ETH] [--blocks 12]
  sends test coins on the local chain of npm run dev -- --chain, then mines blocks: confirmations`;

/** Sends coins on the development chain, as a user's own wallet would. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string' },
    amount: { type: 'string', default: '25' },
    coin: { type: 'string', default: 'USDT' },
    blocks: { type: 'string', default: '0' },
  },
});
const { to, amount, coin, blocks } = values;
if (
  positionals[0] !== 'pay' ||
  to === undefined ||
  !/^0x[0-9a-fA-F]{40}$/.test(to) ||
  !/^\d+(\.\d{1,6})?$/.test(amount)
) {
  console.error(USAGE);
  process.exitCode = 2;
} else {
  const chain = connectLocalChain(`http://127.0.0.1:${devPorts().chain}`);
  const [whole = '0', part = ''] = amount.split('.');
  const millionths = BigInt(whole + part.padEnd(6, '0'));
  const address = to as `0x${string}`; // Checked above.
  const hash =
    coin === 'ETH'
      ? await chain.pay(address, millionths * 10n ** 12n)
      : await chain.call(chain.firstContract, 'mint', [address, millionths]);
  if (Number(blocks) > 0) await chain.mine(Number(blocks));
  console.log(`${amount} ${coin} sent to ${to}: ${hash}`);
}
