import { OPEN_PURPOSES, PURPOSE_RULES } from '@app/domain/media';
import { STAFF_ROLES } from '@app/protocol';
import type { Role } from '@app/testkit';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';

/** What the database itself refuses, to a process whose code was changed or whose statements were injected. */
let testbed: Testbed;
let sealed: string;
let open: string;
const OWNER = 5n;

beforeAll(async () => {
  testbed = await openTestbed('app');
  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#26c' } })
    .png()
    .toBuffer();
  sealed = (await testbed.media.store({ ownerId: OWNER, bytes, purpose: 'voucher' })).id;
  open = (await testbed.media.store({ ownerId: OWNER, bytes, purpose: 'avatar' })).id;
  await testbed.transact(async (tx) => {
    await testbed.media.claim(tx, { ownerId: OWNER, fileId: sealed, purpose: 'voucher', usedBy: 'otc:1' });
    await testbed.media.claim(tx, { ownerId: OWNER, fileId: open, purpose: 'avatar', usedBy: 'portrait:5' });
    await testbed.media.grant(tx, { fileId: sealed, usedBy: 'otc:1', to: { user: 6n }, reason: 'order' });
    await testbed.media.grant(tx, { fileId: sealed, usedBy: 'otc:1', to: { user: 7n }, reason: 'order' });
    await testbed.media.revoke(tx, { fileId: sealed, usedBy: 'otc:1', to: { user: 7n } });
  });
  await testbed.media.view({ user: OWNER }, sealed);
});

const attempt = (role: Role, statement: string) => testbed.attempt(role, statement);

const NO_RIGHT = '42501';
const FOREIGN_KEY = '23503';
const CHECK = '23514';
const grantSql = (file: string, purpose: string, usedBy: string, grantee: string) =>
  `insert into media_grant (file_id, purpose, used_by, grantee, reason)
   values ('${file}', '${purpose}', '${usedBy}', '${grantee}', 'x')`;
const openSql = (viewer: string, roles = '{}') => `select * from media_open('${sealed}', ${viewer}, '${roles}')`;

describe('the key of a sealed file', () => {
  it('is read by no process that serves users or staff, except with a record', async () => {
    for (const role of ['app', 'admin', 'gateway', 'engine', 'feed', 'custody', 'audit'] as const)
      expect([role, await attempt(role, 'select wrapped_key from media_file')]).toEqual([role, NO_RIGHT]);
    expect(await attempt('app', `update media_file set wrapped_key = '' where id = '${sealed}'`)).toBe(NO_RIGHT);
    expect(await attempt('worker', 'select wrapped_key from media_file')).toBe('2 rows'); // For the rotation.
  });

  it('is returned to role app for users, to role admin for a session of staff, and to nobody else', async () => {
    expect(await attempt('app', openSql(`'user:5'`))).toBe('1 rows');
    expect(await attempt('app', openSql(`'user:6'`))).toBe('1 rows');
    expect(await attempt('app', openSql(`'user:7'`))).toBe('0 rows');
    expect(await attempt('app', openSql(`'user:6'`, '{staff:finance}'))).toBe(NO_RIGHT);
    for (const viewer of [`'staff:5'`, `'staff:finance'`, `''`, 'null', `'user:'`, `'user:5,user:6'`])
      expect([viewer, await attempt('app', openSql(viewer))]).toEqual([viewer, NO_RIGHT]);
    expect(await attempt('app', `select * from media_open('${sealed}', 'user:5', null)`)).toBe(NO_RIGHT);
    expect(await attempt('admin', `select * from desk_open_file('\\x00', '${sealed}')`)).toBe('ST001');
    for (const role of ['admin', 'gateway', 'engine', 'worker', 'feed', 'custody', 'audit'] as const)
      expect([role, await attempt(role, openSql(`'user:5'`))]).toEqual([role, NO_RIGHT]);
  });
});

describe('a record of a view', () => {
  it('is written by the function that opens the file only, and changed or deleted by nobody', async () => {
    for (const role of ['app', 'admin', 'worker'] as const) {
      expect(
        await attempt(role, `insert into media_view (file_id, owner_id, purpose, viewer) values ('x', 1, 'x', 'x')`),
      ).toBe(NO_RIGHT);
      for (const statement of [`update media_view set viewer = 'x'`, 'delete from media_view', 'truncate media_view'])
        expect([role, statement, await attempt(role, statement)]).toEqual([role, statement, NO_RIGHT]);
    }
    for (const statement of [`update media_view set viewer = 'x'`, 'delete from media_view', 'truncate media_view'])
      expect(await attempt('postgres', statement)).not.toMatch(/rows/);
  });
});

