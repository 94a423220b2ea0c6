import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

/** Makes a staff member with a live session, once for each id, and returns the hash of its token. */
export async function addStaffSession(
  owner: Pick<pg.ClientBase | pg.Pool, 'query'>,
  staffId: bigint,
  roles: readonly string[],
): Promise<Buffer> {
  const tokenHash = createHash('sha256').update(`staff ${staffId}`).digest();
  await owner.query(
    `with made as (
       insert into staff_account (id, email, name, roles) overriding system value
       values ($1::bigint, 'staff' || $1::bigint || '@staff.test', 'Somebody', $2) on conflict do nothing returning id)
     insert into staff_session (staff_id, token_hash, device_key, factor, user_agent, ends_at, idle_seconds)
     select id, $3, '', 'passkey', 'test', app_now() + interval '1 day', 3600 from made`,
    [staffId, roles, tokenHash],
  );
  return tokenHash;
}

/** A staff account that was made for a test, and the token of its invitation. */
export type InvitedStaff = { readonly id: bigint; readonly email: string; readonly invite: string };

/** Makes a staff account by the database's owner, invited to enrol: the operator's command makes two in all. */
export async function inviteStaff(ownerUrl: string, name: string, roles: readonly string[]): Promise<InvitedStaff> {
  const email = `${randomUUID()}@staff.test`;
  const invite = randomBytes(32).toString('base64url');
  const tokenHash = createHash('sha256').update(invite).digest();
  const [made] = await runAsOwner<{ staff_id: string }>(
    ownerUrl,
    `with made as (insert into staff_account (email, name, roles) values ($1, $2, $3) returning id)
     insert into staff_invite (token_hash, staff_id, expires_at)
     select $4, id, app_now() + interval '1 day' from made returning staff_id`,
    [email, name, roles, tokenHash],
  );
  return { id: BigInt(made?.staff_id ?? 0), email, invite };
}

/** Ends changes about these subjects that an earlier attempt of a test left waiting. */
export const withdrawChanges = (ownerUrl: string, subjects: readonly string[]): Promise<unknown> =>
  runAsOwner(
    ownerUrl,
    `update staff_change set state = 'withdrawn', decided_at = app_now() where state = 'waiting' and subject = any ($1)`,
    [subjects],
  );

async function runAsOwner<Row extends pg.QueryResultRow>(
  ownerUrl: string,
  text: string,
  values: readonly unknown[],
): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    return (await owner.query<Row>(text, [...values])).rows;
  } finally {
    await owner.end();
  }
}
