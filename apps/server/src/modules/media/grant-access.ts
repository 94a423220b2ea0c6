import { assert } from '@app/base';
import { type GranteeKind, mayBeGranted } from '@app/domain/media';
import type { StaffRole } from '@app/protocol';
import type { Tx } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import * as store from './access.store.ts';

/** Who gets access to a sealed file: one user, everybody with a staff role, or the identity provider. */
type Grantee = { readonly user: bigint } | { readonly staff: StaffRole } | typeof IDENTITY_PROVIDER;

/** The company that checks documents for the operator; the worker opens the pictures that it sends there. */
export const IDENTITY_PROVIDER = { provider: 'identity' } as const;

/** Who opens a sealed file: a user, the staff member whose session has this token, whose roles the database knows, or the provider. */
export type Viewer = { readonly user: bigint } | { readonly tokenHash: Buffer } | typeof IDENTITY_PROVIDER;

export type Grant = {
  readonly fileId: string;
  /** The use that has claimed the file: no other feature opens it. */
  readonly usedBy: string;
  readonly to: Grantee;
  /** Such as `order:12`. A grantee may have access for several reasons; each is revoked alone. */
  readonly reason: string;
  /** Without an end it lasts until it is revoked. */
  readonly until?: Date;
};

/** Without `to` it ends everybody's access, without `reason` access for every reason. */
export type Revocation = Pick<Grant, 'fileId' | 'usedBy'> & Partial<Pick<Grant, 'to' | 'reason'>>;

const nameOf = (to: Grantee): string => ('user' in to ? `user:${to.user}` : kindOf(to));

function kindOf(to: Grantee): GranteeKind {
  if ('user' in to) return 'user';
  return 'staff' in to ? `staff:${to.staff}` : `provider:${to.provider}`;
}

/**
 * Binds an upload to its use, in the transaction that needs it; the same use again changes nothing. An upload of
 * another user, for another purpose, in another use, removed or already swept is not found.
 */
export async function claim(tx: Tx, use: store.Use): Promise<void> {
  if (!(await store.markUsed(tx, use))) refuseWith('not_found');
}

/** Gives access to a sealed file of this use. A grantee whom the purpose does not allow is a defect of the feature. */
export async function grant(tx: Tx, { fileId, usedBy, to, reason, until }: Grant): Promise<void> {
  const purpose = await lock(tx, fileId, usedBy);
  assert(mayBeGranted(purpose, kindOf(to)), `a file for ${purpose} may be granted to ${kindOf(to)}`);
  await store.replaceGrant(tx, { fileId, purpose, usedBy, grantee: nameOf(to), reason, until: until ?? null });
}

/** Ends access. Once this is committed no new view begins. */
export async function revoke(tx: Tx, { fileId, usedBy, to, reason }: Revocation): Promise<void> {
  await lock(tx, fileId, usedBy);
  await store.endGrants(tx, { fileId, grantee: to === undefined ? null : nameOf(to), reason: reason ?? null });
}

async function lock(tx: Tx, fileId: string, usedBy: string) {
  const purpose = await store.lockUsed(tx, fileId, usedBy);
  assert(purpose !== undefined, `media ${fileId} is used by ${usedBy}`);
  return purpose;
}
