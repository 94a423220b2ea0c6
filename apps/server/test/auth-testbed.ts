import type { CodePurpose } from '@app/protocol';
import { generateSync } from 'otplib';
import type pg from 'pg';
import { inject } from 'vitest';
import { login } from '../src/modules/auth/account/login.ts';
import { register } from '../src/modules/auth/account/register.ts';
import { sendCode } from '../src/modules/auth/code/send-code.ts';
import type { AuthDeps } from '../src/modules/auth/index.ts';
import { createSettings, type Settings } from '../src/modules/reference/index.ts';
import { openCache } from '../src/platform/bus/cache.ts';
import type { Caller } from '../src/platform/http/caller.ts';
import { openTestBus } from './bus-testbed.ts';
import { cheapPasswords } from './cheap-passwords.ts';
import { plainCaller } from './plain-caller.ts';
import { atTheEnd, openTestbed, PUBLIC_URL, silent, type Testbed, testKeys } from './testbed.ts';

export const PASSWORD = 'correct horse';
/** Hash of `PASSWORD`, at the production cost. */
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$QSA4z6FfLBOhfixngjYvUQ$fd9nlsfRQ3bBCkAxjSLM4URk21/z4ryUTDMy/VVi6h0';
/** Hash of `PASSWORD` at `CHEAP_COST`: comparing costs what the stored hash specifies. */
const CHEAP_HASH = '$argon2id$v=19$m=64,t=1,p=1$xzwFNQQGVeTnRlRS2VB3/w$FLRLXBEovBqBy/B2DJKzgbq22gpqymza8fJliihLcV4';

type Enrolment = Partial<Parameters<typeof register>[1]>;
type Person = { readonly account: string; readonly id: bigint };

/** The module behind its routes, on its own database: use cases are called as routes call them. */
export type AuthTestbed = Testbed & {
  readonly deps: AuthDeps;
  readonly root: pg.Client;
  /** Returns an address that has sent no request yet. */
  newIp(): string;
  newAccount(): string;
  newNumber(): string;
  /** Inserts a user directly into the table, with `PASSWORD`; with an e-mail address, or with a phone number only. */
  newUser(how?: { mobile: string }): Promise<Person>;
  /** Moves the business time of the whole database. */
  setClock(ahead: string): Promise<unknown>;
  /** Requests a code and reads it from the queue, as only the worker may. */
  sentCode(account: string, purpose?: CodePurpose, by?: AuthDeps): Promise<string>;
  /** Returns the request that the last password-reset code of an account belongs to. */
  requestOf(account: string): string | undefined;
  /** Returns the last message queued for an address or number. */
  lastMessage(recipient: string): Promise<{ channel: string; subject: string; body: string } | undefined>;
  enrol(account: string, code: string, more?: Enrolment, by?: AuthDeps): Promise<{ user_id: bigint }>;
  signIn(account: string, more?: Partial<Parameters<typeof login>[1]>, by?: AuthDeps): ReturnType<typeof login>;
  /**
   * Binds an authenticator directly in the table; returns a function for the code it shows now, or so many steps from
   * now.
   */
  bindAuthenticator(userId: bigint): Promise<(steps?: number) => string>;
  /** Inserts a live session of a user directly into the table. */
  openSession(userId: bigint): Promise<Caller>;
  /** Counts a user's live sessions. */
  countSessions(userId: bigint): Promise<number>;
  /** Returns the same module with one changed ⚙ value. */
  withSetting(key: string, value: unknown): AuthDeps;
};

let people = 0;

