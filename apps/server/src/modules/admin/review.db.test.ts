import { checksOf } from '@app/domain/kyc';
import * as routes from '@app/protocol/staff';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type KycTestbed, openKycTestbed } from '../../../test/kyc-testbed.ts';
import { openStaffTestbed, type StaffTestbed, type TestStaff } from '../../../test/staff-testbed.ts';

let users: KycTestbed;
let desk: StaffTestbed;
let ines: TestStaff;
let risk: TestStaff;

beforeAll(async () => {
  users = await openKycTestbed();
  desk = await openStaffTestbed(users);
  ines = await desk.newStaff('identity');
  risk = await desk.newStaff('risk');
});
beforeEach(async () => {
  await users.setClock('0');
  // Each test has a queue of its own.
  await users.root.query(
    `update kyc_case set state = 'withdrawn', decided_at = app_now(), claimed_by = null, claimed_until = null where state = 'under_review'`,
  );
});

const newCase = async (fields = {}) => {
  const userId = await users.newId();
  const { id } = await users.submit(userId, fields);
  return { userId, id };
};
/** Claims the oldest case and approves or rejects it by the routes. */
const claim = async (staff: TestStaff) => (await desk.send(staff, routes.claimCase)).data.id;
const trailOf = async (subject: string) =>
  (await users.root.query('select actor, action, reason from trail where subject = $1 order by id', [subject])).rows;

describe('the queue', () => {
  it('given five cases, when it is read in pages, then each is there once, oldest first, with who holds it', async () => {
    const cases: bigint[] = [];
    for (const _ of Array.from({ length: 5 })) cases.push((await newCase()).id);
    expect(await claim(ines)).toBe(`${cases[0]}`);
    const seen: Record<string, unknown>[] = [];
    for (let after: unknown = ''; after !== null; ) {
      const page = await desk.send(risk, routes.listCases, { limit: 2, ...(after !== '' && { after }) });
      seen.push(...(page.data.list as Record<string, unknown>[]));
      after = page.data.next;
    }
    expect(seen.map(({ id }) => id)).toEqual(cases.map(String));
    expect(seen.map(({ held_by: by }) => by)).toEqual([`${ines.id}`, null, null, null, null]);
    expect(seen[0]).toMatchObject({ level: 1, attempt: 1, held_until: expect.any(Number) });
    const { data } = await desk.send(risk, routes.getCaseQueue);
    expect(data.levels).toMatchObject([{ level: 1, waiting: 5, holders: [`${ines.id}`] }]);

    // What ended counts for nobody.
    await users.setClock('16 minutes');
    await users.root.query('update staff_session set last_used_at = app_now()');
    const late = await desk.send(risk, routes.getCaseQueue);
    expect(late.data.levels).toMatchObject([{ waiting: 5, holders: [] }]);
  });

  it('given rejected cases, then they are listed newest first', async () => {
    const rejected: bigint[] = [];
    for (const _ of Array.from({ length: 3 })) {
      const { id } = await newCase();
      await users.review(id, { outcome: 'rejected', reasons: ['front_glare'] });
      rejected.unshift(id);
    }
    const first = await desk.send(ines, routes.listCases, { state: 'rejected', limit: 2 });
    const second = await desk.send(ines, routes.listCases, { state: 'rejected', limit: 2, after: first.data.next });
    const ids = [first, second].flatMap(({ data }) => (data.list as { id: string }[]).map(({ id }) => id));
    expect(ids.slice(0, 3)).toEqual(rejected.map(String));
  });
});

