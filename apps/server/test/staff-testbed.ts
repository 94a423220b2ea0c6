import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { expectDefined } from '@app/base';
import type { StaffRole } from '@app/domain/staff';
import type { Route } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import type { LightMyRequestResponse } from 'fastify';
import { createGuardrails, generateSync } from 'otplib';
import { createAdmin } from '../src/bin/admin-app.ts';
import { allSettings } from '../src/bin/all-settings.ts';
import { hashToken, makeToken } from '../src/modules/auth/index.ts';
import { createMedia } from '../src/modules/media/index.ts';
import { createSettings } from '../src/modules/reference/index.ts';
import { hashBody, PROOF_HEADER, provenText } from '../src/modules/staff/session/device-proof.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { makeSoftPasskey, type SoftPasskey } from './soft-passkey.ts';
import { atTheEnd, openTestbed, silent, type Testbed, testKeys } from './testbed.ts';

const STAFF_ORIGIN = 'http://localhost:4203';
const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 });
export const PASSWORD = 'nine lives and a half';

/** A staff member with a signed-in device. */
export type TestStaff = {
  readonly id: bigint;
  readonly email: string;
  readonly token: string;
  readonly key: KeyObject;
  /** Hash of the token: who acts, for the functions of the database. */
  readonly tokenHash: Buffer;
  /** Key of the authenticator. */
  readonly secret: string;
};

export type StaffTestbed = Testbed & {
  /** Makes, enrols and signs in a staff member. */
  newStaff(...roles: readonly StaffRole[]): Promise<TestStaff>;
  login(staff: Pick<TestStaff, 'email' | 'secret'>): Promise<TestStaff['token']>;
  send(staff: TestStaff | undefined, route: Route, fields?: object, tampering?: Partial<SentRequest>): Promise<Reply>;
  /** Sends a request whose answer may be a file. */
  sendRaw(...request: Parameters<StaffTestbed['send']>): Promise<LightMyRequestResponse>;
  /** Adds a passkey to a staff member. */
  addPasskey(staff: TestStaff): Promise<SoftPasskey>;
  codeOf(secret: string): Promise<string>;
};
type SentRequest = { readonly token: string; readonly proof: string; readonly body: string; readonly url: string };
type Reply = { readonly status: number; readonly error: string | undefined; readonly data: Record<string, unknown> };

/** The process `admin` on a database: a new one, unless another testbed shares its own. */
export async function openStaffTestbed(shared?: Testbed): Promise<StaffTestbed> {
  const testbed = shared === undefined ? await openTestbed('admin') : { ...shared, ...shared.as('admin') };
  const settings = createSettings(testbed.db);
  const stored = { db: testbed.db, transact: transactOn(testbed.db), settings, keys: testKeys };
  const { http } = await createAdmin(
    {
      ...stored,
      media: createMedia({ ...stored, folder: testbed.mediaFolder, log: silent }),
      nextId: testbed.nextId,
      passwords: cheapPasswords,
      publicUrl: STAFF_ORIGIN,
      allSettings: allSettings(['BTC/USDT']),
    },
    { log: silent },
  );
  atTheEnd(() => http.app.close());
  const owner = await testbed.bare('migrate');

  const sendRaw: StaffTestbed['sendRaw'] = async (staff, route, fields = {}, tampering = {}) => {
    const isRead = route.method === 'GET';
    const entries = isRead ? Object.entries(fields) : [];
    const query = new URLSearchParams(entries.map(([name, value]): [string, string] => [name, String(value)]));
    const url = `/api${route.path}${query.size > 0 ? `?${query}` : ''}`;
    const body = isRead
      ? ''
      : JSON.stringify(fields, (_name, value) => (typeof value === 'bigint' ? `${value}` : value));
    const { rows } = await owner.query<{ ms: string }>('select (extract(epoch from app_now()) * 1000)::bigint as ms');
    const atMs = Number(expectDefined(rows[0], 'the time').ms);
    const text = provenText({ method: route.method, url, bodyHash: hashBody(body) }, atMs);
    const signature = staff && sign('sha256', Buffer.from(text), { key: staff.key, dsaEncoding: 'ieee-p1363' });
    const token = tampering.token ?? staff?.token;
    const proof = tampering.proof ?? `${atMs}.${signature?.toString('base64url')}`;
    return await http.app.inject({
      method: route.method,
      url: tampering.url ?? url,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}`, [PROOF_HEADER]: proof }),
        ...(!isRead && { 'content-type': 'application/json' }),
      },
      ...(!isRead && { body: tampering.body ?? body }),
      remoteAddress: `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join('.')}`,
    });
  };
  const send: StaffTestbed['send'] = async (...request) => {
    const response = await sendRaw(...request);
    const { error, data } = response.json();
    return { status: response.statusCode, error, data };
  };

  /** Codes are used once: the next one is of the next step. */
  const steps = new Map<string, number>();
  const codeOf = async (secret: string) => {
    const { rows } = await owner.query<{ now: number }>('select extract(epoch from app_now())::float8 as now');
    const { now } = expectDefined(rows[0], 'the time');
    const step = Math.max(Math.floor(now / 30) - 1, (steps.get(secret) ?? 0) + 1);
    steps.set(secret, step);
    return generateSync({ secret, epoch: step * 30, guardrails });
  };

  const open = async (email: string, secret: string) => {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const deviceKey = publicKey.export({ format: 'der', type: 'spki' }).toString('base64url');
    const fields = { email, password: PASSWORD, code: await codeOf(secret), device_key: deviceKey };
    const reply = await send(undefined, routes.staffLogin, fields);
    if (reply.status !== 200) throw new Error(`the login of ${email} was refused: ${reply.error}`);
    return { token: String(reply.data.token), key: privateKey };
  };

  const newStaff: StaffTestbed['newStaff'] = async (...roles) => {
    const email = `${randomUUID()}@staff.test`;
    const invite = makeToken();
    const { rows } = await owner.query<{ id: string }>(
      `insert into staff_account (email, name, roles) values ($1, 'Somebody', $2) returning id`,
      [email, roles],
    );
    const id = expectDefined(rows[0], 'the account').id;
    await owner.query(
      `insert into staff_invite (token_hash, staff_id, expires_at) values ($1, $2, app_now() + interval '1 day')`,
      [hashToken(invite), id],
    );
    const { data } = await send(undefined, routes.startEnrolment, { invite });
    const secret = String(data.key);
    const code = await codeOf(secret);
    const enrolled = await send(undefined, routes.enrol, { invite, password: PASSWORD, sealed: data.sealed, code });
    if (enrolled.status !== 200) throw new Error(`an enrolment was refused: ${enrolled.error}`);
    const opened = await open(email, secret);
    return { id: BigInt(id), email, secret, ...opened, tokenHash: hashToken(opened.token) };
  };

  const addPasskey: StaffTestbed['addPasskey'] = async (staff) => {
    const passkey = makeSoftPasskey({ origin: STAFF_ORIGIN });
    const started = await send(staff, routes.startStaffPasskey, { code: await codeOf(staff.secret) });
    const credential = passkey.create(String(started.data.options));
    const added = await send(staff, routes.addStaffPasskey, { credential, name: 'Key' });
    if (added.status !== 200) throw new Error(`a passkey was refused: ${added.error}`);
    return passkey;
  };

  return {
    ...testbed,
    newStaff,
    login: async ({ email, secret }) => (await open(email, secret)).token,
    send,
    sendRaw,
    addPasskey,
    codeOf,
  };
}
