import type { Route } from '@app/protocol';
import { createGuardrails, generateSync } from 'otplib';
import { readAuthenticator } from '../src/modules/auth/factor/bind-authenticator.ts';
import { sealTradePassword } from '../src/modules/auth/factor/trade-password-hash.ts';
import { digestOf, nameOf } from '../src/modules/auth/step-up/digest.ts';
import { proveStepUp } from '../src/modules/auth/step-up/prove-step-up.ts';
import { sendStepUpCode } from '../src/modules/auth/step-up/send-step-up-code.ts';
import { startStepUp } from '../src/modules/auth/step-up/start-step-up.ts';
import { addProven, insertStepUp } from '../src/modules/auth/step-up/step-up.store.ts';
import type { Caller } from '../src/platform/http/caller.ts';
import { type AuthTestbed, openAuthTestbed } from './auth-testbed.ts';
import { plainCaller } from './plain-caller.ts';

export const TRADE_PASSWORD = '483157';

export type Person = { readonly account: string; readonly caller: Caller };

/** Users with sessions and their factors. */
export type FactorTestbed = AuthTestbed & {
  newPerson(): Promise<Person>;
  /** Opens another session of the same user. */
  newSessionOf(person: Person): Promise<Person>;
  /** Binds an app and returns its key, as if bound long ago: no step of it was used. */
  bindApp(person: Person): Promise<string>;
  /** Returns the code an app with this key shows, so many steps from now. */
  shownBy(key: string, steps?: number): Promise<string>;
  giveTradePassword(person: Person): Promise<void>;
  /** Inserts a challenge for an action directly into its table, as if proven by a mailed code. */
  provenChallenge(person: Person, route: Route, input: object): Promise<bigint>;
  /** Creates a challenge for an action and proves it with the mailed code. */
  proveByMail(person: Person, path: string, fields: object): Promise<bigint>;
  mailedChallengeCode(person: Person, challenge: bigint): Promise<string>;
};

export async function openFactorTestbed(): Promise<FactorTestbed> {
  const testbed = await openAuthTestbed();
  const { deps, root, nextId } = testbed;
  const openSession = async ({ account, id }: { account: string; id: bigint }): Promise<Person> => {
    const sessionId = nextId();
    await root.query(
      `insert into session (id, user_id, book, signed_in_at, ip, user_agent)
       values ($1, $2, 'real', app_now(), '127.0.0.1', 'test')`,
      [sessionId, id],
    );
    return { account, caller: plainCaller({ userId: id, sessionId, mode: 'real' }) };
  };
  const mailedChallengeCode: FactorTestbed['mailedChallengeCode'] = async ({ account, caller }, challenge) => {
    await sendStepUpCode(deps, caller, { challenge, channel: 'email', ip: testbed.newIp(), lang: 'en' });
    return /\b\d{6}\b/.exec((await testbed.lastMessage(account))?.body ?? '')?.[0] ?? 'none';
  };
  return {
    ...testbed,
    mailedChallengeCode,
    newPerson: async () => openSession(await testbed.newUser()),
    newSessionOf: ({ account, caller }) => openSession({ account, id: caller.userId }),
    bindApp: async ({ caller }) => {
      const { key } = await readAuthenticator(deps, caller);
      await root.query(`update authenticator set bound_at = app_now() where user_id = $1`, [caller.userId]);
      return key;
    },
    shownBy: async (key, steps = 0) => {
      const { rows } = await root.query(`select floor(extract(epoch from app_now()))::float8 as now`);
      const guardrails = createGuardrails({ MIN_SECRET_BYTES: 10 });
      return generateSync({ secret: key, epoch: rows[0].now + steps * 30, guardrails });
    },
    giveTradePassword: async ({ caller }) => {
      await root.query(`update user_account set trade_password_sealed = $1 where id = $2`, [
        await sealTradePassword(deps, caller.userId, TRADE_PASSWORD),
        caller.userId,
      ]);
    },
    provenChallenge: async ({ caller: { userId, sessionId } }, route, input) => {
      const owned = { id: nextId(), userId, sessionId };
      await testbed.transact(async (tx) => {
        await insertStepUp(tx, { ...owned, action: nameOf(route), digest: digestOf(route, input) }, 300);
        await addProven(tx, owned, ['code']);
      });
      return owned.id;
    },
    proveByMail: async (person, path, fields) => {
      const { challenge } = await startStepUp(deps, person.caller, { path, fields: JSON.stringify(fields) });
      const code = await mailedChallengeCode(person, challenge);
      await proveStepUp(deps, person.caller, { challenge, code });
      return challenge;
    },
  };
}
