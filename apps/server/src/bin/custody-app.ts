import { createHash } from 'node:crypto';
import { createClaims } from '../modules/claim/index.ts';
import {
  type ApproverSite,
  createAgreedChain,
  createDerivation,
  createLocalGasSigner,
  createLocalSigner,
  openDepositKeys,
  openEvmNode,
  readApprover,
  readKeystore,
  type Signer,
  sweeperCodeFor,
} from '../modules/custody/index.ts';
import { type ChainPlan, createWatch } from '../modules/deposit/index.ts';
import { createLedger } from '../modules/ledger/index.ts';
import { createSettler } from '../modules/payout/index.ts';
import { createReconciler } from '../modules/reconciliation/index.ts';
import { createSettings } from '../modules/reference/index.ts';
import { createSweeper } from '../modules/sweep/index.ts';
import { createSender, readCaps } from '../modules/withdrawal/index.ts';
import type { Db } from '../platform/db/database.ts';
import { Fenced, type Lease } from '../platform/db/lease.ts';
import { transactOn } from '../platform/db/transact.ts';
import { claimWriter } from '../platform/db/writer.ts';
import type { readCustodyConfig } from '../platform/process/config.ts';
import type { LeasedWork } from '../platform/process/leased-process.ts';
import type { Log } from '../platform/process/log.ts';

type Config = Pick<
  ReturnType<typeof readCustodyConfig>,
  | `ETHEREUM_${'NODES' | 'NETWORK_ID' | 'XPUB' | 'TOKENS' | 'EXPLORER_URL' | 'COLD_ADDRESSES' | 'KEY_FILE' | 'KEY_PASSWORD'}`
  | `ETHEREUM_${'SWEEP' | 'GAS'}_${'FILE' | 'PASSWORD'}`
  | `ETHEREUM_SWEEP_${'GAS_PRICE_MAX' | 'MINIMUM'}`
  | `WITHDRAWAL_${'APPROVERS' | 'HOURLY_MAX' | 'UNAPPROVED_MAX'}`
  | 'ADMIN_URL'
  | 'CUSTODY_POLL_MS'
>;

/** A node that answers later than this is treated as one that does not. */
const NODE_MS_MAX = 10_000;
const ETHER_PLACES = 18;

/**
 * Creates the work of custody: booking payouts, following the chains that are configured, comparing them with the books,
 * sending on those it has a key for, and sweeping where it has the keys of the deposit addresses. `db` is the connection of
 * the lease, `reads` another pool: reading must not keep the lease waiting.
 */
export async function createCustody(
  { db, reads, log }: { readonly db: Db; readonly reads: Db; readonly log: Log },
  config: Config,
): Promise<LeasedWork> {
  const plan = planOf(config);
  const nextId = await claimWriter(db);
  const ledger = createLedger(nextId);
  const settings = createSettings(reads);
  const site = siteOf(config);
  const deps = { db: reads, transact: transactOn(db), nextId, ledger, settings, log };
  const settle = createSettler({ ...deps, site });
  if (plan === undefined) return { everyMs: config.CUSTODY_POLL_MS, round: settle };
  const chain = createAgreedChain(config.ETHEREUM_NODES.map((url) => openEvmNode(url, NODE_MS_MAX)));
  const watch = createWatch({ ...deps, chain, plan });
  const signer = openSigner(config);
  const reconciler = createReconciler({
    ...deps,
    chain,
    plan: { chain: plan.chain, assets: plan.assets, hot: signer?.address, cold: config.ETHEREUM_COLD_ADDRESSES },
    nowMs: () => performance.now(),
  });
  const { problemOf } = reconciler;
  const claims = createClaims({ ...deps, plan: { chain: plan.chain, assets: plan.assets, site }, problemOf });
  const send = signer && createSend({ ...deps, chain, signer, problemOf }, plan, config);
  const sweep = createSweep({ ...deps, chain }, plan, { config, signer });
  const rounds = [watch, reconciler.round, claims, send, settle, sweep].filter((round) => round !== undefined);
  return { everyMs: config.CUSTODY_POLL_MS, round: inTurn(rounds) };
}

type Round = (lease: Lease) => Promise<void>;

/** One round of each, in this order: a fault of one does not keep the others from their work. */
const inTurn =
  (rounds: readonly Round[]): Round =>
  async (lease) => {
    const problems: unknown[] = [];
    for (const round of rounds) await round(lease).catch((error: unknown) => problems.push(error));
    if (problems.length > 0) throw problems.find((error) => error instanceof Fenced) ?? problems[0];
  };

