import { securityScore } from '@app/domain/auth';
import { readSecurity } from '@app/protocol/auth';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../data/call/call.ts';
import { useSessionScope } from '../../../data/session/session.ts';

/** Returns how well the account is protected; undefined until the server responds. */
export function useSecurityScore() {
  const scope = useSessionScope();
  return useQuery({
    queryKey: ['settings', 'security', scope],
    queryFn: ({ signal }) => call(readSecurity, {}, { signal }),
    staleTime: 0, // Users return from the security page to see this change.
    select: (security) =>
      securityScore({
        hasTradePassword: security.has_trade_password,
        hasAuthenticator: security.authenticator_bound_at !== null,
        hasPasskey: security.passkeys > 0,
        hasEmail: security.email !== '',
        hasMobile: security.mobile !== '',
        hasPhrase: security.phrase !== '',
      }),
  }).data;
}
