import type { Chain } from '@app/domain/payee';
import type { Db } from '../../platform/db/database.ts';
import type { Lease } from '../../platform/db/lease.ts';
import type { Transact } from '../../platform/db/transact.ts';
import type { Log } from '../../platform/process/log.ts';
import type { AgreedChain, DepositKeys, DeriveAddress, GasSigner, SweeperCode } from '../custody/index.ts';
import type { ChainAsset } from '../deposit/index.ts';
import type { Settings } from '../reference/index.ts';

/** What custody sweeps, as the operator configured it: no table can change it. */
export type SweepPlan = {
  readonly chain: Chain;
  readonly networkId: number;
  readonly assets: readonly ChainAsset[];
  readonly derive: DeriveAddress;
  /** The sweeper for the address that custody sends from. */
  readonly code: SweeperCode;
  /** Least units of a coin that are worth a sweep. A coin that is not named is not swept, save ether that goes with another. */
  readonly minimum: ReadonlyMap<string, bigint>;
  /** The most for a unit of gas, in wei. */
  readonly gasPriceMax: bigint;
};

/** Where a round may end with its process; a rig ends it at each. */
export const SWEEP_STEPS = [
  'checked',
  'reserved',
  'signed',
  'stored',
  'sent',
  'mined',
  'confirming',
  'confirmed',
] as const;
export type SweepStep = (typeof SWEEP_STEPS)[number];

/** What every step of sweeping needs. */
export type SweepDeps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly settings: Settings;
  readonly chain: AgreedChain;
  readonly gas: GasSigner;
  readonly keys: DepositKeys;
  readonly plan: SweepPlan;
  readonly log: Log;
  readonly lease: Lease;
  /** Called at each step, by rigs. */
  readonly onStep?: ((step: SweepStep) => Promise<void>) | undefined;
};

export const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
