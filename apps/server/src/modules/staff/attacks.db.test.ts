import { createHash, randomBytes } from 'node:crypto';
import { CHANGE_KINDS, passkeyText, STAFF_ROLES, signedText } from '@app/domain/staff';
import { addStaffSession } from '@app/testkit';
import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { type KycTestbed, openKycTestbed } from '../../../test/kyc-testbed.ts';
import { addReviewedPayout } from '../../../test/payout-rows.ts';
import { makeSoftPasskey, type SoftPasskey } from '../../../test/soft-passkey.ts';
import { addChain, addClaim, addReviewed, addSender } from '../../../test/withdrawal-rows.ts';

/**
 * An attacker with the password of role admin and live sessions, against every kind of change. Each attempt runs in a
 * transaction that is rolled back.
 */
let testbed: KycTestbed;
let admin: pg.Client;

beforeAll(async () => {
  testbed = await openKycTestbed();
  admin = await testbed.bare('admin');
  await addChain(testbed.root);
  await addSender(testbed.root);
});

const sqlOf = (bytes: Buffer) => `'\\x${bytes.toString('hex')}'::bytea`;
const sessionOf = async (id: bigint, roles: readonly string[]) => sqlOf(await addStaffSession(testbed.root, id, roles));

/** Runs statements as role admin and undoes them; returns the error of the first that fails, or `done`. */
async function attempt(...statements: readonly string[]): Promise<string> {
  await admin.query('begin');
  try {
    for (const statement of statements) await admin.query(statement);
    return 'done';
  } catch (error) {
    return String((error as { code?: string }).code); // Of PostgreSQL.
  } finally {
    await admin.query('rollback');
  }
}

async function payoutText(intent: string): Promise<object> {
  const id = await addReviewedPayout(testbed, await testbed.newId());
  const { rows } = await testbed.root.query(`select ${intent} as text from payout p where id = $1`, [id]);
  return JSON.parse(rows[0].text);
}

/** A payload of each kind that takes effect. A kind without one fails the test. */
const PAYLOADS: Readonly<Record<string, () => Promise<object>>> = {
  'setting.version': async () => ({ key: 'staff.session_seconds', value: 3_600, version: 1 }),
  'staff.create': async () => ({ email: 'mallory@staff.test', name: 'Mallory', roles: ['security'] }),
  'staff.roles': async () => ({ roles: ['security'], staff_id: '1000' }),
  'staff.enable': async () => ({ staff_id: '1000' }),
  'kyc.override': async () => {
    const { id } = await testbed.submit(await testbed.newId());
    await testbed.review(id, { outcome: 'rejected', reasons: ['front_glare'] });
    return { case_id: `${id}` };
  },
  'withdrawal.approve': async () => {
    const id = await addReviewed(testbed, await testbed.newId());
    const { rows } = await testbed.root.query('select withdrawal_intent(w) as text from withdrawal w where id = $1', [
      id,
    ]);
    return JSON.parse(rows[0].text);
  },
  'deposit.approve': async () => {
    const userId = await testbed.newId();
    const id = await addClaim(testbed, userId);
    return { amount: '7', chain: 'ERC20', claim_id: `${id}`, currency: 'USDT', user_id: `${userId}` };
  },
  'chain.resume': async () => {
    await testbed.root.query(`update chain_wallet set halted = 'coins are missing'`);
    return { chain: 'ERC20', halted: 'coins are missing' };
  },
  'payout.approve': async () => await payoutText('payout_intent(p)'),
  'payout.paid': async () => await payoutText(`payout_paid_intent(p, 'FT-1')`),
  'payout.refuse_approved': async () => await payoutText('payout_refusal_intent(p)'),
  'user.second_factor': async () => ({ user_id: `${await testbed.newId()}` }),
  'user.unfreeze': async () => {
    const id = await testbed.newId();
    await testbed.root.query('update user_account set frozen_at = app_now() where id = $1', [id]);
    return { user_id: `${id}` };
  },
};

/** The change that the transaction made last. */
const CHANGE = '(select max(id) from staff_change)';
const propose = (by: string, kind: string, body: string, lifetime = '1 hour') =>
  `select staff_propose(${by}, '${kind}', '${body}', 'why', interval '${lifetime}')`;
const edit = (by: string, body: string) => `select staff_edit(${by}, ${CHANGE}, '${body}', 'why')`;
const sign = (by: string, body: string) =>
  `select staff_sign(${by}, ${CHANGE}, sha256('${body}'::bytea), null, null, 'why')`;
