import type pg from 'pg';
import { dropIndexes } from '../lists/rows.ts';

/** How much the back office has seen by then. */
export type Size = {
  readonly users: number;
  readonly trail: number;
  readonly changes: number;
  readonly cases: number;
  readonly staff: number;
};

/** A setting that was changed often, and what only a few rows name. */
export const BUSY_SETTING = 'kyc.claim_minutes';
export const RARE_ACTION = 'staff.disabled';
export const RARE_USER = 7n;
/** Who did most until the middle of the trail and nothing since. */
export const LEFT_STAFF = 1;

/**
 * Writes users, identity cases, staff, changes with their signatures, versions of settings and the trail, newest last. Triggers are
 * off, so the links of the trail have the right form and chain nothing: lists read them, and nothing here verifies them.
 */
export async function writeRows(root: pg.Client, { users, trail, changes, cases, staff }: Size): Promise<void> {
  await root.query('set session_replication_role = replica');
  await root.query('select setseed(0.5)');
  const run = (statement: string, ...values: unknown[]) => root.query(statement, values);
  await run(
    `insert into user_account (id, email, mobile, password_hash, nickname, invite_code, country, risk_text_version, verification, created_at)
     select n + 6, 'user' || n || '@example.com', case when n % 3 = 0 then '49' || (1500000000 + n) end, '$argon2id$v=19$', 'User ' || n,
            'I' || n, (array['DE', 'TR', 'BR', 'VN'])[1 + n % 4], 1, 0, app_now() - (($1 - n) / $1::float8) * interval '700 days'
       from generate_series(1, $1::int) n`,
    users,
  );
  // One user has been there for long.
  await run(
    `insert into device (id, user_id, key_hash, user_agent) select n, ${RARE_USER}, sha256(n::text::bytea), 'Browser ' || n from generate_series(1, 200) n`,
  );
  await run(
    `insert into session (id, user_id, book, signed_in_at, ip, user_agent, device_id)
     select n, case when n <= 2000 then ${RARE_USER} else 6 + n end, 'real', app_now(), '10.0.0.1', 'Browser', 1
       from generate_series(1, $1::int) n`,
    users,
  );
  await run(
    `insert into notice (id, user_id, category, kind, params)
     select n, case when n <= 5000 then ${RARE_USER} else 6 + n % 1000 end, 'security', 'identity_approved', '{}' from generate_series(1, 50000) n`,
  );
  await run(
    `insert into kyc_case (id, user_id, level, document, nationality, key_id, sealed, hash_key, number_hash, state, submitted_at, decided_at)
     select id_floor(at) + n % 4096, 6 + n, 1, 'passport', 'DE', 'k', '', 'k', sha256(n::text::bytea), state, at,
            case when state <> 'under_review' then at + interval '1 day' end
       from generate_series(1, $1::int) n,
            lateral (select app_now() - (($1 - n) / $1::float8) * interval '600 days' as at,
                            case when n > $1 - 400 then 'under_review' when n % 5 = 0 then 'rejected' else 'verified' end as state) made`,
    cases,
  );
  await run(
    `insert into staff_account (email, name, roles, password_hash)
     select 'staff' || n || '@staff.test', 'Member ' || n, array[(array['support', 'identity', 'risk', 'finance', 'operator'])[1 + n % 5]],
            '$argon2id$v=19$' from generate_series(1, $1::int) n`,
    staff,
  );
  await run(
    `insert into staff_change (kind, subject, payload, reason, made_by, made_at, expires_at, state, decided_at)
     select kind, case kind when 'setting.version' then 'setting:kyc.claim_minutes' else 'user:' || 7 + n % 5000 end, '{"n":' || n || '}',
            'Asked for in ticket ' || n, 1 + n % $2::int, at, at + interval '7 days', state,
            case when state <> 'waiting' then at + interval '1 hour' end
       from generate_series(1, $1::int) n,
            lateral (select case when n % 10 = 0 then 'setting.version' else 'user.unfreeze' end as kind,
                            app_now() - (($1 - n) / $1::float8) * interval '600 days' as at,
                            case when n > $1 - 60 then 'waiting' when n % 50 = 0 then 'refused' else 'executed' end as state) made`,
    changes,
    staff,
  );
  await run(
    `insert into staff_signature (change_id, staff_id, payload_hash, role)
     select c.id, 1 + (c.id + k) % $1::int, c.payload_hash, case k when 0 then 'maker' else 'checker' end
       from staff_change c, generate_series(0, 1) k where c.state = 'executed' or k = 0`,
    staff,
  );
  await run(
    `insert into setting (key, version, value, valid_from, set_by, approved_by, reason)
     select 'kyc.claim_minutes', n, to_jsonb(10 + n % 20), app_now() - (5000 - n) * interval '1 hour', 'staff:1', '{staff:2}', 'Load'
       from generate_series(1, 5000) n`,
  );
  const restore = await dropIndexes(root, ['trail', 'trail_link']); // Built at the end, which is much faster.
  await run(
    `insert into trail (at, actor, action, subject, reason, details)
     select app_now() - (($1 - n) / $1::float8) * interval '600 days',
            case when n % 97 = 0 then 'system:auditor' else 'staff:' || case when k = ${LEFT_STAFF} and n > $1 / 2 then k + 1 else k end end,
            case when n % 250000 = 5 then '${RARE_ACTION}' else (array['user.viewed', 'user.viewed', 'user.viewed', 'case.claimed',
              'case.viewed', 'case.viewed', 'case.approved', 'media.viewed', 'media.viewed', 'change.signed'])[1 + floor(random() * 10)::int] end,
            case when n % ($1 / 80) = 9 then 'user:${RARE_USER}' else 'user:' || 8 + floor(random() * $3)::int end,
            case when n % 3 = 0 then 'Ticket ' || n else '' end, '{}'
       from generate_series(1, $1::int) n, lateral (select ${LEFT_STAFF} + floor(random() ^ 2 * $2 + n * 0)::int as k) drawn`,
    trail,
    staff,
    users - 10,
  );
  await run(
    `insert into trail_link (seq, row_id, previous, hash)
     select t.id, t.id, sha256((t.id - 1)::text::bytea), sha256(t.id::text::bytea) from trail t`,
  );
  await restore();
  await run('set session_replication_role = origin');
  await run('vacuum analyze');
}
