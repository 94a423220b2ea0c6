import { hash } from 'node:crypto';
import { expectDefined } from '@app/base';
import { partIn, signedText, staffSettings } from '@app/domain/staff';
import type { Input, Output } from '@app/protocol';
import type * as routes from '@app/protocol/staff';
import type { Tx } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import { requestOptions } from '../../auth/index.ts';
import { listPasskeys, recordUse } from '../account/account.store.ts';
import { verifySignature } from '../account/prove-factor.ts';
import { refusing } from '../refuse-staff.ts';
import type { StaffCaller } from '../session/serve-staff.ts';
import type { StaffDeps } from '../staff-deps.ts';
import * as store from './change.store.ts';
import { readPayload } from './payloads.ts';

type Change = Output<typeof routes.getChange>;

export async function listChanges(
  { db }: StaffDeps,
  caller: StaffCaller,
  { state, subject, before, limit }: Input<typeof routes.listChanges>,
): Promise<Output<typeof routes.listChanges>> {
  const found = await store.readChanges(db, { state, subject }, { before, limit: limit + 1 });
  const rows = found.slice(0, limit);
  const next = found.length > limit ? expectDefined(rows.at(-1), 'a row').id : null;
  return { list: rows.map((row) => describe(row, caller)), next };
}

export const getChange = async ({ db }: StaffDeps, caller: StaffCaller, id: bigint): Promise<Change> =>
  describe(await find(db, id), caller);

/** Proposes a change. Its maker signs it apart, as the checker does. */
export async function proposeChange(
  deps: StaffDeps,
  caller: StaffCaller,
  { kind, payload: text, reason }: Input<typeof routes.proposeChange>,
): Promise<Change> {
  const payload = readPayload(deps, kind, text);
  const { value: lifetimeSeconds } = await deps.settings.read(staffSettings.changeLifetime);
  return await changing(deps, caller, (tx) =>
    store.propose(tx, caller.tokenHash, { kind, payload, reason, lifetimeSeconds }),
  );
}

/** Replaces the payload. Signatures of the old one no longer count, and the editor can no longer check it. */
export async function editChange(
  deps: StaffDeps,
  caller: StaffCaller,
  { id, payload: text, reason }: Input<typeof routes.editChange>,
): Promise<Change> {
  const { kind } = await find(deps.db, id);
  const payload = readPayload(deps, kind, text);
  return await changing(deps, caller, async (tx) => {
    await store.edit(tx, caller.tokenHash, { id, payload, reason });
    return id;
  });
}

/** Returns what the browser needs to sign with a passkey; nothing if the caller has none. */
export async function startSigning(
  deps: StaffDeps,
  { staffId }: StaffCaller,
  { id, payload_hash: payloadHash }: Input<typeof routes.startSigning>,
): Promise<Output<typeof routes.startSigning>> {
  const change = await find(deps.db, id);
  if (change.payload_hash.toString('hex') !== payloadHash) return refuseWith('change_payload_differs');
  const passkeys = await listPasskeys(deps.db, staffId);
  if (passkeys.length === 0) return { options: '' };
  const options = await requestOptions(deps, passkeys, signedHash(id, payloadHash));
  return { options: JSON.stringify(options) };
}

/** Signs a change. With a maker's and a checker's signature it is executed in the same transaction. */
export async function signChange(
  deps: StaffDeps,
  caller: StaffCaller,
  { id, payload_hash: payloadHash, credential, reason }: Input<typeof routes.signChange>,
): Promise<Change> {
  const { staffId, tokenHash } = caller;
  await find(deps.db, id);
  const challenge = signedHash(id, payloadHash).toString('base64url');
  const passkey =
    credential === undefined ? undefined : await verifySignature(deps, { staffId, text: credential, challenge });
  return await changing(deps, caller, async (tx) => {
    if (passkey !== undefined && !(await recordUse(tx, passkey.id, passkey.counter))) refuseWith('passkey_failed');
    const signature = { passkeyId: passkey?.id, assertion: credential, payloadHash: Buffer.from(payloadHash, 'hex') };
    await store.sign(tx, tokenHash, { id, reason, ...signature });
    if (await store.isSigned(tx, id)) await store.execute(tx, tokenHash, id);
    return id;
  });
}

export const refuseChange = async (
  deps: StaffDeps,
  caller: StaffCaller,
  { id, reason }: Input<typeof routes.refuseChange>,
): Promise<Change> =>
  await changing(deps, caller, async (tx) => {
    await store.refuse(tx, caller.tokenHash, id, reason);
    return id;
  });

/** Runs what changes a change, and returns how it is afterwards. */
const changing = async (
  { db, transact }: StaffDeps,
  caller: StaffCaller,
  run: (tx: Tx) => Promise<bigint>,
): Promise<Change> => describe(await find(db, await refusing(transact(run))), caller);

const find = async (db: StaffDeps['db'], id: bigint): Promise<store.ChangeRow> =>
  (await store.findChange(db, id)) ?? refuseWith('not_found');

const signedHash = (id: bigint, payloadHash: string): Buffer => hash('sha256', signedText(id, payloadHash), 'buffer');

function describe(row: store.ChangeRow, { staffId, roles }: StaffCaller): Change {
  const { id, kind, subject, payload, reason, state } = row;
  const editors = row.editors.map(BigInt);
  return {
    id,
    kind,
    subject,
    payload,
    reason,
    state,
    editors,
    payload_hash: row.payload_hash.toString('hex'),
    is_expired: state === 'waiting' && row.is_expired,
    made_by: row.made_by,
    made_at: row.made_at.getTime(),
    expires_at: row.expires_at.getTime(),
    decided_at: row.decided_at?.getTime() ?? null,
    signatures: row.signatures.map((it) => ({ ...it, staff_id: BigInt(it.staff_id) })),
    part: partIn({ kind, editors }, { id: staffId, roles }),
  };
}
