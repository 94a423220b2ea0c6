import { expectDefined } from '@app/base';
import type { StaffRole } from '@app/domain/staff';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { hashToken, makeToken } from '../../auth/index.ts';

type FirstAccount = { readonly email: string; readonly name: string; readonly roles: readonly StaffRole[] };

/** Makes one of the first two accounts and returns its invitation. The connection must be role migrate's. */
export async function bootstrapStaff(
  db: Db,
  { email, name, roles }: FirstAccount,
): Promise<{ readonly id: bigint; readonly invite: string; readonly isLast: boolean }> {
  const invite = makeToken();
  const { rows } = await sql<{ id: bigint }>`
    select staff_bootstrap(${email.toLowerCase()}, ${name}, ${roles}::text[], ${hashToken(invite)}) as id`.execute(db);
  const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from staff_account`.execute(db);
  return { id: expectDefined(rows[0], 'the new account').id, invite, isLast: (counted[0]?.count ?? 0) >= 2 };
}

type OperatorChange = { readonly key: string; readonly value: unknown; readonly by: string; readonly reason: string };

/** Changes a setting for the operator, as role migrate: anything until two staff members are enrolled, then only stops. */
export async function setByOperator(db: Db, { key, value, by, reason }: OperatorChange): Promise<number> {
  const { rows } = await sql<{ version: number }>`
    select setting_by_operator(${key}, ${JSON.stringify(value)}::jsonb, ${by}, ${reason}) as version`.execute(db);
  return expectDefined(rows[0], 'the new version').version;
}
