import { addStaffSession } from '@app/testkit';
import type { NamedRoot } from '@app/verifier';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { openTestbed, type Testbed } from '../../../test/testbed.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { noteAction } from './note-action.ts';
import { sealTrailWith, TRAIL_ROOT } from './seal-trail.ts';
import { verifyTrail } from './verify-trail.ts';

const HOUR_MS = 3_600_000;

let testbed: Testbed;
let session: Buffer;
let nowMs = Math.floor(Date.now() / HOUR_MS) * HOUR_MS + 60_000;
let blocks = 0;

beforeAll(async () => {
  testbed = await openTestbed('admin');
  session = await addStaffSession(await testbed.bare('migrate'), 1n, ['security']);
});

type Heads = { readonly heads?: readonly NamedRoot[] };
const sealed = sealTrailWith<undefined, Heads>({ read: async () => ({}), record: async () => undefined }, () => nowMs);

/** Seals a block as the feed does, and returns how many links its head of the trail counts. */
async function sealBlock(): Promise<number | undefined> {
  nowMs += 10_000; // Later than its last look at the trail.
  const number = ++blocks;
  const root = await testbed.bare('postgres');
  await root.query('set session_replication_role = replica'); // What the block itself contains is tested elsewhere.
  await root.query(
    `insert into price_block (number, at, tick_count, key_id, root, previous, hash, signature)
     values ($1, to_timestamp($2), 1, 'k', sha256('r'), sha256($3), sha256($4), decode(repeat('00', 64), 'hex'))`,
    [number, nowMs / 1_000, `block ${number - 1}`, `block ${number}`],
  );
  return await transactOn(testbed.as('feed').db)(async (tx) => {
    const evidence = await sealed.read(tx, undefined);
    await sealed.record(tx, number, evidence);
    return evidence.heads?.find(({ name }) => name === TRAIL_ROOT)?.count;
  });
}

const act = () => testbed.transact((tx) => noteAction(tx, session, { action: 'session.started', subject: 'staff:1' }));

/** Edits a row as a superuser without triggers, links everything after it again, and returns the faults that are found. */
async function forge(alsoSeals: boolean): Promise<readonly string[]> {
  const { db } = testbed.as('postgres');
  const { head } = await verifyTrail(db);
  let found: readonly string[] = [];
  const undo = new Error('undo');
  await db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`update trail set reason = 'nothing' where id = (select min(id) from trail)`.execute(tx);
      await sql`
        do $$
        declare link trail_link; last bytea := decode(repeat('00', 32), 'hex');
        begin
          for link in select * from trail_link order by seq loop
            delete from trail_link where seq = link.seq;
            insert into trail_link (seq, row_id, previous, hash)
            select link.seq, link.row_id, last, sha256(last || trail_bytes(t)) from trail t where t.id = link.row_id
            returning hash into last;
          end loop;
        end $$`.execute(tx);
      if (alsoSeals) {
        await sql`update trail_seal s set hash = l.hash from trail_link l where l.seq = s.seq`.execute(tx);
        expect((await verifyTrail(tx)).faults).toEqual([]); // Nothing in the database tells.
      }
      found = (await verifyTrail(tx, alsoSeals && head !== undefined ? [head] : [])).faults;
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

describe('the head of the trail', () => {
  it('is sealed into a block as soon as the trail begins, then once an hour if the trail has grown', async () => {
    expect(await sealBlock()).toBeUndefined();
    await act();
    expect(await sealBlock()).toBe(1);
    await act();
    expect(await sealBlock()).toBeUndefined();
    nowMs += HOUR_MS;
    expect(await sealBlock()).toBe(2);
    nowMs += HOUR_MS;
    expect(await sealBlock()).toBeUndefined();
    await act();
    expect(await sealBlock()).toBe(3);
    expect((await verifyTrail(testbed.as('worker').db)).faults).toEqual([]);
  });

  it('given an edit older than the last seal, when all links are recomputed, then the seals or a kept head find it', async () => {
    expect(await forge(false)).toContain('link 1 is not the one that was sealed');
    expect(await forge(true)).toContain('link 3 is not the one that was sealed');
  });
});
