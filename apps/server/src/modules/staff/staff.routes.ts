import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Http } from '../../platform/http/caller.ts';
import { hashToken, makeToken } from '../auth/index.ts';
import { readHead, readLastCheck, readRows, readSeals, type TrailFilter } from '../trail/index.ts';
import { listAccounts, listPasskeys } from './account/account.store.ts';
import { enrol, startEnrolment } from './account/enrol.ts';
import { addPasskey, startPasskey } from './account/passkeys.ts';
import * as store from './change/change.store.ts';
import {
  editChange,
  getChange,
  listChanges,
  proposeChange,
  refuseChange,
  signChange,
  startSigning,
} from './change/changes.ts';
import { refusing } from './refuse-staff.ts';
import { loginStaff, startLogin } from './session/login.ts';
import { type StaffCaller, serveStaff } from './session/serve-staff.ts';
import { endSession } from './session/session.store.ts';
import { getSetting, listSettings } from './setting/settings.ts';
import type { StaffDeps } from './staff-deps.ts';
import { readState } from './state/state.ts';

type StaffHttp = Pick<Http, 'app' | 'bound'>;

/** Binds everything staff do about themselves and about changes of two. */
export function staffRoutes(http: StaffHttp, deps: StaffDeps): void {
  sessionRoutes(http, deps);
  changeRoutes(http, deps);
  trailRoutes(http, deps);
  readingRoutes(http, deps);
}

function sessionRoutes(http: StaffHttp, deps: StaffDeps): void {
  serveStaff(http, deps, routes.startEnrolment, (input, _caller, { ip }) => startEnrolment(deps, input, ip));
  serveStaff(http, deps, routes.enrol, (input, _caller, { ip }) => enrol(deps, input, ip));
  serveStaff(http, deps, routes.getLoginOptions, () => startLogin(deps));
  serveStaff(http, deps, routes.staffLogin, (input, _caller, info) => loginStaff(deps, input, info));
  serveStaff(http, deps, routes.staffLogout, async (_input, { sessionId }) => {
    await endSession(deps.db, sessionId);
    return {};
  });
  serveStaff(http, deps, routes.getStaff, (_input, caller) => describeCaller(deps, caller));
  serveStaff(http, deps, routes.startStaffPasskey, (input, caller) => startPasskey(deps, caller, input));
  serveStaff(http, deps, routes.addStaffPasskey, (input, caller) => addPasskey(deps, caller, input));
}

async function describeCaller(
  { db }: StaffDeps,
  { staffId, endsAt }: StaffCaller,
): Promise<Output<typeof routes.getStaff>> {
  const [accounts, passkeys] = await Promise.all([listAccounts(db), listPasskeys(db, staffId)]);
  const { id, email, name, roles } = accounts.find((it) => it.id === staffId) ?? refuseWith('session_invalid');
  return {
    staff: { id, email, name, roles },
    ends_at: endsAt.getTime(),
    passkeys: passkeys.map((it) => ({ id: it.id, name: it.name, created_at: it.created_at.getTime() })),
  };
}

function changeRoutes(http: StaffHttp, deps: StaffDeps): void {
  serveStaff(http, deps, routes.listChanges, (input, caller) => listChanges(deps, caller, input));
  serveStaff(http, deps, routes.getChange, ({ id }, caller) => getChange(deps, caller, id));
  serveStaff(http, deps, routes.proposeChange, (input, caller) => proposeChange(deps, caller, input));
  serveStaff(http, deps, routes.editChange, (input, caller) => editChange(deps, caller, input));
  serveStaff(http, deps, routes.startSigning, (input, caller) => startSigning(deps, caller, input));
  serveStaff(http, deps, routes.signChange, (input, caller) => signChange(deps, caller, input));
  serveStaff(http, deps, routes.refuseChange, (input, caller) => refuseChange(deps, caller, input));
  serveStaff(http, deps, routes.switchOffAtOnce, async ({ key, reason }, { tokenHash }) => {
    if (!deps.allSettings.has(key)) return refuseWith('setting_invalid');
    const off = await refusing(deps.transact((tx) => store.switchOff(tx, tokenHash, key, reason)));
    return { version: off.version, at: off.at.getTime() };
  });
  serveStaff(http, deps, routes.disableStaff, async ({ id, reason }, { tokenHash }) => {
    if (!(await listAccounts(deps.db)).some((it) => it.id === id)) return refuseWith('not_found');
    await refusing(deps.transact((tx) => store.disable(tx, tokenHash, id, reason)));
    return {};
  });
  serveStaff(http, deps, routes.inviteStaff, async ({ id, reason }, { tokenHash }) => {
    if (!(await listAccounts(deps.db)).some((it) => it.id === id)) return refuseWith('not_found');
    const invite = makeToken();
    const invitation = { id, inviteHash: hashToken(invite), reason };
    const expiresAt = await refusing(deps.transact((tx) => store.invite(tx, tokenHash, invitation)));
    return { invite, expires_at: expiresAt.getTime() };
  });
}

function readingRoutes(http: StaffHttp, deps: StaffDeps): void {
  serveStaff(http, deps, routes.listStaffSettings, () => listSettings(deps));
  serveStaff(http, deps, routes.getStaffSetting, ({ key }) => getSetting(deps, key));
  serveStaff(http, deps, routes.getState, () => readState(deps));
  serveStaff(http, deps, routes.listPeople, async () => ({
    list: (await listAccounts(deps.db)).map(({ id, name, roles, is_disabled, has_passkey }) => ({
      id,
      name,
      roles,
      is_disabled,
      has_passkey,
    })),
  }));
}

function trailRoutes(http: StaffHttp, deps: StaffDeps): void {
  const { db } = deps;
  serveStaff(http, deps, routes.listStaff, async () => ({
    list: (await listAccounts(db)).map(({ created_at: createdAt, ...row }) => ({
      ...row,
      created_at: createdAt.getTime(),
    })),
  }));
  serveStaff(http, deps, routes.listTrail, (input) => readTrail(deps, input, input));
  serveStaff(http, deps, routes.listOwnTrail, (input, { staffId }) =>
    readTrail(deps, { ...input, actor: `staff:${staffId}` }, input),
  );
  serveStaff(http, deps, routes.getTrailState, async () => {
    const [head, check, seals] = await Promise.all([readHead(db), readLastCheck(db), readSeals(db, 24)]);
    return {
      head: head === undefined ? null : { seq: Number(head.seq), hash: head.hash.toString('hex') },
      check: check === undefined ? null : { at: check.at.getTime(), rows: Number(check.rows), faults: check.faults },
      seals: seals.map(({ block, seq, hash, at }) => ({
        block: Number(block),
        seq: Number(seq),
        hash: hash.toString('hex'),
        at: at.getTime(),
      })),
    };
  });
}

async function readTrail(
  { db }: StaffDeps,
  filter: TrailFilter,
  { before, limit }: { readonly before?: bigint | undefined; readonly limit: number },
): Promise<Output<typeof routes.listTrail>> {
  const found = await readRows(db, filter, { before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return {
    list: rows.map(({ at, seq, hash, ...row }) => ({
      ...row,
      at: at.getTime(),
      seq: Number(seq),
      hash: hash.toString('hex'),
    })),
    next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
}
