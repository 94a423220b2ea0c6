import { refuseWith } from '../../../platform/accept.ts';
import { now } from '../../../platform/clock.ts';
import { proveBoundAuthenticator, takeBoundStep } from '../account/prove-bound-authenticator.ts';
import { type Credentials, provePassword } from '../account/prove-password.ts';
import { readHold } from '../account/security-hold.ts';
import { holdWithdrawals, isPasswordStill, type LoginRow, unfreezeUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { takeCode } from '../code/code.store.ts';
import { type Attempt, giveBack } from '../code/count-attempt.ts';
import { securityMail } from '../code/mails.ts';
import { tryCode } from '../code/try-code.ts';
import { endSessionsOf } from '../session/session.store.ts';

type Command = Credentials & {
  readonly code: string;
  readonly googleCode: string | undefined;
  readonly lang: string;
};

/** What was compared, to be used up together with the effect. */
type Proven = {
  readonly user: LoginRow;
  readonly attempt: Attempt;
  readonly codeId: bigint;
  readonly step: bigint | undefined;
};

/**
 * Lifts a freeze with everything the owner has at once. It guesses at passwords as a login does, so it shares a login's
 * counters, and an unknown account takes a wrong password's path. The authenticator is asked for before the code is
 * tried, which would cost one of its few tries.
 */
export async function unfreeze(deps: AuthDeps, command: Command): Promise<Record<never, never>> {
  const { googleCode, code, lang } = command;
  const { user, account, attempt, excuse } = await provePassword(deps, command);
  await refuseAfterReset(deps, user);
  const step = await proveBoundAuthenticator(deps, user.id, { code: googleCode, onMissing: excuse });
  const codeId = await tryCode(deps, { account, purpose: 'unfreeze', code }, 'visitor');
  await liftFreeze(deps, { user: { ...user, lang: user.lang ?? lang }, attempt, codeId, step });
  return {};
}

/** Of many at once one has the code. Somebody who was not frozen at all is told the same, and nothing changes. */
async function liftFreeze(deps: AuthDeps, { user, attempt, codeId, step }: Proven): Promise<void> {
  const { seconds, hours } = await readHold(deps);
  await deps.transact(async (tx) => {
    if (!(await takeCode(tx, codeId))) return refuseWith('code_expired');
    await takeBoundStep(tx, user.id, step);
    if (!(await isPasswordStill(tx, user))) return refuseWith('login_failed');
    if (await unfreezeUser(tx, user.id)) {
      await holdWithdrawals(tx, user.id, seconds);
      await endSessionsOf(tx, user.id); // None can be left; should one be, it must not wake up now.
      await securityMail(tx, deps, user, 'security_unfrozen', { hours });
    }
    return await giveBack(tx, attempt);
  });
}

/** A password that was reset while the account was frozen proves the mailbox once more and nothing else: it has to wait. */
async function refuseAfterReset(deps: AuthDeps, { frozen_at, withdrawals_held_until }: LoginRow): Promise<void> {
  const { seconds } = await readHold(deps);
  if (frozen_at === null || withdrawals_held_until === null) return;
  const wasHeldAt = withdrawals_held_until.getTime() - seconds * 1_000;
  const leftMs = withdrawals_held_until.getTime() - (await deps.transact(now)).getTime();
  if (wasHeldAt > frozen_at.getTime() && leftMs > 0)
    refuseWith('too_many_requests', { seconds: `${Math.ceil(leftMs / 1_000)}` });
}
