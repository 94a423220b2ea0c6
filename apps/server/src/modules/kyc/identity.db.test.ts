import type { RejectionReason } from '@app/domain/kyc';
import { caseDecided, caseSubmitted, noticeWritten } from '@app/protocol/events';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tally, times } from '../../../test/auth-testbed.ts';
import { type KycTestbed, openKycTestbed } from '../../../test/kyc-testbed.ts';
import { newKey } from '../../../test/new-key.ts';
import { silent, testKeys } from '../../../test/testbed.ts';
import { drain } from '../../platform/db/outbox-consumer.ts';
import { transactOn } from '../../platform/db/transact.ts';
import { openKeyRing } from '../../platform/process/key-ring.ts';
import { createDecisionMails } from './decision-mails.ts';
import { eraseOldCases, expireApprovals } from './retention.ts';
import { rotateIdentityKeys } from './rotate-identity-keys.ts';
import { submitIdentity } from './submit-identity.ts';

let testbed: KycTestbed;

beforeAll(async () => {
  testbed = await openKycTestbed();
});
beforeEach(() => testbed.setClock('0'));

const reject = (caseId: bigint, ...reasons: RejectionReason[]) =>
  testbed.review(caseId, { outcome: 'rejected', reasons });
const approve = (caseId: bigint, validUntil?: string) =>
  testbed.review(caseId, { outcome: 'approved', reasons: [], ...(validUntil !== undefined && { validUntil }) });
const level = async (userId: bigint, index: 0 | 1) => (await testbed.read(userId)).levels[index];
const verified = async () => {
  const userId = await testbed.newId();
  await approve((await testbed.submit(userId)).id);
  return userId;
};
const SECOND = {
  type: 2,
  document: 'passport',
  relatives: 'Deniz Kaya',
  relationship: 'parent',
  relatives_phone: '+49 170 12345678',
  relatives_address: '5 Side Street, Boston',
} as const;
const rows = async (query: string, ...values: unknown[]) => (await testbed.root.query(query, values)).rows;

