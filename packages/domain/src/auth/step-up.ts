import { type Decision, ok, refuse } from '@app/base';

/** What a person can show besides their session. `code` is mailed or texted, `google_code` comes from the authenticator. */
export const FACTORS = ['trade_password', 'code', 'google_code', 'passkey'] as const;
export type Factor = (typeof FACTORS)[number];

/**
 * What an action asks for. `account`: something the person holds. `trade`: the trade password. `money`: both, because
 * the trade password is never alone enough for money that leaves (decisions, "Trade password").
 */
export const STEP_UP_POLICIES = ['account', 'trade', 'money'] as const;
export type StepUpPolicy = (typeof STEP_UP_POLICIES)[number];

/** What a person has set up. */
export type Enrolled = {
  readonly hasTradePassword: boolean;
  readonly hasAuthenticator: boolean;
  readonly hasPasskey: boolean;
};

/** One of each group must be shown. */
export type NeededFactors = readonly (readonly Factor[])[];

/** Once an authenticator is bound, a mailed code no longer stands for it: whoever reads the mailbox must not get past it. */
export function factorsNeeded(
  policy: StepUpPolicy,
  { hasTradePassword, hasAuthenticator, hasPasskey }: Enrolled,
): Decision<NeededFactors, 'trade_password_missing'> {
  const held: Factor[] = [hasAuthenticator ? 'google_code' : 'code', ...(hasPasskey ? (['passkey'] as const) : [])];
  if (policy === 'account') return ok([held]);
  if (!hasTradePassword) return refuse('trade_password_missing');
  return ok(policy === 'trade' ? [['trade_password']] : [['trade_password'], held]);
}

/** Whether what was shown is enough. */
export function checkProven(needed: NeededFactors, proven: ReadonlySet<Factor>): Decision<true, 'step_up_required'> {
  const isEnough = needed.length > 0 && needed.every((group) => group.some((factor) => proven.has(factor)));
  return isEnough ? ok(true) : refuse('step_up_required');
}
