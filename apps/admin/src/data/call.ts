import { makeStaffClient } from '@app/client/staff';
import { useLook } from './look.ts';
import { endSession, sessionDevice } from './session.ts';

/** The only client of the staff API. */
export const { call, openFile } = makeStaffClient({
  origin: '',
  language: () => useLook.getState().language,
  device: sessionDevice,
  now: Date.now,
  onSessionEnded: endSession,
});
