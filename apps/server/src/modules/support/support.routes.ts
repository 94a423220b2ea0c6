import * as routes from '@app/protocol/staff';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Http } from '../../platform/http/caller.ts';
import { refusing, type StaffCaller, type StaffDeps, serveStaff } from '../staff/index.ts';
import * as lists from './read-lists.ts';
import { openUser, searchUsers } from './read-profile.ts';
import * as store from './user.store.ts';

/** Binds what staff read of a user, and the freeze. Unfreezing and a lost second factor are changes that two sign. */
export function supportRoutes(http: Pick<Http, 'app' | 'bound'>, deps: StaffDeps): void {
  const { db, transact } = deps;
  serveStaff(http, deps, routes.searchUsers, (input, caller) => searchUsers(deps, caller, input));
  serveStaff(http, deps, routes.openUser, ({ id }, caller) => openUser(deps, caller, id));
  serveStaff(http, deps, routes.revealUser, async ({ id: userId, reason }, { tokenHash }) => {
    if (reason.trim() === '') return refuseWith('parameter_error');
    const shown = await refusing(transact((tx) => store.reveal(tx, tokenHash, { userId, reason })));
    return shown ?? refuseWith('not_found');
  });
  serveStaff(http, deps, routes.freezeUser, async ({ id: userId, reason }, { tokenHash }) => {
    if (reason.trim() === '') return refuseWith('parameter_error');
    if (!(await store.isUser(db, userId))) return refuseWith('not_found');
    const isDone = await refusing(transact((tx) => store.freeze(tx, tokenHash, { userId, reason })));
    return isDone ? {} : refuseWith('change_outdated');
  });

  /** Records the reading, then reads. */
  const reading = async <Value>(
    { tokenHash }: StaffCaller,
    userId: bigint,
    part: store.Part,
    read: () => Promise<Value>,
  ): Promise<Value> => {
    const isFound = await refusing(transact((tx) => store.noteReading(tx, tokenHash, userId, part)));
    return isFound ? await read() : refuseWith('not_found');
  };
  serveStaff(http, deps, routes.listUserLedger, ({ id: userId, before, ...input }, caller) =>
    reading(caller, userId, 'ledger', () => lists.listLedger(db, { userId, before, ...input })),
  );
  serveStaff(http, deps, routes.listUserOrders, ({ id: userId, before, ...input }, caller) =>
    reading(caller, userId, 'orders', () => lists.listOrders(db, { userId, before, ...input })),
  );
  serveStaff(http, deps, routes.listUserSessions, ({ id: userId, before, limit }, caller) =>
    reading(caller, userId, 'sessions', () => lists.listSessions(db, { userId, before, limit })),
  );
  serveStaff(http, deps, routes.listUserDevices, ({ id: userId, before, limit }, caller) =>
    reading(caller, userId, 'devices', () => lists.listDevices(db, { userId, before, limit })),
  );
  serveStaff(http, deps, routes.listUserNotices, ({ id: userId, before, limit }, caller) =>
    reading(caller, userId, 'notices', () => lists.listNotices(db, { userId, before, limit })),
  );
  serveStaff(http, deps, routes.listUserTrail, ({ id: userId, before, limit }, caller) =>
    reading(caller, userId, 'trail', () => lists.listTrail(db, { userId, before, limit })),
  );
}
