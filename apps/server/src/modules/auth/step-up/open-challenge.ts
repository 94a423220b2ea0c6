import { expectDefined } from '@app/base';
import type { NeededFactors } from '@app/domain/auth';
import { type CodePurpose, ROUTES } from '@app/protocol';
import type { Reader } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import { nameOf } from './digest.ts';
import { stepUpOf } from './start-step-up.ts';
import { findOpen, type Owned, type StepUpRow } from './step-up.store.ts';
import { readNeeded } from './step-up.ts';

/** `purpose` is the name of the action for its code. */
export type OpenChallenge = {
  readonly row: StepUpRow;
  readonly needed: NeededFactors;
  readonly purpose: CodePurpose;
};

/** Finds a challenge of this session that can still be proven, and its required factors; anything else is not found. */
export async function findChallenge(tx: Reader, owned: Owned): Promise<OpenChallenge> {
  const row = (await findOpen(tx, owned)) ?? refuseWith('not_found');
  const action = expectDefined(
    ROUTES.find((route) => nameOf(route) === row.action),
    `the route ${row.action}`,
  );
  const { policy, codePurpose } = stepUpOf(action);
  return { row, needed: await readNeeded(tx, policy, owned.userId), purpose: codePurpose };
}
