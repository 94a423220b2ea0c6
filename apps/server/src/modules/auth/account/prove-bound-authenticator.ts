import type { Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hasAuthenticator, proveGoogleCode, takeGoogleStep } from '../factor/google-code.ts';

type Shown = { readonly code: string | undefined; readonly onMissing?: () => Promise<void> };

/**
 * Returns the time step to consume where an authenticator is bound and its code is right; undefined where none is
 * bound.
 */
export async function proveBoundAuthenticator(
  deps: Pick<AuthDeps, 'transact' | 'settings' | 'keys' | 'nextId' | 'publicUrl'>,
  userId: bigint,
  { code, onMissing }: Shown,
): Promise<bigint | undefined> {
  if (!(await deps.transact((tx) => hasAuthenticator(tx, userId)))) return undefined;
  if (code !== undefined) return await proveGoogleCode(deps, userId, code);
  await onMissing?.();
  return refuseWith('google_code_required');
}

/** Consumes the step in the transaction of the effect; refuses if an authenticator was bound since it was checked. */
export async function takeBoundStep(tx: Tx, userId: bigint, step: bigint | undefined): Promise<void> {
  if (step !== undefined) await takeGoogleStep(tx, userId, step);
  else if (await hasAuthenticator(tx, userId)) refuseWith('google_code_required');
}
