import type { Chain } from '@app/domain/payee';
import type { Db } from '../../../platform/db/database.ts';
import type { Lease } from '../../../platform/db/lease.ts';
import type { Transact } from '../../../platform/db/transact.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import type { Log } from '../../../platform/process/log.ts';
import type { ApproverSite } from '../../custody/index.ts';
import type { ChainAsset } from '../../deposit/index.ts';
import type { Ledger } from '../../ledger/index.ts';

export type ClaimPlan = {
  readonly chain: Chain;
  readonly assets: readonly ChainAsset[];
  /** Whose passkeys approve, as the operator configured them: no table can add one. */
  readonly site: ApproverSite;
};

/** Where a round may end with its process; a rig ends it at each. The one in the middle is inside a transaction. */
export const CLAIM_STEPS = ['verified', 'crediting', 'credited'] as const;
export type ClaimStep = (typeof CLAIM_STEPS)[number];

/** What every step of crediting needs. */
export type CreditDeps = {
  readonly db: Db;
  readonly transact: Transact;
  readonly nextId: NextId;
  readonly ledger: Ledger;
  readonly plan: ClaimPlan;
  /** Returns why nothing may be credited: the books and the chain differ, or were not compared lately. */
  readonly problemOf: () => string | undefined;
  readonly log: Log;
  readonly lease: Lease;
  /** Called at each step, by rigs. */
  readonly onStep?: ((step: ClaimStep) => Promise<void>) | undefined;
};
