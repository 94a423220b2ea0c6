import { FACTORS, type Factor } from '@app/domain/auth';
import type { Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { takeCode } from '../code/code.store.ts';
import { type CodeTry, tryCode } from '../code/try-code.ts';
import { proveGoogleCode, takeGoogleStep } from '../factor/google-code.ts';
import { provePasskey, type ShownPasskey, takePasskey } from '../factor/prove-passkey.ts';
import { proveTradePassword } from '../factor/prove-trade-password.ts';

/** Factors given to prove a user. */
export type GivenFactors = {
  readonly trade_password?: string | undefined;
  readonly code?: CodeTry | undefined;
  readonly google_code?: string | undefined;
  readonly passkey?: { readonly credential: string; readonly stepUpId: bigint } | undefined;
};

/** Factors that were right, and what must still be consumed. */
export type ShownFactors = {
  readonly userId: bigint;
  readonly proven: ReadonlySet<Factor>;
  readonly codeId: bigint | undefined;
  readonly googleStep: bigint | undefined;
  readonly passkey: ShownPasskey | undefined;
};

export const namesOf = (factors: Partial<Record<Factor, unknown>>): ReadonlySet<Factor> =>
  new Set(FACTORS.filter((factor) => factors[factor] !== undefined));

/** Compares each factor after its try is counted and committed; the first wrong one refuses all of them. */
export async function compareFactors(deps: AuthDeps, userId: bigint, factors: GivenFactors): Promise<ShownFactors> {
  const { trade_password, code, google_code, passkey } = factors;
  if (trade_password !== undefined) await proveTradePassword(deps, userId, trade_password);
  return {
    userId,
    proven: namesOf(factors),
    codeId: code && (await tryCode(deps, code, userId)),
    googleStep: google_code === undefined ? undefined : await proveGoogleCode(deps, userId, google_code),
    passkey: passkey && (await provePasskey(deps, { purpose: 'step_up', userId, ...passkey })),
  };
}

/** Consumes one-time factors, in the transaction of the effect; a trade password can be used again. */
export async function takeFactors(tx: Tx, shown: ShownFactors): Promise<void> {
  if (shown.codeId !== undefined && !(await takeCode(tx, shown.codeId))) refuseWith('code_expired');
  if (shown.googleStep !== undefined) await takeGoogleStep(tx, shown.userId, shown.googleStep);
  if (shown.passkey !== undefined) await takePasskey(tx, shown.passkey);
}