describe('a grant', () => {
  it('is of a sealed file in use, with its purpose, to a grantee of that purpose', async () => {
    expect(await attempt('app', grantSql(sealed, 'voucher', 'otc:1', 'user:9'))).toBe('1 rows');
    expect(await attempt('app', grantSql(sealed, 'chat', 'otc:1', 'user:9'))).toBe(FOREIGN_KEY);
    expect(await attempt('app', grantSql(sealed, 'voucher', 'otc:2', 'user:9'))).toBe(FOREIGN_KEY);
    expect(await attempt('app', grantSql(sealed, 'voucher', 'otc:1', 'staff:identity'))).toBe(FOREIGN_KEY);
    expect(await attempt('app', grantSql(open, 'avatar', 'portrait:5', 'user:9'))).toBe(FOREIGN_KEY);
    expect(await attempt('app', grantSql(sealed, 'voucher', 'otc:1', 'user:'))).toBe(CHECK);
    expect(await attempt('app', `insert into media_grantee values ('avatar', 'user')`)).toBe(NO_RIGHT);
  });

  it('is revoked once, now, and never changed or deleted', async () => {
    const revoke = (time: string, user: number) =>
      attempt('app', `update media_grant set revoked_at = ${time} where grantee = 'user:${user}'`);
    expect(await revoke('app_now()', 6)).toBe('1 rows');
    expect(await revoke(`app_now() + interval '1 hour'`, 6)).toBe(NO_RIGHT);
    expect(await revoke('null', 6)).toBe(NO_RIGHT);
    expect(await revoke('null', 7)).toBe('0 rows');
    expect(await attempt('app', `update media_grant set until = null`)).toBe(NO_RIGHT);
    for (const role of ['app', 'admin', 'worker'] as const)
      expect(await attempt(role, 'delete from media_grant')).toBe(NO_RIGHT);
    expect(await attempt('admin', grantSql(sealed, 'voucher', 'otc:1', 'user:9'))).toBe(NO_RIGHT);
  });
});

describe('a file', () => {
  it('has one use, and is not deleted while it has', async () => {
    expect(await attempt('app', `update media_file set used_by = 'otc:2' where id = '${sealed}'`)).toBe('ME002');
    expect(await attempt('app', `update media_file set used_by = null where id = '${open}'`)).toBe('ME002');
    expect(await attempt('worker', `delete from media_file where id = '${open}'`)).toBe('ME001');
    expect(await attempt('app', `delete from media_file where id = '${open}'`)).toBe(NO_RIGHT);
    for (const change of [`mode = 'public'`, `purpose = 'avatar'`, 'owner_id = 6'])
      expect([change, await attempt('app', `update media_file set ${change}`)]).toEqual([change, NO_RIGHT]);
  });

  it('is public for portraits only', async () => {
    const insert = (mode: string, purpose: string) =>
      attempt(
        'app',
        `insert into media_file (id, owner_id, mode, purpose, content_type, byte_size, width, height, sha256)
         values ('${'x'.repeat(22)}', 1, '${mode}', '${purpose}', '', 0, 1, 1, '')`,
      );
    for (const purpose of OPEN_PURPOSES)
      expect([purpose, await insert('public', purpose)]).toEqual([purpose, purpose === 'avatar' ? '1 rows' : CHECK]);
    expect(await insert('public', 'nft')).toBe(CHECK);
    expect(await insert('sealed', 'avatar')).toBe(CHECK);
  });
});

describe('the rules of the purposes', () => {
  it('are the same in the database, and name staff roles that exist', async () => {
    const root = await testbed.bare('postgres');
    const { rows } = await root.query('select purpose, kind from media_grantee');
    const inCode = OPEN_PURPOSES.flatMap((purpose) =>
      PURPOSE_RULES[purpose].grantees.map((kind) => ({ purpose, kind })),
    );
    const sorted = (list: readonly { purpose: string; kind: string }[]) =>
      list.map(({ purpose, kind }) => `${purpose} ${kind}`).sort();
    expect(sorted(rows)).toEqual(sorted(inCode));
    const known: readonly string[] = ['user', 'provider:identity', ...STAFF_ROLES.map((role) => `staff:${role}`)];
    expect(inCode.filter(({ kind }) => !known.includes(kind))).toEqual([]);
  });
});
