import { sql } from 'kysely';
import { deleteRows, type PersonalTable, selectRows } from '../../platform/db/personal-data.ts';
import { eraseUser } from './closing/closing.store.ts';

const PROFILE = [
  'id',
  'email',
  'mobile',
  'nickname',
  'signature',
  'avatar_id',
  'invite_code',
  'country',
  'lang',
  'verification',
  'roles',
  'risk_text_version',
  'risk_acknowledged_at',
  'terms_version',
  'demo_granted_at',
  'demo_round',
  'withdrawals_held_until',
  'closing_due_at',
  'created_at',
];

const SECRET = 'A secret or its hash, which proves nothing to its owner and helps a thief.';

/** Sessions and devices before what they refer to. */
export const authTables: readonly PersonalTable[] = [
  {
    table: 'user_account',
    download: {
      about: 'You, as the account stores you, with the versions of the terms and of the risk text you accepted.',
      rows: (userId) => sql`
      select ${sql.join(PROFILE.map((column) => sql.ref(column)))} from user_account where id = ${userId}`,
    },
    closing: { record: 'profile', erase: eraseUser },
  },
  {
    table: 'session',
    download: selectRows('Logins of the last month, with the address and browser they came from.', 'session', [
      'id',
      'book',
      'signed_in_at',
      'last_seen_at',
      'ended_at',
      'ip',
      'user_agent',
    ]),
    closing: {
      record: 'devices',
      erase: async (tx, userId) => {
        await sql`update session set ip = '', user_agent = '', device_id = null where user_id = ${userId}`.execute(tx);
      },
    },
  },
  { table: 'session_token', download: { not: SECRET }, closing: { not: 'Ends with its session and is swept.' } },
  {
    table: 'device',
    download: selectRows('Browsers that logged in.', 'device', ['id', 'user_agent', 'first_seen_at']),
    closing: deleteRows('devices', 'device'),
  },
  { table: 'freeze_link', download: { not: SECRET }, closing: deleteRows('factors', 'freeze_link') },
  {
    table: 'authenticator',
    download: selectRows('When an authenticator was linked. Its key is never shown again.', 'authenticator', [
      'made_at',
      'bound_at',
    ]),
    closing: deleteRows('factors', 'authenticator'),
  },
  {
    table: 'passkey',
    download: selectRows('Passkeys, by their names.', 'passkey', [
      'id',
      'name',
      'transports',
      'is_synced',
      'created_at',
      'last_used_at',
      'removed_at',
    ]),
    closing: deleteRows('factors', 'passkey'),
  },
  { table: 'passkey_challenge', download: { not: SECRET }, closing: deleteRows('factors', 'passkey_challenge') },
  { table: 'step_up', download: { not: SECRET }, closing: deleteRows('factors', 'step_up') },
];
