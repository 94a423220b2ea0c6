import type { SecurityFacts } from '@app/domain/auth';
import type { Security } from './security.ts';

/** Converts wire fields to domain facts, for the score. */
export const factsOf = (security: Security): SecurityFacts => ({
  hasTradePassword: security.has_trade_password,
  hasAuthenticator: security.authenticator_bound_at !== null,
  hasPasskey: security.passkeys > 0,
  hasEmail: security.email !== '',
  hasMobile: security.mobile !== '',
  hasPhrase: security.phrase !== '',
});
