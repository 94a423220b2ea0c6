import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPayoutTestbed, type PayoutTestbed } from '../../../test/payout-testbed.ts';
import type { StaffSigner } from '../../../test/withdrawal-desk.ts';

let testbed: PayoutTestbed;
let signers: readonly [StaffSigner, StaffSigner];

beforeAll(async () => {
  testbed = await openPayoutTestbed();
  signers = [await testbed.newSigner('finance'), await testbed.newSigner('risk')];
});

const ask = async () => {
  const owner = await testbed.newHolder();
  return { owner, id: (await testbed.askPayout(owner, '1000')).id };
};
const saidPaid = async () => {
  const made = await ask();
  await testbed.approvePayout(made.id, signers);
  await testbed.sayPaid(made.id, signers);
  return made;
};

/** Runs a statement as a role and undoes it; returns the error, or `done`. */
async function attempt(client: pg.Client, statement: string): Promise<string> {
  await client.query('begin');
  try {
    await client.query(statement);
    return 'done';
  } catch (error) {
    return String((error as { code?: string }).code);
  } finally {
    await client.query('rollback');
  }
}

const REFUSED = /^(?:42501|25006|PO00\d)$/;

describe('the steps of a payout', () => {
  it('are made by the named roles only, and by nobody without its signatures and its money', async () => {
    const inReview = (await ask()).id;
    const approved = (await ask()).id;
    await testbed.approvePayout(approved, signers);
    const said = (await saidPaid()).id;
    const refused = (await ask()).id;
    await testbed.refusePayout(refused, signers[1]);
    const targets = ['review', 'approved', 'paid', 'refused', 'returned'];
    let tried = 0;
    for (const role of [
      'app',
      'admin',
      'worker',
      'engine',
      'gateway',
      'feed',
      'custody',
      'audit',
      'migrate',
    ] as const) {
      const client = await testbed.bare(role);
      for (const id of [inReview, approved, said, refused])
        for (const state of targets)
          for (const because of ['null', `'by_user'`, `'by_staff'`, `'not_paid'`]) {
            const set = role === 'custody' ? `state = '${state}'` : `state = '${state}', refused_because = ${because}`;
            const answer = await attempt(client, `update payout set ${set} where id = ${id}`);
            const isCancelled = role === 'app' && id === inReview && state === 'refused' && because !== 'null';
            // A cancelling by the app is right; “not paid” needs its change.
            if (isCancelled) expect(answer).toBe(because === `'not_paid'` ? '23514' : 'done');
            else
              expect([role, id, state, because, answer]).toEqual([
                role,
                id,
                state,
                because,
                expect.stringMatching(/^(?:42501|25006|PO00\d|23514)$/),
              ]);
            tried++;
          }
    }
    process.stdout.write(`${tried} steps tried\n`);
  });

  it('leave what it is as it is, whoever tries', async () => {
    const { id } = await ask();
    for (const role of ['app', 'admin', 'custody', 'worker', 'migrate'] as const) {
      const client = await testbed.bare(role);
      for (const change of [
        'amount = 2000',
        'fee = 0',
        'usd = 1',
        'rate = 1.1',
        'user_id = 1',
        `account = '9999'`,
        `card_hash = '${'0'.repeat(64)}'`,
        `sealed = 'x'`,
        `holder = 'x'`,
        'worth_btc = 0',
        'created_at = now()',
        'change = 1',
        `paid_change = 1, bank_reference = 'FT-1'`,
        'refusal_change = 1',
      ])
        expect([role, change, await attempt(client, `update payout set ${change} where id = ${id}`)]).toEqual([
          role,
          change,
          expect.stringMatching(/^(?:42501|PO00\d|23503|23514)$/),
        ]);
      expect(await attempt(client, `delete from payout where id = ${id}`)).toMatch(REFUSED);
      expect(await attempt(client, 'truncate payout cascade')).not.toBe('done');
    }
  });

  it('begin in review with their hold, or not at all', async () => {
    const { owner } = await ask();
    const app = await testbed.bare('app');
    const insert = (state: string) =>
      `insert into payout (id, user_id, amount, fee, rate, usd, holder, bank_name, account, card_hash, key_id, sealed, worth_btc, worth_usdt, state)
       values (${testbed.nextId()}, ${owner.caller.userId}, 200, 25, 1, 175, 'M', 'B', '0123', '${'a'.repeat(64)}', 'k', 'x', 0, 200, '${state}')`;
    expect(await attempt(app, insert('review'))).toBe('PO003');
    expect(await attempt(app, insert('approved'))).toMatch(/^(?:PO001|23514)$/);
  });
});

