import { setTimeout as pause } from 'node:timers/promises';
import { connectLocalChain, TOKEN_ABI } from '@app/testkit/chain';
import { type Stack, startStack } from '../stack/stack.ts';
import { auditBooks } from '../torture/ack-audit.ts';
import { demand, openDemoUser } from '../torture/journey-client.ts';
import { queryStack } from '../torture/rig.ts';
import { atMost, describeLine, guarantee, judge, ratio } from '../trial/aims.ts';
import type { Trial } from '../trial/trial.ts';
import { quantile } from './spot/load.ts';

const COUNT = { long: 1_000, short: 100 };
/** Transfers of one transaction; a node takes transactions up to a size. */
const PER_TRANSACTION = 100;
const USDT = 1_000_000n;
const AMOUNT = 25n;
const CONFIRMATIONS = 12;
/** Far above what a block of the real chain takes, so that all transfers are in one. */
const BLOCK_GAS = 1_000_000_000n;
const OTHERS = 5;
const OTHERS_EVERY_MS = 100;
const BEFORE_MS = 15_000;
const PHASE_MS_MAX = 300_000;
const OTHERS_AIM = 2;
const EMAIL_HASH = `$argon2id$v=19$m=64,t=1,p=1$${'A'.repeat(22)}$${'B'.repeat(43)}`;

/** Measures deposits that arrive together: how long the last one takes, and what it costs everybody else. */
export const depositsBench: Trial = {
  name: 'deposits',
  claim: `${COUNT.long} deposits of one block are each credited once, with the p99 of others at most ${OTHERS_AIM} times that before.`,
  touches: ['apps/server/src/modules/deposit/', 'apps/server/src/modules/custody/'],
  seconds: 120,
  isAlone: true,
  isFigure: true,
  run: async ({ short, print }) => {
    const count = short ? COUNT.short : COUNT.long;
    const settings = { 'deposit.confirmations_erc20': CONFIRMATIONS };
    const stack = await startStack('deposits', { apis: 1, gateways: 1, feeds: 1, engines: 1, chain: true, settings });
    const others = await openOthers(stack);
    try {
      const addresses = await openAddresses(stack, count);
      others.times.length = 0; // Those until here met a start.
      await pause(BEFORE_MS);
      const before = others.times.splice(0);
      const { seenMs, creditedMs } = await depositAll(stack, addresses);
      const meanwhile = others.times.splice(0);
      const wrongs = await auditBooks(stack.database.urlOf('postgres'));
      const [row] = await queryStack(
        stack,
        `select count(*)::int as paid from ledger_account
          where owner like 'user:%' and kind = 'wallet' and currency = 'USDT' and book = 'real' and available = ${AMOUNT}`,
      );
      const p99Before = quantile(before, 0.99);
      const p99 = quantile(meanwhile, 0.99);
      const lines = [
        guarantee(
          `${row?.paid} of ${count} users have it once, the books hold`,
          row?.paid === count && wrongs.size === 0,
        ),
        guarantee('others are answered', others.failed === 0 && meanwhile.length > 0),
        atMost({ text: 'p99 of others, to that before', value: p99 / p99Before, aim: OTHERS_AIM, format: ratio }),
      ];
      for (const line of lines) print(describeLine(line));
      const inMs = (value: number) => `${Math.round(value)} ms`;
      return judge(
        lines,
        `${count} in one block: all seen ${seconds(seenMs)} after it, the last credited ${seconds(creditedMs)} after the block that confirmed them; others p99 ${inMs(p99Before)} before (${before.length}), ${inMs(p99)} meanwhile (${meanwhile.length})`,
      );
    } finally {
      await others.stop();
      await stack.stop();
    }
  },
};

const seconds = (timeMs: number) => `${(timeMs / 1_000).toFixed(1)} s`;

/** Adds users and gives each an address, as fast as custody derives some. */
async function openAddresses(stack: Stack, count: number): Promise<readonly `0x${string}`[]> {
  await queryStack(
    stack,
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version, country)
     select n, 'user-' || n || '@example.org', '${EMAIL_HASH}', 'Rig', 'RIG' || n, 1, 'TR' from generate_series(1, ${count}) n`,
  );
  const addresses: `0x${string}`[] = [];
  for (const endMs = performance.now() + PHASE_MS_MAX; addresses.length < count; ) {
    if (performance.now() > endMs) throw new Error(`${addresses.length} addresses only`);
    const [row] = await queryStack(stack, `select deposit_assign(${addresses.length + 1}, 'ERC20') as address`);
    if (row?.address == null) await pause(100);
    else addresses.push(row.address as `0x${string}`); // The database checks its form.
  }
  return addresses;
}

/** Sends to all addresses in one block, confirms it, and waits for the last credit. */
async function depositAll(stack: Stack, addresses: readonly `0x${string}`[]) {
  if (stack.chain === undefined) throw new Error('no chain');
  const { url, usdt } = stack.chain;
  const chain = connectLocalChain(url);
  await chain.call(usdt, 'mint', [chain.sender.address, AMOUNT * USDT * BigInt(addresses.length)]);
  await chain.client.setBlockGasLimit({ gasLimit: BLOCK_GAS });
  await chain.client.setAutomine(false);
  const first = await chain.client.getTransactionCount({ address: chain.sender.address });
  for (let at = 0; at < addresses.length; at += PER_TRANSACTION) {
    const to = addresses.slice(at, at + PER_TRANSACTION);
    await chain.client.writeContract({
      account: chain.sender,
      address: usdt,
      abi: TOKEN_ABI,
      functionName: 'transferMany',
      args: [to, to.map(() => AMOUNT * USDT)],
      gas: BLOCK_GAS / BigInt(addresses.length / PER_TRANSACTION + 1),
      nonce: first + at / PER_TRANSACTION,
    });
  }
  await chain.mine(1);
  const minedMs = performance.now();
  const block = await chain.client.getBlock();
  if (block.transactions.length * PER_TRANSACTION !== addresses.length) throw new Error('not all in one block');
  const seenMs = (await untilCount(stack, 'true', addresses.length)) - minedMs;
  await chain.mine(CONFIRMATIONS);
  const confirmedMs = performance.now();
  const creditedMs = (await untilCount(stack, `state = 'credited'`, addresses.length)) - confirmedMs;
  return { seenMs, creditedMs };
}

async function untilCount(stack: Stack, which: string, count: number): Promise<number> {
  for (const endMs = performance.now() + PHASE_MS_MAX; ; await pause(100)) {
    const [row] = await queryStack(stack, `select count(*)::int as found from deposit where ${which}`);
    if (row?.found === count) return performance.now();
    if (performance.now() > endMs) throw new Error(`${row?.found} of ${count} deposits: ${which}`);
  }
}

/** Users who move money and look at it all the time; their answers' times are kept. */
async function openOthers(stack: Stack) {
  const users = [];
  for (let n = 0; n < OTHERS; n++) users.push(await openDemoUser(stack, `other-${n}`));
  const others = { times: [] as number[], failed: 0 };
  const stopping = new AbortController();
  const act = async (token: string) => {
    const fields = { from_field: 'wallet', to_field: 'exchange', currency: 'USDT', number: '1' };
    while (!stopping.signal.aborted) {
      const startedMs = performance.now();
      await demand(stack.edgeUrl, '/wallet/change', fields, token).catch(() => others.failed++);
      others.times.push(performance.now() - startedMs);
      await pause(OTHERS_EVERY_MS);
    }
  };
  const running = users.map(({ token }) => act(token));
  return Object.assign(others, {
    stop: async () => {
      stopping.abort();
      await Promise.all(running);
    },
  });
}
