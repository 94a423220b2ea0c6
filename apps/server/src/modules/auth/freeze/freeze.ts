import { expectDefined } from '@app/base';
import { publishSessionsEnded } from '../../../platform/bus/session-events.ts';
import type { Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { findUser, freezeUser } from '../account/user.store.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { securityMail } from '../code/mails.ts';
import { hashToken } from '../secrets.ts';
import { endSessionsOf } from '../session/session.store.ts';
import { findLinkOwner } from './freeze-link.ts';

type Done = Record<never, never>;
/** `lang` applies to owners who never chose a language. */
type Stop = { readonly lang: string; readonly findOwner: (tx: Tx) => Promise<bigint> };

/** Freezes the caller's account: every session ends, including this one. */
export const freeze = (deps: AuthDeps, { userId }: Caller, lang: string): Promise<Done> =>
  stopAccount(deps, { lang, findOwner: () => Promise.resolve(userId) });

/** Freezes the account a security mail was about; the link can be used repeatedly. */
export const freezeByLink = (deps: AuthDeps, token: string, lang: string): Promise<Done> =>
  stopAccount(deps, {
    lang,
    findOwner: async (tx) => (await findLinkOwner(tx, hashToken(token))) ?? refuseWith('not_found'),
  });

/**
 * Freezes an account. Locks the user's row first and the sessions after it, so that a session being started is either
 * refused or found here.
 */
async function stopAccount(deps: AuthDeps, { lang, findOwner }: Stop): Promise<Done> {
  const ended = await deps.transact(async (tx) => {
    const userId = await findOwner(tx);
    const isNewlyFrozen = await freezeUser(tx, userId);
    const ids = await endSessionsOf(tx, userId);
    const owner = expectDefined(await findUser(tx, userId), 'the owner of an account');
    if (isNewlyFrozen) await securityMail(tx, deps, { ...owner, lang: owner.lang ?? lang }, 'security_frozen');
    return ids;
  });
  publishSessionsEnded(deps.bus, ended);
  return {};
}
