import { refuseWith } from '../../../platform/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hasAuthenticator, proveGoogleCode } from '../factor/google-code.ts';

type Shown = { readonly code: string | undefined; readonly onMissing?: () => Promise<void> };

/** The step to take where an authenticator is bound and its code is right; nothing where none is bound. */
export async function proveBoundAuthenticator(
  deps: Pick<AuthDeps, 'transact' | 'settings' | 'keys'>,
  userId: bigint,
  { code, onMissing }: Shown,
): Promise<bigint | undefined> {
  if (!(await deps.transact((tx) => hasAuthenticator(tx, userId)))) return undefined;
  if (code !== undefined) return await proveGoogleCode(deps, userId, code);
  await onMissing?.();
  return refuseWith('google_code_required');
}
