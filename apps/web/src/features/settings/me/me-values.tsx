import { securityScore } from '@app/domain/auth';
import { readSecurity } from '@app/protocol/auth';
import { amountForSpeech, Steps } from '@app/ui';
import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../data/account/limits-query.ts';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { serverNow } from '../../../data/call/server-clock.ts';
import { useSession, useSessionScope } from '../../../data/session/session.ts';
import { foremostLimit } from './foremost-limit.ts';

/** Shows the account's protection as a level gauge; nothing while unknown. */
export function SecurityValue() {
  const text = useText();
  const score = useSecurityScore();
  if (score === undefined) return null;
  const message = text('settings.security.score', { points: score.points, of: score.of });
  return (
    <span className="flex items-center gap-3">
      <span className="w-14">
        <Steps count={score.of} done={score.points} label={message} />
      </span>
      <span aria-hidden="true">{message}</span>
    </span>
  );
}

/** Shows the identity level that this device knows; nothing before level 1. */
export function LevelValue() {
  const text = useText();
  const level = useSession(({ user }) => user?.level ?? 0);
  return level === 0 ? null : text('kyc.status.level', { level });
}

/** Shows the current colours for rising and falling prices. */
export const ColoursValue = () => (
  <span className="flex gap-1" aria-hidden="true">
    <i className="size-2.5 rounded-tag bg-(--up)" />
    <i className="size-2.5 rounded-tag bg-(--down)" />
  </span>
);

export function LimitsValue() {
  const text = useText();
  const limits = useLimitsValue();
  const limit = limits === undefined ? undefined : foremostLimit(limits, serverNow());
  if (limit === undefined) return null;
  if (limit.kind === 'break') return text('settings.limits.break');
  return text(`settings.limits.${limit.kind}`, { amount: amountForSpeech(limit.amount) });
}

/** Returns the limits for one label on the "Me" page; without a response the row shows no value. */
const useLimitsValue = () => useQuery(limitsQuery(useSessionScope())).data;

/** Returns how well the account is protected; undefined until the server responds. */
function useSecurityScore() {
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
