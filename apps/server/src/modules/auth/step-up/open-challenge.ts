import { given } from '@app/base';
import type { NeededFactors } from '@app/domain/auth';
import { ROUTES } from '@app/protocol';
import { refuseWith } from '../../../platform/accept.ts';
import type { Reader } from '../../../platform/database.ts';
import { nameOf } from './digest.ts';
import { policyOf } from './start-step-up.ts';
import { findOpen, type Owned, type StepUpRow } from './step-up.store.ts';
import { readNeeded } from './step-up.ts';

export type OpenChallenge = { readonly row: StepUpRow; readonly needed: NeededFactors };

/** A challenge of this session that can still be proven, and what it asks for; anything else is unknown. */
export async function findChallenge(tx: Reader, owned: Owned): Promise<OpenChallenge> {
  const row = (await findOpen(tx, owned)) ?? refuseWith('not_found');
  const action = given(
    ROUTES.find((route) => nameOf(route) === row.action),
    `the route ${row.action}`,
  );
  return { row, needed: await readNeeded(tx, policyOf(action), owned.userId) };
}