describe('a payout that somebody with all rights changes', () => {
  it('given any field, when it is changed, then nothing is booked; and as it was, it is', async () => {
    const other = await saidPaid();
    const round = await testbed.openSettler();
    await round();
    const [foreign] = await testbed.rowsOf('select * from payout where id = $1', other.id);
    const { id: target } = await saidPaid();
    const [row] = await testbed.rowsOf('select * from payout where id = $1', target);
    const changes: readonly (readonly [string, unknown])[] = [
      ['amount', '1100'],
      ['fee', '0'],
      ['rate', '1.1'],
      ['usd', '2000'],
      ['user_id', other.owner.caller.userId],
      ['account', '9999'],
      ['card_hash', 'b'.repeat(64)],
      ['bank_reference', 'FT-other'],
      ['change', foreign?.change],
      ['paid_change', foreign?.paid_change],
    ];
    for (const [column, value] of changes) {
      // Constraints are for honest writers: somebody with all rights drops them.
      await testbed.root.query('begin');
      await testbed.root.query('set local session_replication_role = replica');
      await testbed.root.query(
        'alter table payout drop constraint dollars_are_what_is_left_at_the_rate_in_whole_cents',
      );
      await testbed.root.query('alter table payout drop constraint if exists payout_change_key');
      await testbed.root.query('alter table payout drop constraint if exists payout_paid_change_key');
      await testbed.root.query(`update payout set ${column} = $1 where id = $2`, [value, target]);
      await testbed.root.query('commit');
      await expect(round()).rejects.toThrow(`payout ${target}`);
      expect([column, await testbed.moved(target)]).toEqual([column, ['payout.hold']]);
      await testbed.unguarded([`update payout set ${column} = $1 where id = $2`, row?.[column], target]);
      await testbed.root.query(
        `alter table payout add constraint dollars_are_what_is_left_at_the_rate_in_whole_cents check (usd = trunc((amount - fee) * rate, 2))`,
      );
    }
    await round();
    expect(await testbed.moved(target)).toEqual(['payout.hold', 'payout']);
  });

  it('given rows that say two people signed, then nothing is booked without their passkeys', async () => {
    const { id } = await ask();
    const forge = async (kind: string, payload: string) => {
      await testbed.unguarded([
        `insert into staff_change (kind, subject, payload, reason, made_by, expires_at, state, decided_at, decided_by)
         values ($1, $2, $3, 'x', $4, app_now() + interval '1 hour', 'executed', app_now(), $4)`,
        kind,
        `payout:${id}`,
        payload,
        signers[0].member.id,
      ]);
      return (await testbed.rowsOf<{ id: bigint }>('select max(id) as id from staff_change'))[0]?.id;
    };
    const { payload, refusal_payload: refusal } = await testbed.rowOf(signers[0], id);
    const { account, amount, ...rest } = JSON.parse(payload);
    const approval = await forge('payout.approve', payload);
    const paid = await forge('payout.paid', JSON.stringify({ account, amount, bank_reference: 'FT-9', ...rest }));
    await testbed.unguarded([
      `update payout set state = 'approved', change = $1, paid_change = $2, bank_reference = 'FT-9' where id = $3`,
      approval,
      paid,
      id,
    ]);
    const round = await testbed.openSettler();
    await expect(round()).rejects.toThrow('no two known passkeys signed its payout.approve');
    // A refusal of what was approved, by nobody: the bank may have paid.
    const refused = await forge('payout.refuse_approved', refusal);
    await testbed.unguarded([
      `update payout set state = 'refused', refused_because = 'not_paid', paid_change = null, bank_reference = null, refusal_change = $1 where id = $2`,
      refused,
      id,
    ]);
    await expect(round()).rejects.toThrow('no two known passkeys signed its payout.refuse_approved');
    await testbed.unguarded([
      `update payout set change = null, refusal_change = null, refused_because = 'by_staff' where id = $1`,
      id,
    ]);
    await expect(round()).rejects.toThrow('it has no change of kind payout.refuse_approved');
    expect(await testbed.moved(id)).toEqual(['payout.hold']);
    await testbed.unguarded(
      [`update payout set state = 'review', refused_because = null where id = $1`, id],
      ['delete from staff_change where subject = $1', `payout:${id}`],
    );
  });

  it('given passkeys that the operator did not name, then nothing is booked', async () => {
    const { id } = await saidPaid();
    const round = await testbed.openSettler([]);
    await expect(round()).rejects.toThrow('no two known passkeys');
    expect(await testbed.moved(id)).toEqual(['payout.hold']);
    await (await testbed.openSettler())();
    expect(await testbed.moved(id)).toEqual(['payout.hold', 'payout']);
  });
});
