import { expectDefined } from '@app/base';
import type pg from 'pg';
import { createFindCaller } from '../src/modules/auth/session/find-caller.ts';
import { createFindEndedSessions, createFindSessions } from '../src/modules/auth/session/find-sessions.ts';
import { type Started, startSession } from '../src/modules/auth/session/start-session.ts';
import { createSettings, type Settings } from '../src/modules/reference/index.ts';
import type { Bus } from '../src/platform/bus/bus.ts';
import type { Caller, FindCaller, FindEndedSessions, FindSessions } from '../src/platform/http/caller.ts';
import { openTestBus } from './bus-testbed.ts';
import { openTestbed, type Testbed } from './testbed.ts';

/** Users, their sessions and a clock the tests can move; no password is ever hashed. */
export type SessionTestbed = Testbed & {
  readonly root: pg.Client;
  readonly bus: Bus;
  readonly settings: Settings;
  /** Lookups: as a request does, which keeps the session awake, and as a gateway does, which does not. */
  readonly findCaller: FindCaller;
  readonly lookUp: FindCaller;
  readonly findSessions: FindSessions;
  readonly findEndedSessions: FindEndedSessions;
  /** Moves business time in this database only. */
  setClock(ahead: string): Promise<unknown>;
  newUser(): Promise<bigint>;
  logIn(userId: bigint, deviceKey?: string): Promise<Started>;
  /** Opens a session of this user; returns its token and caller. */
  open(userId: bigint): Promise<{ token: string; caller: Caller }>;
};

export async function openSessionTestbed(): Promise<SessionTestbed> {
  const testbed = await openTestbed('app');
  const root = await testbed.bare('postgres');
  const bus = await openTestBus();
  const { db, transact, nextId } = testbed;
  const settings = createSettings(db);
  const gateway = testbed.as('gateway', 20).db;
  const reading = { db: gateway, settings: createSettings(gateway) };
  const lookUp = createFindCaller(reading, { keepsAwake: false });
  const logIn: SessionTestbed['logIn'] = (userId, deviceKey) =>
    transact((tx) =>
      startSession(tx, { nextId }, { userId, mode: 'real', ip: '10.0.0.1', userAgent: 'test', deviceKey }),
    );
  return {
    ...testbed,
    root,
    bus,
    settings,
    lookUp,
    logIn,
    findCaller: createFindCaller({ db, settings }, { keepsAwake: true }),
    findSessions: createFindSessions(reading),
    findEndedSessions: createFindEndedSessions(reading),
    setClock: (ahead) =>
      root.query(`create or replace function app_now() returns timestamptz language sql volatile as
        $$ select clock_timestamp() + interval '${ahead}' $$`),
    newUser: () => insertUser(root, nextId()),
    open: async (userId) => {
      const { token } = await logIn(userId);
      return { token, caller: expectDefined(await lookUp(token), 'the session that was just opened').caller };
    },
  };
}

async function insertUser(root: pg.Client, id: bigint): Promise<bigint> {
  await root.query(
    `insert into user_account (id, email, password_hash, nickname, invite_code, risk_text_version)
     values ($1, $2, '$argon2id$test', 'Test', $3, 1)`,
    [id, `${id}@example.com`, `T${id}`],
  );
  return id;
}
