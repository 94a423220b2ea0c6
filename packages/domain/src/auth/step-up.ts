import { type Decision, ok, refuse } from '@app/base';

/**
 * Factors a user can prove besides the session. `code` is mailed or texted, `google_code` comes from the authenticator.
 */
export const FACTORS = ['trade_password', 'code', 'google_code', 'passkey'] as const;
export type Factor = (typeof FACTORS)[number];

/**
 * Step-up required by an action. `account`: something the user holds. `trade`: the trade password. `money`: both,
 * because the trade password alone is never enough for outgoing money (decisions, "Trade password").
 */
export const STEP_UP_POLICIES = ['account', 'trade', 'money'] as const;
export type StepUpPolicy = (typeof STEP_UP_POLICIES)[number];

/** Factors a user has enrolled. */
export type Enrolled = {
  readonly hasTradePassword: boolean;
  readonly hasAuthenticator: boolean;
  readonly hasPasskey: boolean;
};

/** Groups of factors; one of each group must be proven. */
export type NeededFactors = readonly (readonly Factor[])[];

/**
 * Returns the required factors. Once an authenticator is bound, a mailed code no longer replaces it: access to the
 * mailbox must not be enough.
 */
export function factorsNeeded(
  policy: StepUpPolicy,
  { hasTradePassword, hasAuthenticator, hasPasskey }: Enrolled,
): Decision<NeededFactors, 'trade_password_missing'> {
  const held: Factor[] = [hasAuthenticator ? 'google_code' : 'code', ...(hasPasskey ? (['passkey'] as const) : [])];
  if (policy === 'account') return ok([held]);
  if (!hasTradePassword) return refuse('trade_password_missing');
  return ok(policy === 'trade' ? [['trade_password']] : [['trade_password'], held]);
}

/** Checks whether the proven factors are enough. */
export function checkProven(needed: NeededFactors, proven: ReadonlySet<Factor>): Decision<true, 'step_up_required'> {
  const isEnough = needed.length > 0 && needed.every((group) => group.some((factor) => proven.has(factor)));
  return isEnough ? ok(true) : refuse('step_up_required');
}
