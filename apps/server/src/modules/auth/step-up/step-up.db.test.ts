import { randomUUID } from 'node:crypto';
import { move, userAccount } from '@app/domain/ledger';
import { formatDecimal } from '@app/money';
import { route as defineRoute, stepUpFields } from '@app/protocol';
import { startPasskey as passkeyRoute, setPhrase as phraseRoute } from '@app/protocol/auth';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { tally, times } from '../../../../test/auth-testbed.ts';
import { type FactorTestbed, openFactorTestbed, type Person, TRADE_PASSWORD } from '../../../../test/factor-testbed.ts';
import { newKey } from '../../../../test/new-key.ts';
import { amount } from '../../../../test/testbed.ts';
import { setPhrase } from '../factor/set-phrase.ts';
import { onceProven } from './once-proven.ts';
import type { Inline } from './prove-inline.ts';
import { proveStepUp } from './prove-step-up.ts';
import { startStepUp } from './start-step-up.ts';
import { consumeProof, proveAction } from './step-up.ts';

let testbed: FactorTestbed;

beforeAll(async () => {
  testbed = await openFactorTestbed();
});
beforeEach(() => testbed.setClock('0'));

/** Action that moves money: one proof allows exactly one transfer. */
const payRoute = defineRoute({
  method: 'POST',
  path: '/test/pay',
  access: 'user',
  description: 'For tests.',
  request: z.object({ amount: z.string(), ...stepUpFields }),
  response: z.object({}),
  refusals: [],
  effect: true,
  stepUp: { policy: 'account', codePurpose: 'withdraw' },
});

const accountsOf = ({ caller }: Person) => ({
  from: userAccount(caller.userId, 'wallet', 'USDT'),
  to: userAccount(caller.userId, 'exchange', 'USDT'),
});

type Payment = {
  readonly key?: string;
  readonly amount?: string;
  readonly challenge?: bigint;
  readonly inline?: Inline;
};

/** Moves 1 USDT, as a wallet would. */
async function pay(person: Person, { key = newKey(), amount: text = '1', challenge, inline = {} }: Payment) {
  const { from, to } = accountsOf(person);
  const action = { route: payRoute, input: { amount: text, challenge }, inline, caller: person.caller, key };
  return await onceProven(testbed.deps, action, async (tx) => {
    await testbed.ledger.lock(tx, 'real', [from, to]);
    const transfer = { kind: 'wallet.change', ref: randomUUID(), mode: 'real' } as const;
    await testbed.ledger.post(tx, [{ ...transfer, entries: move(amount('1'), from, to) }]);
    return { paid: true };
  });
}

async function newPayer(): Promise<Person> {
  const person = await testbed.newPerson();
  await testbed.fund(person.caller.userId, 'wallet', 'USDT', '100');
  await testbed.ledger.open(testbed.db, 'real', Object.values(accountsOf(person)));
  return person;
}

const paidBy = async (person: Person) =>
  formatDecimal((await testbed.ledger.read(testbed.db, 'real', [accountsOf(person).to]))[0]!.available);

const challengeFor = (person: Person) => testbed.provenChallenge(person, payRoute, { amount: '1' });

describe('an action that moves money, proven once', () => {
  it('given one challenge, when it is submitted 20 times at once, then one transfer happens', async () => {
    const person = await newPayer();
    const challenge = await challengeFor(person);
    expect(await tally(times(20, () => pay(person, { challenge })))).toEqual({ ok: 1, step_up_required: 19 });
    expect(await paidBy(person)).toBe('1');
  });

  it('given one mailed code in the call, when it is sent 20 times at once, then one transfer happens', async () => {
    const person = await newPayer();
    const code = await testbed.sentCode(person.account, 'withdraw');
    const outcomes = await tally(times(20, () => pay(person, { inline: { code } })));
    expect(outcomes.ok).toBe(1);
    expect(await paidBy(person)).toBe('1');
  });

  it('given one authenticator code, when it is sent 20 times at once, then one transfer happens', async () => {
    const person = await newPayer();
    const googleCode = await testbed.shownBy(await testbed.bindApp(person));
    const outcomes = await tally(times(20, () => pay(person, { inline: { googleCode } })));
    expect(outcomes.ok).toBe(1);
    expect(await paidBy(person)).toBe('1');
    await expect(pay(person, { inline: { googleCode } })).rejects.toThrow('google_code_wrong');
  });

  it('given a key that succeeded, when it is repeated without proof or with another, then it is replayed', async () => {
    const person = await newPayer();
    const key = newKey();
    const challenge = await challengeFor(person);
    const all = await Promise.all(times(10, () => pay(person, { key, challenge })));
    expect(all).toEqual(times(10, () => ({ paid: true })));
    expect(await pay(person, { key })).toEqual({ paid: true });
    await testbed.sentCode(person.account, 'withdraw');
    expect(await pay(person, { key, inline: { code: '123456' } })).toEqual({ paid: true });
    const { rows } = await testbed.root.query(`select tries from one_time_code where account = $1`, [person.account]);
    expect(rows).toEqual([{ tries: 0 }]);
    await expect(pay(person, { key, amount: '2' })).rejects.toThrow('idempotency_key_reused');
    expect(await paidBy(person)).toBe('1');
  });

  it('given the effect is refused, when it is tried again, then the challenge still works', async () => {
    const person = await testbed.newPerson();
    await testbed.fund(person.caller.userId, 'wallet', 'USDT', '0.5');
    await testbed.ledger.open(testbed.db, 'real', Object.values(accountsOf(person)));
    const challenge = await challengeFor(person);
    await expect(pay(person, { challenge })).rejects.toThrow();
    await testbed.fund(person.caller.userId, 'wallet', 'USDT', '1');
    expect(await pay(person, { challenge })).toEqual({ paid: true });
  });
});

