import type { Chain } from '@app/domain/payee';
import type { Db } from '../../../platform/db/database.ts';
import type { Lease } from '../../../platform/db/lease.ts';
import type { Transact } from '../../../platform/db/transact.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { AgreedChain, ApproverSite, Signer } from '../../custody/index.ts';
import type { ChainAsset } from '../../deposit/index.ts';
import type { Ledger } from '../../ledger/index.ts';
import type { Settings } from '../../reference/index.ts';

/** What custody may send, as the operator configured it: no table can raise it. */
type Caps = {
  /** Most units of a coin within an hour. A coin that is not named is never sent. */
  readonly hourly: ReadonlyMap<string, bigint>;
  /** Most units of one withdrawal that no two people have approved. */
  readonly unapproved: ReadonlyMap<string, bigint>;
};

export type SendPlan = {
  readonly chain: Chain;
  readonly networkId: number;
  readonly assets: readonly ChainAsset[];
  readonly caps: Caps;
  readonly site: ApproverSite;
};

/** Where a round may end with its process; a rig ends it at each. */
export const SEND_STEPS = [
  'checked',
  'reserved',
  'signed',
  'stored',
  'sent',
  'mined',
  'confirming',
  'confirmed',
] as const;
export type SendStep = (typeof SEND_STEPS)[number];

/** What every step of sending needs. */
export type SendDeps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly nextId: NextId;
  readonly ledger: Ledger;
  readonly settings: Settings;
  readonly chain: AgreedChain;
  readonly signer: Signer;
  readonly plan: SendPlan;
  /** Returns why nothing new may be sent: the books and the chain differ, or were not compared lately. */
  readonly problemOf: () => string | undefined;
  readonly log: Log;
  readonly lease: Lease;
  /** Called at each step, by rigs. */
  readonly onStep?: ((step: SendStep) => Promise<void>) | undefined;
};

export const assetOf = ({ assets }: SendPlan, currency: string): ChainAsset | undefined =>
  assets.find((asset) => asset.currency === currency);