const execute = (by: string) => `select staff_execute(${by}, ${CHANGE})`;

type People = Readonly<Record<'maker' | 'again' | 'editor' | 'checker' | 'outsider' | 'security', string>>;

async function peopleFor({ maker_roles: makers, checker_roles: checkers }: Kind, place: number): Promise<People> {
  const id = 2_000n + BigInt(place) * 10n;
  const others = STAFF_ROLES.filter((role) => !makers.includes(role) && !checkers.includes(role));
  const again = randomBytes(32);
  const maker = await sessionOf(id, [...makers, ...checkers]);
  await testbed.root.query(
    `insert into staff_session (staff_id, token_hash, device_key, factor, user_agent, ends_at, idle_seconds)
     values ($1, $2, '', 'passkey', 'another device', app_now() + interval '1 day', 3600)`,
    [id, again],
  );
  return {
    maker,
    again: sqlOf(again),
    editor: await sessionOf(id + 1n, [...makers, ...checkers]),
    checker: await sessionOf(id + 2n, checkers),
    outsider: await sessionOf(id + 3n, others),
    security: await sessionOf(id + 4n, ['security']),
  };
}

type Kind = { readonly kind: string; readonly maker_roles: string[]; readonly checker_roles: string[] };

const readKinds = async (): Promise<Kind[]> =>
  (await testbed.root.query<Kind>('select kind, maker_roles, checker_roles from staff_change_kind order by kind')).rows;

const idOf = (session: string) => `(select (staff_acting(${session})).id)`;

const AFTER_EXECUTION = new Set(['executed twice', 'edited after its execution']);