describe('a case', () => {
  it('given a user who reads Turkish, when it is opened, then reasons are in Turkish and English, and the view is recorded', async () => {
    const { id: first } = await newCase({ card_id: 'SAME 12345' });
    const { userId, id } = await newCase({ card_id: 'same-12345' });
    await users.root.query(`update user_account set lang = 'tur' where id = $1`, [userId]);
    const { data } = await desk.send(risk, routes.getCase, { id: `${id}` });
    expect(data).toMatchObject({
      details: { name: 'Mira Kaya', card_id: 'SAME12345', nationality: 'DE' },
      pictures: [{ part: 'front_pic' }, { part: 'hand_pic' }],
      language: 'tur',
      limits: { now: { level: 0, withdraw_limit_btc: '0' }, approved: { level: 1, withdraw_limit_btc: '200' } },
      may_be_overridden: 0,
      recommendations: [],
    });
    expect(data.duplicates).toContainEqual(expect.objectContaining({ case_id: `${first}`, same: 'number' }));
    const reasons = data.reasons as { code: string; text: string; english: string }[];
    const glare = reasons.find(({ code }) => code === 'front_glare');
    expect(glare?.english).toMatch(/^Glare covers/);
    expect(glare?.text).toMatch(/[ğışçöü]/);
    expect(reasons.map(({ code }) => code)).not.toContain('relative_unclear');
    expect(await trailOf(`case:${id}`)).toMatchObject([{ actor: `staff:${risk.id}`, action: 'case.viewed' }]);
    // Its state can be asked for again and again, and shows nothing that the user sent.
    const state = await desk.send(risk, routes.getCaseState, { id: `${id}` });
    expect(JSON.stringify(state.data)).not.toMatch(/Mira|SAME12345/);
    expect(await trailOf(`case:${id}`)).toHaveLength(1);
  });

  it('given a recommendation of an identity provider, then reviewers see it', async () => {
    const { id } = await newCase();
    await users.root.query('insert into kyc_announcement (case_id) values ($1) on conflict do nothing', [id]);
    await users.root.query(
      `insert into kyc_verdict (event_id, case_id, body_hash, verdict, reasons, is_late)
       values ('event-of-a-test', $1, sha256('body'), 'reject', '{front_glare}', false)`,
      [id],
    );
    const { data } = await desk.send(risk, routes.getCase, { id: `${id}` });
    expect(data.recommendations).toEqual([
      { verdict: 'reject', reasons: ['front_glare'], is_late: 0, at: expect.any(Number) },
    ]);
  });

  it('given a picture, then it is inert, marked, not stored, and each view is in the trail', async () => {
    const { userId, id } = await newCase();
    const { rows } = await users.root.query<{ file_id: string }>(
      `select file_id from kyc_picture where case_id = $1 and part = 'front_pic'`,
      [id],
    );
    const fileId = rows[0]?.file_id ?? '';
    const stored = await users.media.view({ user: userId }, fileId);
    const opened = await desk.sendRaw(ines, routes.openCasePicture, { id: `${id}`, part: 'front_pic' });
    expect(opened.statusCode).toBe(200);
    expect(opened.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cache-control': 'private, no-store',
      'cross-origin-resource-policy': 'same-origin',
    });
    const contrast = async (bytes: Buffer) => (await sharp(bytes).greyscale().stats()).channels[0]?.stdev ?? 0;
    expect(await contrast(stored?.bytes ?? Buffer.alloc(0))).toBeLessThan(1); // One colour.
    expect(await contrast(opened.rawPayload)).toBeGreaterThan(5);
    const viewed = await desk.sendRaw(risk, routes.openCasePicture, { id: `${id}`, part: 'front_pic' });
    expect(viewed.statusCode).toBe(200);
    const views = await users.root.query(
      `select actor from trail where action = 'document.viewed' order by id desc limit 2`,
    );
    expect(views.rows.map(({ actor }) => actor)).toEqual([`staff:${risk.id}`, `staff:${ines.id}`]);
    for (const fields of [
      { id: `${id}`, part: 'reverse_pic' },
      { id: `${id + 1n}`, part: 'front_pic' },
    ])
      expect((await desk.send(ines, routes.openCasePicture, fields)).error).toBe('not_found');
    const visitor = await desk.send(undefined, routes.openCasePicture, { id: `${id}`, part: 'front_pic' });
    expect(visitor).toMatchObject({ status: 401, error: 'login_required' });
  });
});

describe('a decision', () => {
  it('given checks are missing, then an approval is refused; with all of them the user has the level', async () => {
    const { userId, id } = await newCase();
    expect(await claim(ines)).toBe(`${id}`);
    const approval = { id: `${id}`, outcome: 'approved', valid_until: '2031-03-09' };
    for (const missing of checksOf(1)) {
      const checks = checksOf(1).filter((check) => check !== missing);
      const refused = await desk.send(ines, routes.decideCase, { ...approval, checks });
      expect([missing, refused.error]).toEqual([missing, 'parameter_error']);
    }
    const decided = await desk.send(ines, routes.decideCase, {
      ...approval,
      checks: checksOf(1),
      note: 'all in order',
    });
    expect(decided.data).toEqual({ level: 1 });
    expect(await users.standing(userId)).toEqual({ verification: 1, country: 'DE' });
    expect((await trailOf(`case:${id}`)).at(-1)).toMatchObject({ action: 'case.approved', reason: 'all in order' });
  });

  it('given a claim that ended or that is another’s, then it is lost; given back it is free', async () => {
    const { id } = await newCase();
    const other = await desk.newStaff('identity');
    const rejection = { id: `${id}`, outcome: 'rejected', reasons: ['front_glare'] };
    await claim(ines);
    expect((await desk.send(other, routes.decideCase, rejection)).error).toBe('identity_case_lost');
    expect((await desk.send(other, routes.releaseCase, { id: `${id}` })).error).toBe('identity_case_lost');
    expect((await desk.send(ines, routes.releaseCase, { id: `${id}` })).status).toBe(200);
    expect((await desk.send(ines, routes.decideCase, rejection)).error).toBe('identity_case_lost');
    expect(await claim(other)).toBe(`${id}`);
    expect((await desk.send(other, routes.decideCase, rejection)).status).toBe(200);
    expect((await desk.send(other, routes.decideCase, rejection)).error).toBe('identity_case_lost');
  });

  it('given a rejection, when one proposes to override it and another signs, then the level counts', async () => {
    const { userId, id } = await newCase();
    await users.review(id, { outcome: 'rejected', reasons: ['front_glare'] });
    expect((await desk.send(ines, routes.getCase, { id: `${id}` })).data.may_be_overridden).toBe(1);
    const payload = JSON.stringify({ case_id: `${id}` });
    const proposed = await desk.send(ines, routes.proposeChange, { kind: 'kyc.override', payload, reason: 'legible' });
    const { id: change, payload_hash: hash } = proposed.data;
    for (const staff of [ines, risk])
      await desk.send(staff, routes.signChange, { id: change, payload_hash: hash, reason: 'checked' });
    expect(await users.standing(userId)).toEqual({ verification: 1, country: 'DE' });
    const { data } = await desk.send(ines, routes.getCase, { id: `${id}` });
    expect(data).toMatchObject({ case: { state: 'verified' }, may_be_overridden: 0 });
    expect((data.decisions as unknown[]).at(-1)).toMatchObject({
      outcome: 'overridden',
      staff_id: `${ines.id}`,
      confirmed_by: `${risk.id}`,
    });
  });
});
