import { addressKey, expectDefined } from '@app/base';
import { deviceName } from '@app/domain/auth';
import type { Sender } from '../../../platform/http/caller.ts';
import { findUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { addAttempt } from '../code/attempt.store.ts';
import { securityMail } from '../code/mails.ts';
import { findReplaced, type ReplacedToken } from './token.store.ts';

const DAY_SECONDS = 86_400;

type Deps = Pick<AuthDeps, 'db' | 'transact' | 'nextId' | 'publicUrl' | 'settings'>;

/**
 * Notifies an owner, once per day and session, that a replaced token was sent again from elsewhere: its sender has a
 * copy. A tab of the same browser that was suspended during the rotation also sends an old token; that causes no
 * notice.
 */
export const notifyReusedToken =
  (deps: Deps) =>
  async (tokenHash: Buffer, from: Sender): Promise<void> => {
    const replaced = await findReplaced(deps.db, tokenHash);
    if (replaced === undefined || isSameBrowser(replaced, from)) return;
    await deps.transact(async (tx) => {
      const attempts = await addAttempt(tx, { key: `reuse:session:${replaced.session_id}`, seconds: DAY_SECONDS });
      if (attempts.count > 1) return;
      const owner = expectDefined(await findUser(tx, replaced.user_id), 'the owner of a session');
      await securityMail(tx, deps, owner, 'security_token_reused', {
        device: deviceName(from.userAgent) || '–',
        ip: from.ip,
      });
    });
  };

const isSameBrowser = ({ ip, user_agent }: ReplacedToken, from: Sender): boolean =>
  user_agent === from.userAgent && addressKey(ip) === addressKey(from.ip);
