import { now } from '../../../platform/db/clock.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import { proveBoundAuthenticator, takeBoundStep } from '../account/prove-bound-authenticator.ts';
import { type Credentials, provePassword } from '../account/prove-password.ts';
import { readHold } from '../account/security-hold.ts';
import { holdWithdrawals, isPasswordStill, type LoginRow, unfreezeUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { takeCode } from '../code/code.store.ts';
import { type Attempt, uncountAttempt } from '../code/count-attempt.ts';
import { securityMail } from '../code/mails.ts';
import { tryCode } from '../code/try-code.ts';
import { endSessionsOf } from '../session/session.store.ts';

type Command = Credentials & {
  readonly code: string;
  readonly googleCode: string | undefined;
  readonly lang: string;
};

/** Verified proofs, to be consumed together with the effect. */
type Proven = {
  readonly user: LoginRow;
  readonly attempt: Attempt;
  readonly codeId: bigint;
  readonly step: bigint | undefined;
};

/**
 * Lifts a freeze with all of the owner's factors at once. It allows password guesses like a login, so it shares the
 * login's counters, and an unknown account takes the path of a wrong password. The authenticator is checked before the
 * code, which would otherwise lose one of its few tries.
 */
export async function unfreeze(deps: AuthDeps, command: Command): Promise<Record<never, never>> {
  const { googleCode, code, lang } = command;
  const { user, account, attempt, uncount } = await provePassword(deps, command);
  await refuseAfterReset(deps, user);
  const step = await proveBoundAuthenticator(deps, user.id, { code: googleCode, onMissing: uncount });
  const codeId = await tryCode(deps, { account, purpose: 'unfreeze', code }, 'visitor');
  await liftFreeze(deps, { user: { ...user, lang: user.lang ?? lang }, attempt, codeId, step });
  return {};
}

/**
 * Lifts the freeze. Of concurrent calls one consumes the code. A user who was not frozen receives the same answer, and
 * nothing changes.
 */
async function liftFreeze(deps: AuthDeps, { user, attempt, codeId, step }: Proven): Promise<void> {
  const { seconds, hours } = await readHold(deps);
  await deps.transact(async (tx) => {
    if (!(await takeCode(tx, codeId))) return refuseWith('code_expired');
    await takeBoundStep(tx, user.id, step);
    if (!(await isPasswordStill(tx, user))) return refuseWith('login_failed');
    if (await unfreezeUser(tx, user.id)) {
      await holdWithdrawals(tx, user.id, seconds);
      await endSessionsOf(tx, user.id); // None should be left; if one is, it must not become valid again.
      await securityMail(tx, deps, user, 'security_unfrozen', { hours });
    }
    return await uncountAttempt(tx, attempt);
  });
}

/**
 * Refuses a password that was reset while the account was frozen until the hold ends: it only proves the mailbox a
 * second time.
 */
async function refuseAfterReset(deps: AuthDeps, { frozen_at, withdrawals_held_until }: LoginRow): Promise<void> {
  const { seconds } = await readHold(deps);
  if (frozen_at === null || withdrawals_held_until === null) return;
  const wasHeldAt = withdrawals_held_until.getTime() - seconds * 1_000;
  const leftMs = withdrawals_held_until.getTime() - (await deps.transact(now)).getTime();
  if (wasHeldAt > frozen_at.getTime() && leftMs > 0)
    refuseWith('too_many_requests', { seconds: `${Math.ceil(leftMs / 1_000)}` });
}