/** Opens the key to send with, if there is one; half a configuration is refused. */
function openSigner(config: Config): Signer | undefined {
  const { ETHEREUM_KEY_FILE: file, ETHEREUM_KEY_PASSWORD: password } = config;
  if (file === undefined && password === undefined) return undefined;
  if (file === undefined || password === undefined)
    throw new Error('configuration: ETHEREUM_KEY_FILE and ETHEREUM_KEY_PASSWORD belong together');
  return createLocalSigner(readKeystore(file, password));
}

/** Where staff sign, and whose passkeys approve. */
const siteOf = ({ ADMIN_URL: url, WITHDRAWAL_APPROVERS: approvers }: Config): ApproverSite => ({
  origin: new URL(url).origin,
  approvers: approvers.map(readApprover),
});

function createSend(
  deps: Omit<Parameters<typeof createSender>[0], 'plan'>,
  { chain, networkId, assets }: ChainPlan,
  config: Config,
): Round {
  const caps = {
    hourly: readCaps(config.WITHDRAWAL_HOURLY_MAX, assets),
    unapproved: readCaps(config.WITHDRAWAL_UNAPPROVED_MAX, assets),
  };
  return createSender({ ...deps, plan: { chain, networkId, assets, caps, site: siteOf(config) } });
}

const GWEI = 1e9;

/** Creates the sweeper, if it is configured; half a configuration is refused. */
function createSweep(
  deps: Omit<Parameters<typeof createSweeper>[0], 'gas' | 'keys' | 'plan'>,
  { chain, networkId, assets, derive }: ChainPlan,
  { config, signer }: { readonly config: Config; readonly signer: Signer | undefined },
): Round | undefined {
  const {
    ETHEREUM_SWEEP_FILE: sweepFile,
    ETHEREUM_SWEEP_PASSWORD: sweepPassword,
    ETHEREUM_GAS_FILE: gasFile,
    ETHEREUM_GAS_PASSWORD: gasPassword,
    ETHEREUM_SWEEP_GAS_PRICE_MAX: gweiMax,
  } = config;
  if (!isSweepConfigured(config)) return undefined;
  if (
    sweepFile === undefined ||
    sweepPassword === undefined ||
    gasFile === undefined ||
    gasPassword === undefined ||
    gweiMax === undefined ||
    config.ETHEREUM_SWEEP_MINIMUM.length === 0
  )
    throw new Error('configuration: ETHEREUM_SWEEP_… and ETHEREUM_GAS_… belong together');
  if (signer === undefined) throw new Error('configuration: sweeping needs ETHEREUM_KEY_FILE, whose address it fills');
  const keys = openDepositKeys(readKeystore(sweepFile, sweepPassword), config.ETHEREUM_XPUB ?? '');
  const gas = createLocalGasSigner(readKeystore(gasFile, gasPassword));
  if (gas.address === signer.address)
    throw new Error('configuration: ETHEREUM_GAS_FILE and ETHEREUM_KEY_FILE are two keys');
  const plan = {
    chain,
    networkId,
    assets,
    derive,
    code: sweeperCodeFor(signer.address),
    minimum: readCaps(config.ETHEREUM_SWEEP_MINIMUM, assets),
    gasPriceMax: BigInt(Math.round(gweiMax * GWEI)),
  };
  return createSweeper({ ...deps, gas, keys, plan });
}

const isSweepConfigured = (config: Config): boolean =>
  config.ETHEREUM_SWEEP_MINIMUM.length > 0 ||
  [
    config.ETHEREUM_SWEEP_FILE,
    config.ETHEREUM_SWEEP_PASSWORD,
    config.ETHEREUM_GAS_FILE,
    config.ETHEREUM_GAS_PASSWORD,
    config.ETHEREUM_SWEEP_GAS_PRICE_MAX,
  ].some((value) => value !== undefined);

/** Reads the chain that is configured; half a configuration is refused. */
function planOf(config: Config): ChainPlan | undefined {
  const { ETHEREUM_NODES: nodes, ETHEREUM_XPUB: xpub } = config;
  if (nodes.length === 0 && xpub === undefined) return undefined;
  if (nodes.length === 0 || xpub === undefined)
    throw new Error('configuration: ETHEREUM_NODES and ETHEREUM_XPUB belong together');
  const tokens = config.ETHEREUM_TOKENS.map((text) => {
    const [currency = '', contract = '', places = ''] = text.split(':');
    return { currency, contract: contract.toLowerCase(), places: Number(places) };
  });
  return {
    chain: 'ERC20',
    networkId: config.ETHEREUM_NETWORK_ID,
    assets: [{ currency: 'ETH', contract: undefined, places: ETHER_PLACES }, ...tokens],
    derive: createDerivation('ERC20', xpub),
    keyHash: createHash('sha256').update(xpub).digest(),
    explorer: config.ETHEREUM_EXPLORER_URL,
  };
}
