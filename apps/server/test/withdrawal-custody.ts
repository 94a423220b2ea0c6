import { createHash } from 'node:crypto';
import type { Hex } from 'viem';
import { generatePrivateKey, mnemonicToAccount } from 'viem/accounts';
import { type ClaimPlan, type ClaimStep, createClaims } from '../src/modules/claim/index.ts';
import {
  type AgreedChain,
  type Approver,
  createAgreedChain,
  createDerivation,
  createLocalSigner,
} from '../src/modules/custody/index.ts';
import { createWatch } from '../src/modules/deposit/index.ts';
import { createLedger } from '../src/modules/ledger/index.ts';
import { createReconciler } from '../src/modules/reconciliation/index.ts';
import { createSettings } from '../src/modules/reference/index.ts';
import { createSender, type SendPlan, type SendStep } from '../src/modules/withdrawal/index.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { claimWriter } from '../src/platform/db/writer.ts';
import { openCustodyLease } from './custody-lease.ts';
import type { FactorTestbed } from './factor-testbed.ts';
import { startTestChain } from './test-chain.ts';
import { silent } from './testbed.ts';
import { addChain, CHAIN } from './withdrawal-rows.ts';

const STAFF_ORIGIN = 'http://localhost:4203';
const MILLION = 1_000_000n;
const WORDS = `${'abandon '.repeat(11)}about`;
const XPUB = mnemonicToAccount(WORDS, { path: "m/44'/60'/0'" as never }).getHdKey().publicExtendedKey;

export type CustodyOptions = {
  readonly wrapChain?: (chain: AgreedChain) => AgreedChain;
  readonly onStep?: (step: SendStep) => Promise<void>;
  readonly problemOf?: () => string | undefined;
};

/** A real chain with a funded sender, and custody on it, which a test moves round by round. */
export async function openWithdrawalCustody(
  testbed: FactorTestbed,
  { wrapChain = (chain) => chain, onStep, problemOf = () => undefined }: CustodyOptions,
) {
  const chain = await startTestChain();
  const usdt = await chain.deploy('TestUsdt');
  const signer = createLocalSigner(generatePrivateKey());
  await chain.call(usdt, 'mint', [signer.address as Hex, 1_000_000n * MILLION]);
  await chain.pay(signer.address as Hex, 10n ** 20n);
  await addChain(testbed.root, { networkId: chain.chainId, usdt });
  const approvers: Approver[] = [];
  const plan: SendPlan = {
    chain: CHAIN,
    networkId: chain.chainId,
    assets: [
      { currency: 'ETH', contract: undefined, places: 18 },
      { currency: 'USDT', contract: usdt.toLowerCase(), places: 6 },
    ],
    caps: {
      hourly: new Map([['USDT', 100_000n * MILLION]]),
      unapproved: new Map([['USDT', 1_000n * MILLION]]),
    },
    site: { origin: STAFF_ORIGIN, approvers },
  };
  const leased = testbed.as('custody', 1);
  const reads = testbed.as('custody', 3);
  const lease = openCustodyLease(leased.db);
  /** Custody as a process that has just started has it. */
  const openSender = async (more: Partial<SendPlan> = {}) => {
    const nextId = await claimWriter(leased.db);
    const round = createSender({
      db: reads.db,
      transact: transactOn(leased.db),
      nextId,
      ledger: createLedger(nextId),
      settings: createSettings(reads.db),
      chain: wrapChain(createAgreedChain([chain.openNode()])),
      signer,
      plan: { ...plan, ...more },
      problemOf,
      log: silent,
      onStep,
    });
    return async () => round(await lease());
  };
  const custodyDeps = async () => {
    const nextId = await claimWriter(leased.db);
    return {
      db: reads.db,
      transact: transactOn(leased.db),
      nextId,
      chain: wrapChain(createAgreedChain([chain.openNode()])),
      log: silent,
    };
  };
  /** Custody's watch on the same chain. */
  const openWatch = async () => {
    const { chain: name, networkId, assets } = plan;
    const deps = await custodyDeps();
    const keyHash = createHash('sha256').update('x').digest();
    const round = createWatch({
      ...deps,
      ledger: createLedger(deps.nextId),
      settings: createSettings(reads.db),
      plan: { chain: name, networkId, assets, derive: createDerivation(CHAIN, XPUB), keyHash, explorer: undefined },
    });
    return async () => round(await lease());
  };
  /** Custody's comparison of the chain with the books, at a time that the test sets. */
  const openReconciler = async (nowMs: () => number) => {
    const { chain: name, assets } = plan;
    const deps = await custodyDeps();
    const { round, problemOf: problem } = createReconciler({
      ...deps,
      plan: { chain: name, assets, hot: signer.address, cold: [] },
      nowMs,
    });
    return { round: async () => round(await lease()), problemOf: problem };
  };
  /** Custody's credits of claims, as a process that has just started has them. */
  const openClaims = async (
    claimsProblemOf: () => string | undefined,
    more: Partial<ClaimPlan> & { readonly onStep?: (step: ClaimStep) => Promise<void> } = {},
  ) => {
    const { chain: name, assets, site } = plan;
    const { onStep: onClaimStep, ...changed } = more;
    const deps = await custodyDeps();
    const round = createClaims({
      ...deps,
      ledger: createLedger(deps.nextId),
      plan: { chain: name, assets, site, ...changed },
      problemOf: claimsProblemOf,
      onStep: onClaimStep,
    });
    return async () => round(await lease());
  };
  /** What custody's other rounds need; each with the lease that it holds now. */
  const openCustody = async () => {
    const nextId = await claimWriter(leased.db);
    return {
      db: reads.db,
      transact: transactOn(leased.db),
      nextId,
      ledger: createLedger(nextId),
      site: plan.site,
      /** The connection that holds the lease. */
      leased: leased.db,
      lease,
    };
  };
  return {
    chain,
    usdt,
    plan,
    signer,
    /** Whose signatures custody believes; a test adds to them. */
    approvers,
    openSender,
    openWatch,
    openReconciler,
    openClaims,
    openCustody,
    /** Returns what an address holds on the chain. */
    coinsOf: async (address: Hex) => await chain.balanceOf(usdt, address),
  };
}
