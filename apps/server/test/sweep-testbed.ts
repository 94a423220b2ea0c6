import type { Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import {
  type AgreedChain,
  createAgreedChain,
  createLocalGasSigner,
  openDepositAccount,
  openDepositKeys,
  sweeperCodeFor,
} from '../src/modules/custody/index.ts';
import { createSettings } from '../src/modules/reference/index.ts';
import { createSweeper, type SweepPlan, type SweepStep } from '../src/modules/sweep/index.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { openDepositTestbed } from './deposit-testbed.ts';
import { silent } from './testbed.ts';

export type SweepTestbed = Awaited<ReturnType<typeof openSweepTestbed>>;

type Options = {
  readonly wrapChain?: (chain: AgreedChain) => AgreedChain;
  readonly onStep?: (step: SweepStep) => Promise<void>;
};

const ETHER = 10n ** 18n;
const GWEI = 10n ** 9n;
const CONFIRMATIONS = 3;

/** A real chain whose deposits custody follows, a gas account with ether, and sweeping round by round. */
export async function openSweepTestbed({ wrapChain = (chain) => chain, onStep }: Options = {}) {
  const bed = await openDepositTestbed();
  const { chain, root } = bed;
  const hot = privateKeyToAccount(generatePrivateKey()).address;
  const gasKey = generatePrivateKey();
  const gas = createLocalGasSigner(gasKey);
  await chain.pay(gas.address as Hex, 100n * ETHER);
  const { extendedPrivateKey, extendedPublicKey } = openDepositAccount(bed.words);
  const keys = openDepositKeys(extendedPrivateKey, extendedPublicKey);
  const { chain: name, networkId, assets, derive } = bed.plan;
  const plan: SweepPlan = {
    chain: name,
    networkId,
    assets,
    derive,
    code: sweeperCodeFor(hot),
    minimum: new Map([
      ['USDT', 10_000_000n],
      ['ETH', ETHER / 100n],
    ]),
    gasPriceMax: 100n * GWEI,
  };
  await bed.set('deposit.confirmations_erc20', CONFIRMATIONS);
  await bed.set('withdrawal.confirmations_erc20', CONFIRMATIONS);
  /** Sweeping as a process that has just started has it. */
  const openSweeper = (more: Partial<SweepPlan> = {}) => {
    const round = createSweeper({
      db: bed.db,
      transact: transactOn(bed.leased.db),
      settings: createSettings(bed.db),
      chain: wrapChain(createAgreedChain([chain.openNode()])),
      gas,
      keys,
      plan: { ...plan, ...more },
      log: silent,
      onStep,
    });
    return async () => round(await bed.lease());
  };
  let users = 0;
  const follow = await bed.openWatch();
  await follow();
  return {
    ...bed,
    hot,
    gas,
    gasKey,
    sweepPlan: plan,
    openSweeper,
    follow,
    /** Adds a user with an address. */
    newUser: async (): Promise<{ id: number; address: Hex }> => {
      const id = ++users;
      return { id, address: await bed.addressOf(id) };
    },
    /** Lets custody see what was sent so far with enough confirmations. */
    credit: async (): Promise<void> => {
      await chain.mine(CONFIRMATIONS);
      await follow();
    },
    /** Plays rounds until no sweep is open and none begins. */
    play: async (round: () => Promise<void> = openSweeper(), rounds = 3): Promise<void> => {
      for (let n = 0; n < rounds; n++) {
        await round();
        await chain.mine(CONFIRMATIONS);
        await round();
      }
    },
    /** Runs as a superuser whom no trigger and no foreign key stops. */
    unguarded: async (...statements: readonly (readonly [string, ...unknown[]])[]): Promise<void> => {
      await root.query('set session_replication_role = replica');
      try {
        for (const [text, ...values] of statements) await root.query(text, values);
      } finally {
        await root.query('set session_replication_role = origin');
      }
    },
    usdtOf: (address: Hex): Promise<bigint> => chain.balanceOf(bed.usdt, address),
    etherOf: (address: Hex): Promise<bigint> => chain.client.getBalance({ address }),
    codeOf: (address: Hex) => chain.client.getCode({ address }),
    sentByGas: (): Promise<number> => chain.client.getTransactionCount({ address: gas.address as Hex }),
    haltOf: async (): Promise<string | null> =>
      (await bed.read<{ halted: string | null }>('select halted from chain_sweeper'))[0]?.halted ?? null,
  };
}