export async function openAuthTestbed(): Promise<AuthTestbed> {
  const testbed = await openTestbed('app');
  const root = await testbed.bare('postgres');
  const deps = await openDeps(testbed);
  const requests = new Map<string, string>();
  const newIp = () => `10.${(++people >> 16) & 255}.${(people >> 8) & 255}.${people & 255}`;
  const lastMessage: AuthTestbed['lastMessage'] = async (recipient) =>
    (await root.query(`select * from message_job where recipient = $1 order by id desc limit 1`, [recipient])).rows[0];
  return {
    ...testbed,
    deps,
    root,
    newIp,
    lastMessage,
    newAccount: () => `person${++people}@example.com`,
    newNumber: () => `4915${String(++people).padStart(9, '0')}`,
    newUser: (how) => insertPerson(testbed, root, how),
    setClock: (ahead) =>
      root.query(`create or replace function app_now() returns timestamptz language sql volatile as
        $$ select clock_timestamp() + interval '${ahead}' $$`),
    sentCode: async (account, purpose = 'register', by = deps) => {
      const channel = account.includes('@') ? 'email' : 'mobile';
      const { request } = await sendCode(by, { to: account, channel, purpose, ip: newIp(), lang: 'en' });
      if (request !== undefined) requests.set(account, request);
      return /\b\d{6}\b/.exec((await lastMessage(account))?.body ?? '')?.[0] ?? 'none';
    },
    requestOf: (account) => requests.get(account),
    enrol: (account, code, more = {}, by = deps) =>
      register(by, {
        account,
        channel: account.includes('@') ? 'email' : 'mobile',
        code,
        password: PASSWORD,
        again: PASSWORD,
        hasAgreed: true,
        ip: newIp(),
        inviteCode: undefined,
        country: 'DE',
        ...more,
      }),
    signIn: (account, more = {}, by = deps) =>
      login(by, {
        account,
        channel: account.includes('@') ? 'email' : 'mobile',
        password: PASSWORD,
        ip: newIp(),
        userAgent: 'test',
        ...more,
      }),
    bindAuthenticator: (userId) => bindKey(root, userId),
    openSession: async (userId) => {
      const sessionId = testbed.nextId();
      await root.query(
        `insert into session (id, user_id, book, signed_in_at, ip, user_agent)
         values ($1, $2, 'real', now(), '10.0.0.1', 'test')`,
        [sessionId, userId],
      );
      return plainCaller({ userId, sessionId, mode: 'real' });
    },
    countSessions: async (userId) =>
      (await root.query(`select from session where user_id = $1 and ended_at is null`, [userId])).rows.length,
    withSetting: (key, value) => {
      const read: Settings['read'] = async (it) =>
        it.key === key ? { value: value as typeof it.initial, version: 1 } : await deps.settings.read(it);
      return { ...deps, settings: { read } };
    },
  };
}

async function openDeps({ db, transact, nextId, ledger, media }: Testbed): Promise<AuthDeps> {
  const bus = await openTestBus();
  const cache = openCache(inject('services').redis, silent);
  atTheEnd(() => cache.disconnect());
  const settings = createSettings(db);
  return {
    db,
    transact,
    nextId,
    ledger,
    media,
    bus,
    cache,
    log: silent,
    settings,
    keys: testKeys,
    publicUrl: PUBLIC_URL,
    passwords: cheapPasswords,
  };
}

async function insertPerson({ nextId }: Testbed, root: pg.Client, how?: { mobile: string }): Promise<Person> {
  const id = nextId();
  const mobile = how?.mobile ?? null;
  const email = mobile === null ? `person${++people}@example.com` : null;
  await root.query(
    `insert into user_account (id, email, mobile, password_hash, nickname, invite_code, risk_text_version)
     values ($1, $2, $3, $4, 'Test', $5, 1)`,
    [id, email, mobile, CHEAP_HASH, `P${id}`],
  );
  return { id, account: email ?? mobile ?? '' };
}

const AUTHENTICATOR_KEY = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const STEP_SECONDS = 30;

async function bindKey(root: pg.Client, userId: bigint): Promise<(steps?: number) => string> {
  const { keyId, sealed } = testKeys.seal('authenticator', Buffer.from(AUTHENTICATOR_KEY), `user:${userId}`);
  await root.query(`insert into authenticator (user_id, key_id, sealed, bound_at) values ($1, $2, $3, now())`, [
    userId,
    keyId,
    sealed,
  ]);
  return (steps = 0) =>
    generateSync({ secret: AUTHENTICATOR_KEY, epoch: Math.floor(Date.now() / 1_000) + steps * STEP_SECONDS });
}

export const wrongCode = (code: string): string => (code === '000000' ? '000001' : '000000');

/** Counts the outcomes: `ok`, or the refusal's code. */
export async function tally(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.allSettled(calls)) {
    const name = outcome.status === 'fulfilled' ? 'ok' : String(outcome.reason.message);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, index) => make(index));
