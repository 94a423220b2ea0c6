import type { Chain } from '@app/domain/payee';
import { type Amount, PLACES } from '@app/money';
import type { Db } from '../../../platform/db/database.ts';
import type { Lease } from '../../../platform/db/lease.ts';
import type { Transact } from '../../../platform/db/transact.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { AgreedChain, DeriveAddress } from '../../custody/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Settings } from '../../reference/index.ts';
import type { KnownAddresses } from './fill-addresses.ts';

/** A coin on a chain. */
export type ChainAsset = {
  readonly currency: string;
  /** Lower case; undefined for the chain's own coin. */
  readonly contract: string | undefined;
  readonly places: number;
};

/** A chain as the operator configured it. */
export type ChainPlan = {
  readonly chain: Chain;
  readonly networkId: number;
  readonly assets: readonly ChainAsset[];
  readonly derive: DeriveAddress;
  /** Of the extended public key: another one would have other addresses. */
  readonly keyHash: Buffer;
  readonly explorer: string | undefined;
};

/** Where a round may end with its process; a rig ends it at each. Those in the middle are inside a transaction. */
export const WATCH_STEPS = [
  'read',
  'noting',
  'noted',
  'confirmed',
  'crediting',
  'credited',
  'undoing',
  'undone',
] as const;
export type WatchStep = (typeof WATCH_STEPS)[number];

/** What every step of following a chain needs. */
export type WatchDeps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly nextId: NextId;
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly chain: AgreedChain;
  readonly plan: ChainPlan;
  readonly addresses: KnownAddresses;
  readonly log: Log;
  readonly lease: Lease;
  /** Called at each step, by rigs. */
  readonly onStep?: ((step: WatchStep) => Promise<void>) | undefined;
};

/** Returns units of a token as an amount of the ledger. */
export const amountOf = (units: bigint, { places }: ChainAsset): Amount =>
  (units * 10n ** BigInt(PLACES - places)) as Amount; // The brand: a count of units has another scale.
