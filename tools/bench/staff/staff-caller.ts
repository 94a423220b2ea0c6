import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { STAFF_ROLES } from '@app/domain/staff';
import type pg from 'pg';

/** A signed-in member of staff with every role, whose device signs each request. */
export type StaffCaller = {
  /** Reads a path, or posts a body to it. */
  ask(
    path: string,
    body?: object,
  ): Promise<{ readonly status: number; readonly tookMs: number; readonly answer: string }>;
};

const digest = (text: string) => createHash('sha256').update(text);

/** Signs a member of staff in directly in the table, as the login would. */
export async function signIn(root: pg.Client, url: string): Promise<StaffCaller> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const token = randomBytes(32).toString('base64url');
  await root.query(
    `with made as (
       insert into staff_account (email, name, roles, password_hash) values ('bench@staff.test', 'Bench', $1, '$argon2id$v=19$') returning id)
     insert into staff_session (staff_id, token_hash, device_key, factor, user_agent, ends_at, idle_seconds)
     select id, $2, $3, 'passkey', 'bench', app_now() + interval '8 hours', 3600 from made`,
    [STAFF_ROLES, digest(token).digest(), publicKey.export({ format: 'der', type: 'spki' })],
  );
  return {
    ask: async (path, fields) => {
      const method = fields === undefined ? 'GET' : 'POST';
      const body = fields === undefined ? '' : JSON.stringify(fields);
      const atMs = Date.now();
      const text = [method, path, digest(body).digest('hex'), atMs].join('\n');
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      const headers = {
        authorization: `Bearer ${token}`,
        'x-device-proof': `${atMs}.${signature.toString('base64url')}`,
        ...(body !== '' && { 'content-type': 'application/json' }),
      };
      const startedMs = performance.now();
      const response = await fetch(url + path, { method, headers, ...(body !== '' && { body }) });
      const answer = await response.text();
      return { status: response.status, tookMs: performance.now() - startedMs, answer };
    },
  };
}