describe('a challenge', () => {
  const path = phraseRoute.path;
  const phrase = 'blue heron';
  const set = ({ caller }: Person, challenge: bigint, text = phrase) =>
    setPhrase(testbed.deps, caller, { input: { phrase: text, challenge }, lang: 'en' });
  const phraseOf = async ({ caller }: Person) =>
    (await testbed.root.query(`select phrase from user_account where id = $1`, [caller.userId])).rows[0].phrase;

  it('given it was proven for exactly this, when the action is sent, then it executes once', async () => {
    const person = await testbed.newPerson();
    const challenge = await testbed.proveByMail(person, path, { phrase });
    await set(person, challenge);
    expect(await phraseOf(person)).toBe(phrase);
    await expect(set(person, challenge)).rejects.toThrow('step_up_required');
  });

  it('given other fields, another action, session or user, or expiry, when it is used, then it is refused', async () => {
    const person = await testbed.newPerson();
    const challenge = await testbed.proveByMail(person, path, { phrase });
    await expect(set(person, challenge, 'red heron')).rejects.toThrow('step_up_required');
    await expect(set(await testbed.newSessionOf(person), challenge)).rejects.toThrow('step_up_required');
    await expect(set(await testbed.newPerson(), challenge)).rejects.toThrow('step_up_required');
    const other = await testbed.proveByMail(person, passkeyRoute.path, {});
    await expect(set(person, other)).rejects.toThrow('step_up_required');
    await testbed.setClock('5 minutes');
    await expect(set(person, challenge)).rejects.toThrow('step_up_required');
    expect(await phraseOf(person)).toBeNull();
  });

  it('given no or too few factors were proven for it, when it is used, then it is refused', async () => {
    const person = await testbed.newPerson();
    await testbed.giveTradePassword(person);
    const fields = JSON.stringify({ phrase });
    const { challenge, needs } = await startStepUp(testbed.deps, person.caller, { path, fields });
    expect(needs).toEqual([['code']]);
    await expect(set(person, challenge)).rejects.toThrow('step_up_required');
    const shown = await proveStepUp(testbed.deps, person.caller, { challenge, trade_password: TRADE_PASSWORD });
    expect(shown).toMatchObject({ proven: ['trade_password'], is_enough: false });
    await expect(set(person, challenge)).rejects.toThrow('step_up_required');
  });

  it('given a mailed code proved it, when an authenticator is bound before its use, then it does not suffice', async () => {
    const person = await testbed.newPerson();
    const challenge = await testbed.proveByMail(person, path, { phrase });
    await testbed.bindApp(person);
    await expect(set(person, challenge)).rejects.toThrow('step_up_required');
  });

  it('given a proof by challenge or in the call, when an authenticator is bound before its use, then it is invalid', async () => {
    const person = await testbed.newPerson();
    const challenge = await testbed.provenChallenge(person, phraseRoute, { phrase });
    const code = await testbed.sentCode(person.account, 'phrase');
    const prove = (input: { phrase: string; challenge?: bigint }) =>
      proveAction(testbed.deps, person.caller, { route: phraseRoute, input, inline: { code } });
    const proofs = [await prove({ phrase, challenge }), await prove({ phrase })];
    await testbed.bindApp(person);
    for (const proof of proofs)
      await expect(testbed.transact((tx) => consumeProof(tx, proof))).rejects.toThrow('step_up_required');
  });

  it('given another user or another session, when they use it, then it is not found', async () => {
    const person = await testbed.newPerson();
    const started = { path, fields: JSON.stringify({ phrase }) };
    const { challenge } = await startStepUp(testbed.deps, person.caller, started);
    for (const other of [await testbed.newPerson(), await testbed.newSessionOf(person)]) {
      await expect(proveStepUp(testbed.deps, other.caller, { challenge })).rejects.toThrow('not_found');
      await expect(testbed.mailedChallengeCode(other, challenge)).rejects.toThrow('not_found');
    }
  });

  it('given a code sent for one challenge, when it is used for another, then it is wrong', async () => {
    const person = await testbed.newPerson();
    const start = () => startStepUp(testbed.deps, person.caller, { path, fields: JSON.stringify({ phrase }) });
    const one = await start();
    const two = await start();
    const code = await testbed.mailedChallengeCode(person, one.challenge);
    const show = (challenge: bigint) => proveStepUp(testbed.deps, person.caller, { challenge, code });
    await expect(show(two.challenge)).rejects.toThrow('code_wrong');
    expect(await show(one.challenge)).toMatchObject({ proven: ['code'], is_enough: true });
    await expect(show(one.challenge)).rejects.toThrow('code_expired');
  });

  it.each(['/user/info', '/plus/security', '/nowhere'])(
    'given the path %s, then no challenge is created',
    async (wrong) => {
      const { caller } = await testbed.newPerson();
      await expect(startStepUp(testbed.deps, caller, { path: wrong, fields: '{}' })).rejects.toThrow('not_found');
    },
  );

  it.each(['', '[]', 'null', '{', '{"phrase":1}', '{}'])(
    'given the fields %j, then they are malformed',
    async (fields) => {
      const { caller } = await testbed.newPerson();
      await expect(startStepUp(testbed.deps, caller, { path, fields })).rejects.toThrow('malformed: fields');
    },
  );
});
