import { authSettings } from '@app/domain/auth';
import type { Tx } from '../../../platform/db/database.ts';
import { transactOn } from '../../../platform/db/transact.ts';
import type { Caller, FindCaller, Sender, SessionOwner } from '../../../platform/http/caller.ts';
import type { Settings } from '../../reference/index.ts';
import type { AuthDeps } from '../auth-deps.ts';
import { hashToken, isToken, makeToken } from '../secrets.ts';
import type { CachedCaller } from './known-callers.ts';
import {
  type Ages,
  type FoundSession,
  findSession,
  type LiveSession,
  lockLiveSession,
  touchSession,
} from './session.store.ts';
import { insertSuccessor, markFirstUse } from './token.store.ts';

type Finding = {
  readonly keepsAwake: boolean;
  /** Called for every token without a session: it may be one that was replaced. */
  readonly onUnknownToken?: (tokenHash: Buffer, from: Sender) => Promise<void>;
};

/**
 * Finds the caller of a token, in the database each time, so that an ended session ends everywhere at once. A request
 * keeps its session alive and rotates its token; a gateway that only reads must not, or an open tab would never become
 * idle.
 */
export function createFindCaller(deps: Pick<AuthDeps, 'db' | 'settings'>, finding: Finding): FindCaller {
  const read = createReadCaller(deps, finding);
  return async (token, from) => {
    const { keepMs: _keepMs, ...found } = (await read(token, from)) ?? { keepMs: 0 };
    return 'caller' in found ? found : undefined;
  };
}

/** The same, with the time for which the answer may be kept in memory unless the session changes. */
export function createReadCaller(
  { db, settings }: Pick<AuthDeps, 'db' | 'settings'>,
  { keepsAwake, onUnknownToken }: Finding,
): (token: string, from?: Sender) => Promise<CachedCaller | undefined> {
  const transact = transactOn(db);
  return async (token, from) => {
    if (!isToken(token)) return undefined;
    const tokenHash = hashToken(token);
    const { value: rotateSeconds } = await settings.read(authSettings.tokenRotation);
    const session = await findSession(db, tokenHash, { ...(await readAges(settings)), rotateSeconds });
    if (session === undefined) {
      if (from !== undefined) await onUnknownToken?.(tokenHash, from);
      return undefined;
    }
    const caller = callerOf(session);
    if (!keepsAwake) return { caller, keepMs: 0 };
    if (session.is_seen_long_ago) await touchSession(db, session.id);
    const nextToken = await rotateToken({ transact, settings }, tokenHash, session);
    const keepMs = session.is_first_use || session.is_due ? 0 : session.keep_ms;
    return nextToken === undefined ? { caller, keepMs } : { caller, nextToken, keepMs };
  };
}

/** Reads how long a session may be unused, and its maximum age. */
export async function readAges(settings: Settings): Promise<Ages> {
  const { value: idleSeconds } = await settings.read(authSettings.sessionIdle);
  const { value: absoluteSeconds } = await settings.read(authSettings.sessionAbsolute);
  return { idleSeconds, absoluteSeconds };
}

export const ownerOf = ({ id, user_id, book: mode }: LiveSession): SessionOwner => ({
  userId: user_id,
  sessionId: id,
  mode,
});

const callerOf = (session: FoundSession): Caller => ({
  ...ownerOf(session),
  verification: session.verification,
  roles: session.roles,
  country: session.country ?? undefined,
  isFrozen: session.is_frozen,
});

/**
 * Records a token's first use, which lets the older ones expire, and creates its successor when due. The old token
 * works until the successor is used, so a lost response logs no user out. If the session is locked, both steps are left
 * to the lock holder or to the next call.
 */
async function rotateToken(
  { transact, settings }: Pick<AuthDeps, 'transact' | 'settings'>,
  tokenHash: Buffer,
  { id, is_first_use, is_due }: FoundSession,
): Promise<string | undefined> {
  if (!is_first_use && !is_due) return undefined;
  const { value: graceSeconds } = await settings.read(authSettings.tokenGrace);
  const { value: rotateSeconds } = await settings.read(authSettings.tokenRotation);
  const next = makeToken();
  const successor = { tokenHash: hashToken(next), sessionId: id };
  const isMade = await transact(async (tx: Tx) => {
    if (!(await lockLiveSession(tx, id))) return false;
    if (is_first_use) await markFirstUse(tx, tokenHash, graceSeconds);
    return is_due && (await insertSuccessor(tx, successor, rotateSeconds));
  });
  return isMade ? next : undefined;
}
