import { makeCall, openPendingCalls } from '@app/client/call';
import { storage } from '../../lib/storage.ts';
import { usePreferences } from '../app/preferences.ts';
import { endSessionOf, sessionScope, takeNextToken, useSession } from '../session/session.ts';
import { requestVerification } from '../session/verify-first.ts';
import { invalidateServerStatus } from '../socket/servers.ts';
import { syncFromHeader } from './server-clock.ts';

/** Sends every request of the app: `call(route, fields)`. */
export const call = makeCall({
  origin: '',
  language: () => usePreferences.getState().language,
  token: () => useSession.getState().token,
  scope: sessionScope,
  pending: openPendingCalls(storage),
  now: Date.now,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  onSessionEnded: endSessionOf,
  onMaintenance: invalidateServerStatus,
  onIdentityNeeded: requestVerification,
  onNextToken: takeNextToken,
  onDate: (date, requestedAt) => syncFromHeader(date, requestedAt, Date.now()),
});
