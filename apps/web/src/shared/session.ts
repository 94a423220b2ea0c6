import { create } from 'zustand';
import { type KeptValues, storage } from './storage.ts';

/** Who this device acts for, as the server said when the session began. */
type SessionUser = {
  readonly id: string;
  readonly account: string;
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
  const [token, user] = [kept.read('token'), kept.read('user')];
  if (typeof token !== 'string' || !isUser(user)) return VISITOR;
  return { token, user, endedBecause: undefined };
}

export const useSession = create<Session>(() => keptSession(storage));

type Opened = {
  token: string;
  user: { id: bigint; account: string; invite_code: string; book: SessionUser['book'] };
};

export function openSession({ token, user: { id, account, invite_code, book } }: Opened): void {
  const user: SessionUser = { id: String(id), account, inviteCode: invite_code, book };
  storage.write('token', token);
  storage.write('user', user);
  useSession.setState({ token, user, endedBecause: undefined });
}

/** An old session's end, heard late, is not the end of the one that followed it. */
export function endSessionOf(message: string, token: string | undefined): void {
  if (token === useSession.getState().token) endSession(message);
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
const scopeOf = ({ user }: Session) => (user === undefined ? 'visitor' : `${user.id}:${user.book}`);
export const sessionScope = () => scopeOf(useSession.getState());
export const useSessionScope = () => useSession(scopeOf);