/** Every way around the second person, what is done, and how the database refuses it. */
function attacksOn(kind: string, body: string, { maker, again, editor, checker, outsider, security }: People) {
  const other = `${body} `; // Other bytes with the same effect.
  const start = propose(maker, kind, body);
  const bySecond = [start, sign(maker, body), sign(checker, body)];
  const forged = (staff: string, role: string) =>
    `insert into staff_signature (change_id, staff_id, payload_hash, role)
     values (${CHANGE}, ${idOf(staff)}, sha256('${body}'::bytea), '${role}')`;
  return {
    'no session': [['select 1', propose(`'\\x00'::bytea`, kind, body)], 'ST001'],
    'proposed by someone without its role': [[propose(outsider, kind, body)], 'ST002'],
    'signed by nobody': [[start, execute(maker)], 'ST007'],
    'signed by nobody, executed by a checker': [[start, execute(checker)], 'ST007'],
    'signed by its maker alone': [[start, sign(maker, body), execute(maker)], 'ST007'],
    'signed by its checker alone': [[start, sign(checker, body), execute(checker)], 'ST007'],
    'signed by its maker twice': [[start, sign(maker, body), sign(maker, body)], '23505'],
    'checked by its maker in a second session': [[start, sign(maker, body), sign(again, body)], '23505'],
    'checked by its editor': [
      [start, edit(editor, other), sign(maker, other), sign(editor, other), execute(editor)],
      'ST007',
    ],
    'checked, then edited by its checker': [
      [start, sign(maker, body), sign(editor, body), edit(editor, other), sign(maker, other), execute(maker)],
      'ST007',
    ],
    'edited after the first signature': [
      [start, sign(maker, body), edit(editor, other), sign(checker, other), execute(checker)],
      'ST007',
    ],
    'edited and edited back under another reason': [[...bySecond, edit(maker, other), edit(maker, body)], 'ST008'],
    'edited after both signatures': [[...bySecond, edit(maker, other), execute(checker)], 'ST007'],
    'another payload signed': [[start, sign(checker, other)], 'ST004'],
    'checked by someone without its role': [[start, sign(outsider, body)], 'ST002'],
    'checked by a disabled account': [
      [start, `select staff_disable(${security}, ${idOf(checker)}, 'why')`, sign(checker, body)],
      'ST001',
    ],
    'executed after its checker was disabled': [
      [...bySecond, `select staff_disable(${security}, ${idOf(checker)}, 'why')`, execute(maker)],
      'ST007',
    ],
    'executed by someone who did not sign': [[...bySecond, execute(editor)], 'ST005'],
    'executed without a session': [[...bySecond, execute(`'\\x00'::bytea`)], 'ST001'],
    'executed twice': [[...bySecond, execute(checker), execute(checker)], 'ST003'],
    'executed after a withdrawal': [
      [...bySecond, `select staff_refuse(${maker}, ${CHANGE}, 'why')`, execute(maker)],
      'ST003',
    ],
    'signed after a refusal': [
      [start, `select staff_refuse(${checker}, ${CHANGE}, 'why')`, sign(checker, body)],
      'ST003',
    ],
    'edited after its execution': [[...bySecond, execute(checker), edit(maker, other)], 'ST003'],
    'signed after its end': [[propose(maker, kind, body, '-1 second'), sign(maker, body)], 'ST003'],
    'executed after its end': [[propose(maker, kind, body, '-1 second'), execute(maker)], 'ST003'],
    'alive for longer than a week': [[propose(maker, kind, body, '8 days')], 'ST003'],
    'a signature row of the checker': [[start, sign(maker, body), forged(checker, 'checker')], '42501'],
    'a signature row of the maker as checker': [[start, forged(maker, 'checker')], '42501'],
    'a signature copied from another change': [
      [...bySecond, start, `insert into staff_signature select * from staff_signature`],
      '42501',
    ],
    'a signature moved to this change': [[...bySecond, `update staff_signature set role = 'checker'`], '42501'],
    'a change written as executed': [
      [
        `insert into staff_change (kind, subject, payload, reason, made_by, expires_at, state, decided_at)
         values ('${kind}', 'x', '${body}', 'x', ${idOf(maker)}, now(), 'executed', now())`,
      ],
      '42501',
    ],
    'its payload changed by hand': [[...bySecond, `update staff_change set payload = '${other}'`], '42501'],
    'its state set by hand': [[start, `update staff_change set state = 'executed', decided_at = now()`], '42501'],
    'its end moved': [[start, `update staff_change set expires_at = 'infinity'`], '42501'],
    'its maker forgotten': [[start, 'delete from staff_change_edit'], '42501'],
    'its signatures deleted': [[...bySecond, 'delete from staff_signature'], '42501'],
    'its kind opened to everybody': [[`update staff_change_kind set checker_roles = maker_roles`], '42501'],
    'roles given by hand': [[`update staff_account set roles = '{security,operator}'`], '42501'],
    'an account written by hand': [
      [`insert into staff_account (email, name, roles) values ('x@y', 'X', '{security}')`],
      '42501',
    ],
    'its function called alone': [
      [start, `select change_${kind.replace('.', '_')}(c) from staff_change c where c.id = ${CHANGE}`],
      '42501',
    ],
    'the clock replaced': [
      [`create or replace function app_now() returns timestamptz language sql as 'select now()'`],
      '42501',
    ],
    'a function put before those of the owner': [
      [`create function public.staff_signed(text) returns boolean language sql as 'select true'`],
      '42501',
    ],
    'the triggers switched off': [[`set session_replication_role = replica`], '42501'],
    'another role taken': [[`set role migrate`], '42501'],
  } as const satisfies Record<string, readonly [readonly string[], string]>;
}