describe('documents that a user sends', () => {
  it('are under review, sealed, and stored nowhere in the clear', async () => {
    const userId = await testbed.newId();
    expect((await level(userId, 0))?.state).toBe('not_verified');
    const sent = await testbed.submit(userId, { name: 'Zsófia Quillfeather', card_id: 'QX 99-887766' });
    expect(sent).toMatchObject({ level: 1, state: 'under_review' });
    expect(await testbed.read(userId)).toMatchObject({
      level: 0,
      levels: [
        { state: 'under_review', document: 'passport', submitted_at: sent.submitted_at, reasons: [], kept: null },
        {},
      ],
    });
    for (const table of ['kyc_case', 'kyc_picture', 'idempotency', 'notice', 'outbox']) {
      const [row] = await rows(`select coalesce(string_agg(t::text, ' '), '') as all from ${table} t`);
      for (const secret of ['Quillfeather', 'QX99887766', 'QX 99-887766'])
        expect([table, row.all.includes(secret)]).toEqual([table, false]);
    }
    const files = await rows(
      `select f.used_by, f.mode, g.grantee from kyc_picture p join media_file f on f.id = p.file_id
         join media_grant g on g.file_id = f.id where p.case_id = $1 order by p.part, g.id`,
      sent.id,
    );
    const readers = ['staff:identity', 'staff:risk'];
    const opened = readers.map((grantee) => ({ used_by: `kyc:${userId}:1`, mode: 'sealed', grantee }));
    expect(files).toEqual([...opened, ...opened]);
  });

  it('given a case copied to another, then its details cannot be opened', async () => {
    const mine = await testbed.newId();
    const theirs = await testbed.newId();
    const { id } = await testbed.submit(mine);
    const other = await testbed.submit(theirs);
    await testbed.root.query(
      'update kyc_case c set sealed = o.sealed, key_id = o.key_id from kyc_case o where c.id = $1 and o.id = $2',
      [other.id, id],
    );
    await expect(testbed.open(1n, other.id)).rejects.toThrow();
  });

  it.each([
    [{ name: '12' }, 'identity_details_wrong'],
    [{ card_id: 'ABC' }, 'identity_details_wrong'],
    [{ card_id: undefined }, 'identity_details_wrong'],
    [{ document: undefined }, 'identity_details_wrong'],
    [{ nationality: 'XX' }, 'country_unknown'],
    [{ front_pic: undefined }, 'identity_picture_missing'],
    [{ hand_pic: undefined }, 'identity_picture_missing'],
    [{ document: 'id_card' as const }, 'identity_picture_missing'],
    [{ front_pic: 'A'.repeat(22) }, 'not_found'],
  ])('given %j, then nothing is stored: %s', async (fields, code) => {
    const userId = await testbed.newId();
    await expect(testbed.submit(userId, fields)).rejects.toThrow(code);
    expect(await rows('select from kyc_case where user_id = $1', userId)).toEqual([]);
    expect(await rows('select from media_file where owner_id = $1 and used_by is not null', userId)).toEqual([]);
  });

  it('given a nationality that is closed, then it is refused', async () => {
    const userId = await testbed.newId();
    const deps = testbed.withSetting('reference.closed_countries', ['KP']);
    const input = {
      type: 1 as const,
      document: 'passport' as const,
      name: 'Mira Kaya',
      card_id: 'X7654321',
      nationality: 'KP',
      front_pic: await testbed.picture(userId),
      hand_pic: await testbed.picture(userId),
    };
    const sent = submitIdentity(deps, { userId, input, key: newKey(), body: '' });
    await expect(sent).rejects.toThrow('identity_country_closed');
  });

  it('given pictures of another user, of another purpose, or the same one twice, then they are refused', async () => {
    const userId = await testbed.newId();
    const other = await testbed.newId();
    const foreign = await testbed.picture(other);
    await expect(testbed.submit(userId, { front_pic: foreign })).rejects.toThrow('not_found');
    const bytes = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    );
    const voucher = (await testbed.media.store({ ownerId: userId, bytes, purpose: 'voucher' })).id;
    await expect(testbed.submit(userId, { hand_pic: voucher })).rejects.toThrow('not_found');
    const own = await testbed.picture(userId);
    await expect(testbed.submit(userId, { front_pic: own, hand_pic: own })).rejects.toThrow('identity_picture_missing');
    await testbed.submit(userId, { front_pic: own });
    const second = await verified();
    await expect(testbed.send(second, { ...SECOND, front_pic: own })).rejects.toThrow('not_found');
  });

  it('given the same key ten times at once, then there is one case; given eight keys, then one is under review', async () => {
    const userId = await testbed.newId();
    const input = {
      type: 1 as const,
      document: 'passport' as const,
      name: 'Mira Kaya',
      card_id: 'X7654321',
      nationality: 'DE',
      front_pic: await testbed.picture(userId),
      hand_pic: await testbed.picture(userId),
    };
    const key = newKey();
    const answers = await Promise.all(times(10, () => testbed.send(userId, input, key)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    await expect(testbed.send(userId, { ...input, name: 'Mira K' }, key)).rejects.toThrow('idempotency_key_reused');
    const other = await testbed.newId();
    const sends: { front_pic: string; hand_pic: string }[] = [];
    for (const _ of times(8, () => 0))
      sends.push({ front_pic: await testbed.picture(other), hand_pic: await testbed.picture(other) });
    expect(await tally(sends.map((pictures) => testbed.submit(other, pictures)))).toEqual({
      ok: 1,
      identity_under_review: 7,
    });
    expect(await rows('select from kyc_case where user_id = $1', other)).toHaveLength(1);
  });

  it('given five rejections within a day, then the next one waits', async () => {
    const userId = await testbed.newId();
    for (const _ of times(5, () => 0)) await reject((await testbed.submit(userId)).id, 'front_glare');
    await expect(testbed.submit(userId)).rejects.toMatchObject({
      code: 'identity_too_often',
      params: { maximum: '5' },
    });
    await testbed.setClock('25 hours');
    expect(await testbed.submit(userId)).toMatchObject({ state: 'under_review' });
  });
});

describe('a decision', () => {
  it('given level 1 is approved, then level, country, notice and events change together', async () => {
    const userId = await testbed.newId();
    await testbed.root.query(`update user_account set country = 'FR' where id = $1`, [userId]);
    const { id } = await testbed.submit(userId, { nationality: 'TR' });
    const [{ changed_xid: before }] = await rows('select changed_xid from user_account where id = $1', userId);
    expect(await approve(id)).toBe(1);
    expect(await testbed.standing(userId)).toEqual({ verification: 1, country: 'TR' });
    const [{ changed_xid: after }] = await rows('select changed_xid from user_account where id = $1', userId);
    expect(after).not.toBe(before); // APIs and gateways ask for this within a second.
    expect(await rows('select kind, category, params from notice where user_id = $1', userId)).toEqual([
      { kind: 'identity_approved', category: 'security', params: { level: 1 } },
    ]);
    const events = await rows(
      `select topic, payload from outbox where payload->>'userId' = $1 order by id`,
      String(userId),
    );
    expect(events.map(({ topic }) => topic)).toEqual([caseSubmitted.topic, noticeWritten.topic, caseDecided.topic]);
    expect(events[2].payload).toEqual({
      id: String(id),
      userId: String(userId),
      level: 1,
      outcome: 'approved',
      verification: 1,
    });
    expect(await level(userId, 0)).toMatchObject({ state: 'verified', reasons: [] });
    await expect(testbed.submit(userId)).rejects.toThrow('identity_verified_already');
  });

  it('given level 2 before level 1, then it is refused; after it, it is approved and the country stays', async () => {
    const userId = await testbed.newId();
    await expect(testbed.send(userId, { ...SECOND, front_pic: await testbed.picture(userId) })).rejects.toThrow(
      'identity_required',
    );
    await approve((await testbed.submit(userId, { nationality: 'JP' })).id);
    const { id } = await testbed.send(userId, { ...SECOND, front_pic: await testbed.picture(userId) });
    expect((await testbed.open(7n, id)).details).toMatchObject({ relatives_phone: '+4917012345678' });
    expect(await approve(id)).toBe(2);
    expect(await testbed.standing(userId)).toEqual({ verification: 2, country: 'JP' });
  });

  it('is mailed in the language of the user', async () => {
    const { id: userId, account } = await testbed.newUser();
    await testbed.root.query(`update user_account set lang = 'spa' where id = $1`, [userId]);
    const transact = transactOn(testbed.as('worker').db);
    const mails = createDecisionMails();
    await testbed.root.query(
      `insert into outbox_cursor (consumer, xid, id) values ('kyc.mails', pg_snapshot_xmin(pg_current_snapshot()), 0)`,
    );
    await reject((await testbed.submit(userId)).id, 'front_glare');
    await drain(transact, mails, silent);
    expect((await testbed.lastMessage(account))?.body).toContain('nivel 1 no se aceptaron');
  });
});

describe('after a rejection', () => {
  it('given one picture is its reason, then only that one is sent again', async () => {
    const userId = await testbed.newId();
    const front = await testbed.picture(userId);
    const hand = await testbed.picture(userId);
    const { id } = await testbed.submit(userId, { front_pic: front, hand_pic: hand, card_id: 'X5550001' });
    await reject(id, 'front_glare');
    expect(await level(userId, 0)).toMatchObject({
      state: 'rejected',
      reasons: ['front_glare'],
      kept: { details: { name: 'Mira Kaya', card_id: '•••• 001', nationality: 'DE' }, pictures: ['hand_pic'] },
    });
    await expect(testbed.send(userId, { type: 1 })).rejects.toThrow('identity_picture_missing');
    await expect(testbed.send(userId, { type: 1, front_pic: front })).rejects.toThrow('identity_picture_missing');
    const again = await testbed.send(userId, { type: 1, front_pic: await testbed.picture(userId) });
    const opened = await testbed.open(9n, again.id);
    expect(opened).toMatchObject({ attempt: 2, details: { name: 'Mira Kaya', card_id: 'X5550001' }, duplicates: [] });
    expect(opened.pictures.find(({ part }) => part === 'hand_pic')?.file_id).toBe(hand);
    expect(await approve(again.id)).toBe(1);
  });

  it('given the document is its reason, or another is chosen, then every picture is new', async () => {
    const userId = await testbed.newId();
    await reject((await testbed.submit(userId)).id, 'document_expired');
    expect((await level(userId, 0))?.kept?.pictures).toEqual([]);
    await expect(testbed.send(userId, { type: 1, front_pic: await testbed.picture(userId) })).rejects.toThrow(
      'identity_picture_missing',
    );
    const { id } = await testbed.submit(userId);
    await reject(id, 'name_differs');
    expect((await level(userId, 0))?.kept?.pictures).toEqual(['front_pic', 'hand_pic']);
    await expect(testbed.send(userId, { type: 1, document: 'other', name: 'Mira Kay' })).rejects.toThrow(
      'identity_picture_missing',
    );
    expect(await testbed.send(userId, { type: 1, name: 'Mira Kay' })).toMatchObject({ state: 'under_review' });
  });
});

describe('an approval that ended', () => {
  it('given its document expired, then level 2 ends with level 1, and returns with a new document', async () => {
    const userId = await testbed.newId();
    const day = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await approve((await testbed.submit(userId)).id, day);
    await approve((await testbed.send(userId, { ...SECOND, front_pic: await testbed.picture(userId) })).id);
    const worker = { db: testbed.as('worker').db, settings: testbed.settings, nextId: testbed.nextId };
    expect(await expireApprovals(worker)).toBe(0);
    await testbed.setClock('3 days');
    expect(await expireApprovals(worker)).toBe(1);
    expect(await expireApprovals(worker)).toBe(0);
    expect((await testbed.standing(userId)).verification).toBe(0);
    expect(await level(userId, 0)).toMatchObject({ state: 'not_verified', ended: 'expired' });
    expect((await rows('select kind from notice where user_id = $1 order by id desc limit 1', userId))[0]).toEqual({
      kind: 'identity_expired',
    });
    expect(await approve((await testbed.submit(userId)).id)).toBe(2);
  });
});

describe('documents that need not be kept', () => {
  const sweep = () =>
    eraseOldCases({ db: testbed.as('worker').db, settings: testbed.settings, nextId: testbed.nextId });
  const removed = async (fileId: string) =>
    (await rows('select removed_at is not null as is from media_file where id = $1', fileId))[0].is;

  it('given a rejection of 91 days ago, then its details and pictures are erased, and a picture in use stays', async () => {
    const userId = await testbed.newId();
    const front = await testbed.picture(userId);
    const hand = await testbed.picture(userId);
    const { id } = await testbed.submit(userId, { front_pic: front, hand_pic: hand });
    await reject(id, 'front_glare');
    const again = await testbed.send(userId, { type: 1, front_pic: await testbed.picture(userId) });
    await approve(again.id);
    await testbed.setClock('89 days');
    await sweep();
    expect(await removed(front)).toBe(false);
    await testbed.setClock('91 days');
    expect(await sweep()).toBeGreaterThan(0);
    expect([await removed(front), await removed(hand)]).toEqual([true, false]);
    expect(await rows('select sealed, number_hash is not null as hash from kyc_case where id = $1', id)).toEqual([
      { sealed: null, hash: true },
    ]);
    expect((await testbed.open(3n, again.id)).details).toMatchObject({ name: 'Mira Kaya' });
    expect((await testbed.open(3n, id)).details).toBeUndefined();
  });

  it('given an account closed five years ago, then nothing is left but what was decided', async () => {
    const userId = await testbed.newId();
    const front = await testbed.picture(userId);
    const { id } = await testbed.submit(userId, { front_pic: front });
    await approve(id);
    await testbed.root.query(`update user_account set email = null, closed_at = app_now() where id = $1`, [userId]);
    await testbed.setClock('4 years');
    await sweep();
    expect(await removed(front)).toBe(false);
    await testbed.setClock('5 years 2 days');
    await sweep();
    expect(await removed(front)).toBe(true);
    expect(await rows('select sealed, number_hash, nationality, state from kyc_case where id = $1', id)).toEqual([
      { sealed: null, number_hash: null, nationality: null, state: 'verified' },
    ]);
    expect(await rows('select file_hash from kyc_picture where case_id = $1', id)).toEqual(
      times(2, () => ({ file_hash: null })),
    );
  });
});

describe('a new master key', () => {
  it('seals and hashes every case again, and duplicates are found before and after', async () => {
    const mine = await testbed.newId();
    const theirs = await testbed.newId();
    const front = await testbed.picture(mine, 4_242);
    const { id } = await testbed.submit(mine, { card_id: 'SAME0001', front_pic: front });
    await testbed.submit(theirs, { card_id: 'same 0001', front_pic: await testbed.picture(theirs, 4_242) });
    const same = async () => (await testbed.open(5n, id)).duplicates.map((it) => [it.user_id, it.same]);
    const found = [
      [theirs, 'number'],
      [theirs, 'front_pic'],
    ];
    expect(await same()).toEqual(found);
    const both = openKeyRing([
      { id: 'next', key: Buffer.alloc(32, 9) },
      { id: 'test', key: Buffer.alloc(32, 7) },
    ]);
    const { db } = testbed.as('worker');
    const { resealed, unopened } = await rotateIdentityKeys(db, both);
    expect(resealed).toBeGreaterThan(1);
    expect(
      await rows(
        `select from kyc_case where sealed is not null and key_id <> 'next' and not id = any($1)`,
        unopened.map(String),
      ),
    ).toEqual([]);
    expect((await rotateIdentityKeys(db, both)).resealed).toBe(0);
    await expect(same()).rejects.toThrow(); // Without the new key.
    const back = openKeyRing([
      { id: 'test', key: Buffer.alloc(32, 7) },
      { id: 'next', key: Buffer.alloc(32, 9) },
    ]);
    await rotateIdentityKeys(db, back);
    expect(await same()).toEqual(found);
    expect(testKeys.currentId).toBe('test');
  });
});
