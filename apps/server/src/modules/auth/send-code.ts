import { authSettings, canonicalAccount } from '@app/domain/auth';
import { accept } from '../../platform/accept.ts';
import { MAIL_HINT, queueMail } from '../notify/index.ts';
import type { AuthDeps } from './auth-deps.ts';
import { insertCode } from './code.store.ts';
import { countAttempt } from './count-attempt.ts';
import { codeMail, noticeMail, type Purpose } from './mails.ts';
import { hashCode, makeCode } from './secrets.ts';
import { findForLogin } from './user.store.ts';

type Command = { readonly to: string; readonly purpose: Purpose; readonly ip: string; readonly lang: string };

/**
 * Mails a code, or a notice where a code would be wrong: to register an account that exists, or for anything else
 * about one that does not. Both ways write one code and one mail, so neither the answer nor its time tells which.
 * The owner's chosen language wins over that of the call, which anybody may have made.
 */
export async function sendCode(deps: AuthDeps, { to, purpose, ip, lang }: Command): Promise<{ sent: true }> {
  const account = accept(canonicalAccount(to, 'email'));
  await countAttempt(deps, { action: 'code', account, ip }, authSettings.codeLimits);
  const { value: lifetimeSeconds } = await deps.settings.read(authSettings.codeLifetime);
  const code = makeCode();
  const codeHash = hashCode(code, { account, purpose });
  await deps.transact(async (tx) => {
    const user = await findForLogin(tx, account, 'email');
    const isMailed = (user !== undefined) !== (purpose === 'register');
    await insertCode(tx, { id: deps.nextId(), account, purpose, codeHash, lifetimeSeconds });
    const reader = { to: account, lang: user?.lang ?? lang };
    const shown = { text: code, minutes: Math.ceil(lifetimeSeconds / 60) };
    await queueMail(tx, isMailed ? codeMail(reader, purpose, shown) : noticeMail(reader, purpose));
  });
  deps.bus.hint(MAIL_HINT, {});
  return { sent: true };
}