describe('every kind of change', () => {
  it('has a payload here and its roles in the domain', async () => {
    const kinds = (await readKinds()).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual([...CHANGE_KINDS].toSorted());
    expect(Object.keys(PAYLOADS).toSorted()).toEqual(kinds.toSorted());
  });

  it('given two people, then it is executed; given any way around the second, then the database refuses', async () => {
    await sessionOf(1_000n, ['support']);
    const found: Record<string, unknown> = {};
    const expected: Record<string, unknown> = {};
    for (const [place, row] of (await readKinds()).entries()) {
      const body = JSON.stringify(await PAYLOADS[row.kind]?.());
      const people = await peopleFor(row, place);
      const { maker, checker } = people;
      found[`${row.kind}: by two`] = await attempt(
        propose(maker, row.kind, body),
        sign(maker, body),
        sign(checker, body),
        execute(checker),
      );
      // What custody acts on is signed by passkeys, which these sessions do not have: they are never executed.
      const needsPasskeys = /^(?:withdrawal|payout|deposit)\./.test(row.kind);
      expected[`${row.kind}: by two`] = needsPasskeys ? 'ST006' : 'done';
      for (const [name, [statements, code]] of Object.entries(attacksOn(row.kind, body, people))) {
        found[`${row.kind}: ${name}`] = await attempt(...statements);
        expected[`${row.kind}: ${name}`] = needsPasskeys && AFTER_EXECUTION.has(name) ? 'ST006' : code;
      }
    }
    expect(found).toEqual(expected);
    process.stdout.write(`${Object.keys(found).length} attempts on ${(await readKinds()).length} kinds\n`);
  });

  it('given ten who execute it at once, then it takes effect once', async () => {
    const body = JSON.stringify({ email: 'once@staff.test', name: 'Once', roles: ['support'] });
    const maker = await sessionOf(900n, ['security']);
    const checker = await sessionOf(901n, ['security']);
    for (const statement of [propose(maker, 'staff.create', body), sign(maker, body), sign(checker, body)])
      await admin.query(statement);
    const clients = await Promise.all(Array.from({ length: 10 }, () => testbed.bare('admin')));
    const done = await Promise.allSettled(clients.map((client) => client.query(execute(checker))));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('given a checker who lost the role after signing, then it is not executed', async () => {
    const body = JSON.stringify({ email: 'late@staff.test', name: 'Late', roles: ['support'] });
    const maker = await sessionOf(902n, ['security']);
    const checker = await sessionOf(903n, ['security']);
    for (const statement of [propose(maker, 'staff.create', body), sign(maker, body), sign(checker, body)])
      await admin.query(statement);
    await testbed.root.query(`update staff_account set roles = '{support}' where id = 903`);
    expect(await attempt(execute(maker))).toBe('ST007');
  });
});

describe('an account with a passkey', () => {
  const BODY = JSON.stringify({ email: 'key@staff.test', name: 'Key', roles: ['support'] });
  const HASH = createHash('sha256').update(BODY).digest('hex');
  const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url');

  type Keyed = { readonly session: string; readonly passkey: SoftPasskey; readonly id: string };
  let maker: Keyed;
  let checker: Keyed;

  const newPasskey = () => {
    const passkey = makeSoftPasskey({ origin: 'http://localhost:4203' });
    const made = JSON.parse(passkey.create(JSON.stringify({ challenge: 'x', user: { id: 'x' } })));
    const key = Buffer.from(made.response.attestationObject, 'base64url').subarray(-77);
    return { passkey, key };
  };
  const add = (session: string, { passkey, key }: ReturnType<typeof newPasskey>, by = 'null', proof = 'null') =>
    `select staff_add_passkey(${session}, '${passkey.id}', ${sqlOf(key)}, 0, 'Key', ${by}, ${proof}) as id`;
  const enrol = async (staffId: bigint): Promise<Keyed> => {
    const session = await sessionOf(staffId, ['security']);
    const made = newPasskey();
    const { rows } = await admin.query<{ id: string }>(add(session, made));
    return { session, passkey: made.passkey, id: rows[0]?.id ?? '' };
  };
  const answer = ({ passkey }: Keyed, text: string, tampering = {}) =>
    `'${passkey.get(JSON.stringify({ challenge: challengeOf(text) }), tampering)}'`;
  const signWith = (session: string, change: string, passkeyId: string, assertion: string) =>
    `select staff_sign(${session}, ${change}, '\\x${HASH}', ${passkeyId}, ${assertion}, 'why')`;
  const proposeKeyed = async () => {
    const { rows } = await admin.query<{ id: string }>(`${propose(maker.session, 'staff.create', BODY)} as id`);
    return rows[0]?.id ?? '';
  };

  beforeAll(async () => {
    maker = await enrol(910n);
    checker = await enrol(911n);
  });

  it('given its own signature, then it counts; any other is refused by the database', async () => {
    const change = await proposeKeyed();
    const another = await proposeKeyed();
    const text = signedText(BigInt(change), HASH);
    const right = answer(checker, text);
    const { session, id } = checker;
    const broken = (from: string, to: string) => right.replace(from, to);
    const signature = /"signature":"(.{20})/.exec(right)?.[1] ?? '';
    const attempts: Record<string, string> = {
      right: signWith(session, change, id, right),
      'without a passkey': signWith(session, change, 'null', 'null'),
      'any text': signWith(session, change, id, `'{}'`),
      'no JSON': signWith(session, change, id, `'signed'`),
      'of another change': signWith(session, change, id, answer(checker, signedText(BigInt(another), HASH))),
      'of another payload': signWith(
        session,
        change,
        id,
        answer(checker, signedText(BigInt(change), HASH.replace(/./, 'g'))),
      ),
      'by the passkey of another person': signWith(session, change, maker.id, answer(maker, text)),
      'by another key under its id': signWith(
        session,
        change,
        id,
        answer(maker, text).replaceAll(maker.passkey.id, checker.passkey.id),
      ),
      'without face, finger or PIN': signWith(session, change, id, answer(checker, text, { isUnverified: true })),
      'another signature': signWith(session, change, id, broken(signature, `${signature.slice(0, 12)}AAAAAAAA`)),
      'a signature of nothing': signWith(
        session,
        change,
        id,
        right.replace(/"signature":"[^"]*"/, '"signature":"MAYCAQACAQA"'),
      ),
      'an absent passkey': signWith(session, change, '999999', right),
    };
    const found: Record<string, string> = {};
    for (const [name, statement] of Object.entries(attempts)) found[name] = await attempt(statement);
    const refused = Object.fromEntries(Object.keys(attempts).map((name) => [name, 'ST006']));
    expect(found).toEqual({ ...refused, right: 'done' });
  });

  it('given a session that was opened by SQL, then it adds no passkey, removes none and signs nothing', async () => {
    const stolen = randomBytes(32);
    await admin.query(
      `insert into staff_session (staff_id, token_hash, device_key, factor, user_agent, ends_at, idle_seconds)
       values (911, ${sqlOf(stolen)}, '', 'passkey', 'SQL', app_now() + interval '1 hour', 3600)`,
    );
    const session = sqlOf(stolen);
    const own = newPasskey();
    const proof = `'${own.passkey.get(JSON.stringify({ challenge: 'x' }))}'`;
    expect(await attempt(add(session, own))).toBe('ST006');
    expect(await attempt(add(session, own, checker.id, proof))).toBe('ST006');
    expect(await attempt(signWith(session, await proposeKeyed(), 'null', 'null'))).toBe('ST006');
    for (const statement of [
      `insert into staff_passkey (staff_id, credential_id, public_key, counter, name) values (911, 'x', '', 0, 'x')`,
      'update staff_passkey set removed_at = now()',
      `update staff_passkey set public_key = ''`,
      'update staff_passkey set staff_id = 1',
      'delete from staff_passkey',
    ])
      expect([statement, await attempt(statement)]).toEqual([statement, '42501']);
  });

  it('given a further passkey, then the one it has proves it; a key of another kind is none', async () => {
    const next = newPasskey();
    const text = passkeyText(911n, createHash('sha256').update(next.key).digest('hex'));
    expect(await attempt(add(checker.session, next, checker.id, answer(checker, text)))).toBe('done');
    expect(await attempt(add(checker.session, newPasskey(), checker.id, answer(checker, text)))).toBe('ST006');
    expect(await attempt(add(checker.session, next, maker.id, answer(maker, text)))).toBe('ST006');
    const wrong = { ...next, key: Buffer.alloc(77) };
    expect(await attempt(add(await sessionOf(912n, ['support']), wrong))).toBe('22023');
  });
});

describe('the trail', () => {
  it('given role admin, then it notes no decision by hand', async () => {
    const session = await sessionOf(920n, ['security']);
    for (const action of ['change.executed', 'switch.off', 'staff.created', 'document.viewed', 'case.approved'])
      expect([action, await attempt(`select trail_note(${session}, '${action}', 'x', 'x', '{}')`)]).toEqual([
        action,
        'ST002',
      ]);
    expect(await attempt(`select trail_note(${session}, 'session.started', 'x', 'x', '{}')`)).toBe('done');
  });

  it.each([
    ['trail', `reason = 'x'`],
    ['trail_link', `hash = ''`],
    ['trail_seal', `hash = ''`],
    ['trail_check', `faults = '{}'`],
  ])('%s is changed by no role that serves', async (table, value) => {
    for (const role of ['admin', 'app', 'worker', 'feed', 'gateway', 'engine', 'custody', 'audit'] as const)
      for (const statement of [`delete from ${table}`, `truncate ${table}`, `update ${table} set ${value}`])
        expect([role, statement, await testbed.attempt(role, statement)]).toEqual([role, statement, '42501']);
  });
});

describe('a kill switch', () => {
  it('given twenty stops at once, then none is refused', async () => {
    const session = await sessionOf(930n, ['risk']);
    const clients = await Promise.all(Array.from({ length: 20 }, () => testbed.bare('admin')));
    const stops = clients.map((client) =>
      client.query(`select staff_switch_off(${session}, 'switch.service', 'stop')`),
    );
    const done = await Promise.allSettled(stops);
    expect(done.filter(({ status }) => status === 'rejected')).toEqual([]);
  });
});
