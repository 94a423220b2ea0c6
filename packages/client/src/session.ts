import { createStore } from 'zustand/vanilla';
import type { KeptValues } from './storage.ts';

/** The user of this device's session, as the server returned it at login. */
type SessionUser = {
  readonly id: string;
  readonly account: string;
  readonly nickname: string;
  /** Address of the picture; empty if there is none. */
  readonly avatar: string;
  readonly inviteCode: string;
  readonly book: 'real' | 'demo';
  /** When the account is closed; sessions stored by an older version do not have it. */
  readonly closingAt?: number | null;
  /** Identity verification level; sessions stored by an older version do not have it. */
  readonly level?: number;
};

export type Session = {
  readonly token: string | undefined;
  readonly user: SessionUser | undefined;
  /** Reason the server ended the session, until it was shown to the user. */
  readonly endedBecause: string | undefined;
};

const VISITOR: Session = { token: undefined, user: undefined, endedBecause: undefined };

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && 'id' in value && 'book' in value && 'account' in value;

/** Returns the session of the last visit, or a visitor's if any part of it is missing. */
export function keptSession(kept: KeptValues): Session {
  const token = kept.read('token');
  const user = kept.read('user');
  if (typeof token !== 'string' || !isUser(user)) return VISITOR;
  return { token, user, endedBecause: undefined };
}

type Opened = {
  token: string;
  user: DescribedUser;
};

type DescribedUser = {
  id: bigint;
  account: string;
  nickname: string;
  avatar: string;
  invite_code: string;
  book: SessionUser['book'];
  closing_at?: number | null;
  level?: number;
};

const userOf = (described: DescribedUser): SessionUser => {
  const { id, account, nickname, avatar, invite_code, book: mode, closing_at: closingAt = null, level = 0 } = described;
  return {
    id: String(id),
    account,
    nickname,
    avatar,
    book: mode,
    inviteCode: invite_code,
    closingAt,
    level,
  };
};

/**
 * Returns the scope of one user and mode: pending calls and cached responses belong to it and no other scope sees them.
 */
export const scopeOf = ({ user }: Pick<Session, 'user'>) =>
  user === undefined ? 'visitor' : `${user.id}:${user.book}`;

/** Reports whether a scope has no user. */
export const isVisitor = (scope: string) => scope === 'visitor';

/** Creates the session of one device: it starts as the last visit left it. */
export function createSession(storage: KeptValues) {
  const store = createStore<Session>(() => keptSession(storage));
  const sessionScope = () => scopeOf(store.getState());

  function openSession({ token, user: described }: Opened): void {
    const user = userOf(described);
    storage.write('user', user); // Before the token: another tab notified of the token must not read a stale user with it.
    storage.write('token', token);
    store.setState({ token, user, endedBecause: undefined });
  }

  /** Updates the user's name or picture; ignores a response from before a change of mode. */
  function keepUser(described: DescribedUser): void {
    const user = userOf(described);
    if (scopeOf({ user }) !== sessionScope()) return;
    if (keptToken() !== undefined) storage.write('user', user);
    store.setState({ user });
  }

  /** Takes a newer token of the same session; ignores a response to an older one. */
  function takeNextToken(next: string, token: string | undefined): void {
    if (token === undefined || store.getState().token !== token) return;
    if (keptToken() !== undefined) storage.write('token', next);
    store.setState({ token: next });
  }

  /** Returns the stored token for this user and mode; undefined if another tab has logged in as another user. */
  function keptToken(): string | undefined {
    const kept = keptSession(storage);
    return scopeOf(kept) === sessionScope() ? kept.token : undefined;
  }

  /** Takes a newer token that another tab received for the same user and mode, and logs out when another tab does. */
  function followOtherTabs(page: Pick<EventTarget, 'addEventListener'>): void {
    page.addEventListener('storage', (event) => {
      if (!('key' in event) || event.key !== 'token') return;
      const token = keptToken();
      if (token !== undefined) store.setState({ token });
      else if (storage.read('token') === undefined && store.getState().token !== undefined) endSession();
    });
  }

  let replacing: Promise<unknown> | undefined;

  /** Requests the session that replaces this one. Until the response arrives, the end of the old one is ignored. */
  async function replaceSession(open: () => Promise<Opened>): Promise<void> {
    const opening = open();
    replacing = opening;
    try {
      openSession(await opening);
    } finally {
      replacing = undefined;
    }
  }

  /** Ends a session by its token: a late end of an old session does not end the one that replaced it. */
  function endSessionOf(message: string, token: string | undefined): void {
    if (token !== store.getState().token) return;
    if (replacing !== undefined) {
      const again = () => endSessionOf(message, token);
      void replacing.then(again, again);
      return;
    }
    // Another tab may have received a newer token while this one was suspended: then nothing has ended.
    const newer = keptToken();
    if (newer !== undefined && newer !== token) store.setState({ token: newer });
    else endSession(message);
  }

  /** Ends the session, by the user, or by the server with a reason that is shown before the login page opens. */
  function endSession(endedBecause?: string): void {
    // Another tab may have logged in again meanwhile; do not remove its stored session.
    if (storage.read('token') === store.getState().token) {
      storage.remove('token');
      storage.remove('user');
    }
    store.setState({ ...VISITOR, endedBecause });
  }

  return {
    store,
    sessionScope,
    openSession,
    keepUser,
    takeNextToken,
    followOtherTabs,
    replaceSession,
    endSessionOf,
    endSession,
  };
}
