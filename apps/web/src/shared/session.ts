import { create } from 'zustand';
import { type KeptValues, storage } from './storage.ts';

/** Who this device acts for, as the server said when the session began. */
type SessionUser = {
  readonly id: string;
  readonly account: string;
  readonly nickname: string;
  /** Where the picture lies; empty where there is none. */
  readonly avatar: string;
  readonly inviteCode: string;
  readonly book: 'real' | 'demo';
};

type Session = {
  readonly token: string | undefined;
  readonly user: SessionUser | undefined;
  /** Why the server ended it, until the user has been told. */
  readonly endedBecause: string | undefined;
};

const VISITOR: Session = { token: undefined, user: undefined, endedBecause: undefined };

const isUser = (value: unknown): value is SessionUser =>
  typeof value === 'object' && value !== null && 'id' in value && 'book' in value && 'account' in value;

/** The session of the last visit, or a visitor's when anything of it is missing. */
export function keptSession(kept: KeptValues): Session {
  const token = kept.read('token');
  const user = kept.read('user');
  if (typeof token !== 'string' || !isUser(user)) return VISITOR;
  return { token, user, endedBecause: undefined };
}

export const useSession = create<Session>(() => keptSession(storage));

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
};

const userOf = ({ id, account, nickname, avatar, invite_code, book }: DescribedUser): SessionUser => ({
  id: String(id),
  account,
  nickname,
  avatar,
  book,
  inviteCode: invite_code,
});

export function openSession({ token, user: described }: Opened): void {
  const user = userOf(described);
  storage.write('user', user); // Before the token: another tab that hears of the token must not read an older name with it.
  storage.write('token', token);
  useSession.setState({ token, user, endedBecause: undefined });
}

/** The same person with a new name or picture; an answer from before a change of book is old news. */
export function keepUser(described: DescribedUser): void {
  const user = userOf(described);
  if (scopeOf({ user }) !== sessionScope()) return;
  if (keptToken() !== undefined) storage.write('user', user);
  useSession.setState({ user });
}

/** A newer token of the same session; an answer to an older one changes nothing. */
export function takeNextToken(next: string, token: string | undefined): void {
  if (token === undefined || useSession.getState().token !== token) return;
  if (keptToken() !== undefined) storage.write('token', next);
  useSession.setState({ token: next });
}

/** The token this browser keeps for our user and book; nothing where another tab has logged in as somebody else. */
function keptToken(): string | undefined {
  const kept = keptSession(storage);
  return scopeOf(kept) === sessionScope() ? kept.token : undefined;
}

/** Takes a newer token that another tab of this browser was given for the same person and book, and logs out with it. */
export function followOtherTabs(page: Pick<EventTarget, 'addEventListener'>): void {
  page.addEventListener('storage', (event) => {
    if (!('key' in event) || event.key !== 'token') return;
    const token = keptToken();
    if (token !== undefined) useSession.setState({ token });
    else if (storage.read('token') === undefined && useSession.getState().token !== undefined) endSession();
  });
}

let replacing: Promise<unknown> | undefined;

/** Asks for the session that takes the place of this one. Until it is answered, the end of the old one says nothing. */
export async function replaceSession(open: () => Promise<Opened>): Promise<void> {
  const opening = open();
  replacing = opening;
  try {
    openSession(await opening);
  } finally {
    replacing = undefined;
  }
}

/** An old session's end, heard late, is not the end of the one that followed it. */
export function endSessionOf(message: string, token: string | undefined): void {
  if (token !== useSession.getState().token) return;
  if (replacing !== undefined) {
    const again = () => endSessionOf(message, token);
    void replacing.then(again, again);
    return;
  }
  // Another tab may have been given a newer token while this one slept: then nothing has ended.
  const newer = keptToken();
  if (newer !== undefined && newer !== token) useSession.setState({ token: newer });
  else endSession(message);
}

/** By the user, or by the server with a reason that is shown before the way leads to the login page. */
export function endSession(endedBecause?: string): void {
  // Another tab may have logged in again meanwhile; what it keeps is not ours to remove.
  if (storage.read('token') === useSession.getState().token) {
    storage.remove('token');
    storage.remove('user');
  }
  useSession.setState({ ...VISITOR, endedBecause });
}

/** One user and one book: unfinished calls and cached answers belong to it and are seen by no other. */
const scopeOf = ({ user }: Pick<Session, 'user'>) => (user === undefined ? 'visitor' : `${user.id}:${user.book}`);
export const sessionScope = () => scopeOf(useSession.getState());
/** Whether a scope is nobody's. */
export const isVisitor = (scope: string) => scope === 'visitor';
export const useSessionScope = () => useSession(scopeOf);
