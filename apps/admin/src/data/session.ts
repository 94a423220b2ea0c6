import type { StaffDevice } from '@app/client/staff';
import { STAFF_ROLES, type StaffRole } from '@app/domain/staff';
import { create } from 'zustand';
import { forgetDeviceKey, openDeviceKey } from './device-key.ts';

/** The signed-in staff member of this tab. */
export type StaffSession = {
  readonly token: string;
  readonly keyId: string;
  readonly id: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
};

const KEPT = 'staff_session';

/** Reads the session of this tab; closing the tab ends it. */
function keptSession(): StaffSession | undefined {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
    return isSession(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

const isSession = (value: unknown): value is StaffSession =>
  typeof value === 'object' &&
  value !== null &&
  ['token', 'keyId', 'id', 'name'].every((name) => typeof (value as Record<string, unknown>)[name] === 'string') &&
  'roles' in value &&
  Array.isArray(value.roles) &&
  value.roles.every((role) => STAFF_ROLES.includes(role));

type Held = { readonly session: StaffSession | undefined /** Why the server ended it. */; readonly ended: string };

export const useSession = create<Held>(() => ({ session: keptSession(), ended: '' }));

export function openSession(session: StaffSession): void {
  sessionStorage.setItem(KEPT, JSON.stringify(session));
  useSession.setState({ session, ended: '' });
}

/** Ends the session here: the token is forgotten and the key deleted. A late end of an older session changes nothing. */
export function endSession(ended: string, token = useSession.getState().session?.token): void {
  const { session } = useSession.getState();
  if (session === undefined || session.token !== token) return;
  sessionStorage.removeItem(KEPT);
  void forgetDeviceKey(session.keyId).catch(() => undefined); // It signs nothing without the token.
  useSession.setState({ session: undefined, ended });
}

let opened: { readonly keyId: string; readonly device: Promise<StaffDevice | undefined> } | undefined;

/** Returns what signs the calls of this session. */
export function sessionDevice(): Promise<StaffDevice | undefined> {
  const { session } = useSession.getState();
  if (session === undefined) return Promise.resolve(undefined);
  const { keyId, token } = session;
  if (opened?.keyId !== keyId) {
    const device = openDeviceKey(keyId).then((sign) => sign && { token, sign });
    opened = { keyId, device };
  }
  return opened.device;
}
