import { createSession, scopeOf } from '@app/client/session';
import { hookOf } from '../../lib/hook-of.ts';
import { storage } from '../../lib/storage.ts';

const { store, ...session } = createSession(storage);

/** The session of this device. */
export const useSession = hookOf(store);
export const {
  sessionScope,
  openSession,
  keepUser,
  takeNextToken,
  followOtherTabs,
  replaceSession,
  endSessionOf,
  endSession,
} = session;
export const useSessionScope = () => useSession(scopeOf);
