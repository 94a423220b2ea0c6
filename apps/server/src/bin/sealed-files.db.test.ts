import { createHash, randomBytes } from 'node:crypto';
import type { OpenPurpose } from '@app/domain/media';
import type { StaffRole } from '@app/protocol';
import { addStaffSession } from '@app/testkit';
import type { LightMyRequestResponse } from 'fastify';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiTestbed, openApiTestbed } from '../../test/api-testbed.ts';
import { multipart } from '../../test/multipart.ts';
import { newPerson, newSession, type Person } from '../../test/people.ts';
import { silent, testKeys } from '../../test/testbed.ts';
import { createMedia, type Media } from '../modules/media/index.ts';
import { transactOn } from '../platform/db/transact.ts';

let testbed: ApiTestbed;
/** Media as a process of role admin has it, which serves staff. */
let forStaff: Media;
const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#26c' } })
  .png()
  .toBuffer();

beforeAll(async () => {
  testbed = await openApiTestbed();
  const { db } = testbed.as('admin');
  forStaff = createMedia({
    folder: testbed.mediaFolder,
    keys: testKeys,
    db,
    transact: transactOn(db),
    settings: { read: async (it) => ({ value: it.initial }) },
    log: silent,
  });
});

async function upload({ token }: Person, purpose: OpenPurpose): Promise<string> {
  const { headers, payload } = multipart([
    { field: 'purpose', bytes: Buffer.from(purpose) },
    { field: 'file', bytes: picture, filename: 'x.png', type: 'image/png' },
  ]);
  const sent = { method: 'POST', url: '/api/upload', headers: { ...headers, authorization: token }, payload } as const;
  return (await testbed.http.app.inject(sent)).json().message.slice(-22);
}

/** A feature with vouchers: the buyer uploads one, the seller and the finance staff may see it while the order is open. */
type Voucher = { readonly fileId: string; readonly usedBy: string };
let vouchers = 0;
async function submitVoucher(buyer: Person, fileId: string): Promise<Voucher> {
  vouchers += 1;
  const usedBy = `otc:${vouchers}`;
  await testbed.transact(async (tx) => {
    await testbed.media.claim(tx, { ownerId: buyer.id, fileId, purpose: 'voucher', usedBy });
    await testbed.media.grant(tx, { fileId, usedBy, to: { staff: 'finance' }, reason: 'review' });
  });
  return { fileId, usedBy };
}
const show = (voucher: Voucher, to: Person, until?: Date, reason = 'order') =>
  testbed.transact((tx) =>
    testbed.media.grant(tx, { ...voucher, to: { user: to.id }, reason, ...(until && { until }) }),
  );
const hide = (voucher: Voucher, to: Person, reason?: string) =>
  testbed.transact((tx) => testbed.media.revoke(tx, { ...voucher, to: { user: to.id }, ...(reason && { reason }) }));

type Parties = Readonly<Record<string, Person>>;

async function prepare(): Promise<{ voucher: Voucher; parties: Parties }> {
  const parties: Parties = {
    owner: await newPerson(testbed),
    granted: await newPerson(testbed),
    'granted until later': await newPerson(testbed),
    'granted again': await newPerson(testbed),
    'granted for another reason, too': await newPerson(testbed),
    revoked: await newPerson(testbed),
    expired: await newPerson(testbed),
    'granted another file': await newPerson(testbed),
    other: await newPerson(testbed),
  };
  const of = (name: string) => parties[name] as Person; // Named above.
  const voucher = await submitVoucher(of('owner'), await upload(of('owner'), 'voucher'));
  const another = await submitVoucher(of('other'), await upload(of('other'), 'voucher'));
  await show(voucher, of('granted'));
  await show(voucher, of('granted until later'), new Date(Date.now() + 3_600_000));
  await show(voucher, of('granted again'));
  await hide(voucher, of('granted again'));
  await show(voucher, of('granted again'));
  await show(voucher, of('granted for another reason, too'));
  await show(voucher, of('granted for another reason, too'), undefined, 'appeal');
  await hide(voucher, of('granted for another reason, too'), 'order');
  await show(voucher, of('revoked'));
  await hide(voucher, of('revoked'));
  await show(voucher, of('expired'), new Date(Date.now() - 1_000));
  await show(another, of('granted another file'));
  return { voucher, parties };
}

const MAY_OPEN = ['owner', 'granted', 'granted until later', 'granted again', 'granted for another reason, too'];

type Way = (id: string, person: Person | undefined) => Promise<LightMyRequestResponse>;
type Headers = Readonly<Record<string, string>>;

const tokenOf = (person: Person | undefined): Headers => (person === undefined ? {} : { authorization: person.token });
const get = (url: string, headers: Headers, method: 'GET' | 'HEAD' = 'GET') =>
  testbed.http.app.inject({ method, url, headers });
const address = (id: string) => `/api/plus/media?id=${id}`;

/** Opens another session of the same user, in the given mode. */
async function inSession(id: string, person: Person | undefined, mode: 'real' | 'demo') {
  const session = person === undefined ? undefined : { ...person, ...(await newSession(testbed, person.id, mode)) };
  return await get(address(id), tokenOf(session));
}

/** Ways that open a file, if the caller has access. */
const OPENING: Readonly<Record<string, Way>> = {
  'the endpoint': (id, person) => get(address(id), tokenOf(person)),
  'a bearer token': (id, person) => get(address(id), person ? { authorization: `Bearer ${person.token}` } : {}),
  'a range': (id, person) => get(address(id), { ...tokenOf(person), range: 'bytes=0-9' }),
  'a condition': (id, person) => get(address(id), { ...tokenOf(person), 'if-none-match': '*', 'if-range': '"x"' }),
  'another session': (id, person) => inSession(id, person, 'real'),
  'a demo session': (id, person) => inSession(id, person, 'demo'),
};

/** Ways that open nothing for anybody. */
const CLOSED: Readonly<Record<string, Way>> = {
  'HEAD at the endpoint': (id, person) => get(address(id), tokenOf(person), 'HEAD'),
  'the public address': (id, person) => get(`/api/media/${id}`, tokenOf(person)),
  'HEAD at the public address': (id, person) => get(`/api/media/${id}`, tokenOf(person), 'HEAD'),
  'the public address in a path': (id, person) => get(`/api/plus/media/${id}`, tokenOf(person)),
  'the public address and a way up': (id, person) => get(`/api/media/..%2fsealed%2f${id}`, tokenOf(person)),
  'a guessed id': (_id, person) => get(address(randomBytes(16).toString('base64url')), tokenOf(person)),
  'the id in other letters': (id, person) => get(address(swapCase(id)), tokenOf(person)),
};

const swapCase = (text: string) => text.replace(/[a-z]/gi, (it) => (it < 'a' ? it.toLowerCase() : it.toUpperCase()));

async function viewsOf(fileId: string): Promise<{ viewer: string; grant_id: string | null }[]> {
  const { rows } = await testbed.root.query('select viewer, grant_id from media_view where file_id = $1 order by id', [
    fileId,
  ]);
  return rows;
}

/** Body of a refusal without what differs between any two. */
const refusalOf = ({ statusCode, body }: LightMyRequestResponse) => ({
  statusCode,
  body: body.replace(/"trace":"[^"]+"/, ''),
});

describe('who opens a sealed voucher', () => {
  const callers = [...MAY_OPEN, 'revoked', 'expired', 'granted another file', 'other', 'visitor'];
  let prepared: { voucher: Voucher; parties: Parties };
  let digest: string;

  beforeAll(async () => {
    prepared = await prepare();
    const { rows } = await testbed.root.query(`select encode(sha256, 'hex') as digest from media_file where id = $1`, [
      prepared.voucher.fileId,
    ]);
    digest = rows[0].digest;
  });

  it.each(callers.flatMap((caller) => Object.entries(OPENING).map(([way, go]) => ({ caller, way, go }))))(
    '$caller by $way',
    async ({ caller, go }) => {
      const { voucher, parties } = prepared;
      const person = parties[caller];
      const before = await viewsOf(voucher.fileId);
      const answer = await go(voucher.fileId, person);
      const added = (await viewsOf(voucher.fileId)).slice(before.length);
      if (!MAY_OPEN.includes(caller)) {
        expect(added).toEqual([]);
        expect(answer.json().error).toBe(caller === 'visitor' ? 'login_required' : 'not_found');
        expect(refusalOf(answer)).toEqual(refusalOf(await go('A'.repeat(22), person)));
        expect(answer.headers['cache-control']).toBe('no-store');
        return;
      }
      expect(answer.statusCode).toBe(200);
      expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(digest);
      expect(added).toEqual([
        { viewer: `user:${person?.id}`, grant_id: caller === 'owner' ? null : expect.any(String) },
      ]);
      expect(answer.headers).toMatchObject({
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      });
      expect(answer.headers).not.toHaveProperty('etag');
    },
  );

  it.each(callers.flatMap((caller) => Object.entries(CLOSED).map(([way, go]) => ({ caller, way, go }))))(
    '$caller not by $way',
    async ({ caller, way, go }) => {
      const { voucher, parties } = prepared;
      const before = await viewsOf(voucher.fileId);
      const answer = await go(voucher.fileId, parties[caller]);
      expect(answer.statusCode).toBe(caller === 'visitor' && /^(a guessed id|the id in)/.test(way) ? 401 : 404);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(await viewsOf(voucher.fileId)).toEqual(before);
      expect(refusalOf(answer)).toEqual(refusalOf(await go('A'.repeat(22), parties[caller])));
    },
  );

  it.each<[readonly StaffRole[], boolean]>([
    [['finance'], true],
    [['content', 'finance'], true],
    [['support'], false],
    [['identity', 'risk', 'security', 'operator', 'auditor'], false],
  ])('staff with the roles %j: %s', async (roles, isOpened) => {
    const { voucher } = prepared;
    const before = await viewsOf(voucher.fileId);
    const staff = testbed.nextId();
    const viewer = { tokenHash: await addStaffSession(await testbed.bare('migrate'), staff, roles) };
    const opened = await forStaff.view(viewer, voucher.fileId);
    expect(opened !== undefined).toBe(isOpened);
    const added = (await viewsOf(voucher.fileId)).slice(before.length);
    expect(added).toEqual(isOpened ? [{ viewer: `staff:${staff}`, grant_id: expect.any(String) }] : []);
    expect(await forStaff.view(viewer, 'A'.repeat(22))).toBeUndefined();
  });

  it('given its views, when its owner reads them, then each has viewer and reason; nobody else reads any', async () => {
    const { voucher, parties } = prepared;
    const all = await viewsOf(voucher.fileId);
    const owner = (parties.owner as Person).id;
    const listed = await testbed.media.listViews(testbed.db, owner, voucher.fileId);
    expect(listed.map(({ viewer }) => viewer)).toEqual(all.map(({ viewer }) => viewer).reverse());
    expect(listed.find(({ viewer }) => viewer === `user:${owner}`)?.reason).toBeNull();
    expect(listed.find(({ viewer }) => viewer.startsWith('staff:'))?.reason).toBe('review');
    expect(await testbed.media.listViews(testbed.db, (parties.granted as Person).id, voucher.fileId)).toEqual([]);
  });

  it('given a view that cannot be recorded, when it is requested, then no byte of it is sent', async () => {
    const { voucher, parties } = prepared;
    await testbed.root.query('alter table media_view add constraint full_disk check (false) not valid');
    const answer = await get(address(voucher.fileId), tokenOf(parties.owner));
    await testbed.root.query('alter table media_view drop constraint full_disk');
    expect([answer.statusCode, answer.json().error]).toEqual([500, 'internal']);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    expect((await get(address(voucher.fileId), tokenOf(parties.owner))).statusCode).toBe(200);
  });

  it('given a removed file, when anybody requests it, then it is not found', async () => {
    const { voucher, parties } = await prepare();
    const owner = parties.owner as Person;
    await testbed.transact((tx) => testbed.media.remove(tx, owner.id, voucher.fileId));
    for (const person of Object.values(parties))
      expect((await get(address(voucher.fileId), tokenOf(person))).json().error).toBe('not_found');
    expect(await viewsOf(voucher.fileId)).toEqual([]);
  });
});

describe('access that ends', () => {
  it('given views and a revocation at once, when it has committed, then no view is recorded after it', async () => {
    const { voucher, parties } = await prepare();
    const seller = parties.granted as Person;
    for (let round = 0; round < 5; round++) {
      await show(voucher, seller);
      const views = Array.from({ length: 10 }, () => testbed.media.view({ user: seller.id }, voucher.fileId));
      await hide(voucher, seller);
      expect(await testbed.media.view({ user: seller.id }, voucher.fileId)).toBeUndefined();
      await Promise.all(views);
    }
    const { rows } = await testbed.root.query(
      'select v.at, g.revoked_at from media_view v join media_grant g on g.id = v.grant_id where v.at > g.revoked_at',
    );
    expect(rows).toEqual([]);
  });

  it('given the same grant ten times at once, then there is one; with another end, then it replaces the first', async () => {
    const { voucher } = await prepare();
    const seller = await newPerson(testbed);
    await Promise.all(Array.from({ length: 10 }, () => show(voucher, seller)));
    await show(voucher, seller, new Date(Date.now() - 1_000));
    const { rows } = await testbed.root.query(
      `select revoked_at is null as live, until is null as endless from media_grant where grantee = $1 order by id`,
      [`user:${seller.id}`],
    );
    expect(rows).toEqual([
      { live: false, endless: true },
      { live: true, endless: false },
    ]);
    expect(await testbed.media.view({ user: seller.id }, voucher.fileId)).toBeUndefined();
  });
});

describe('a claim', () => {
  const claim = (owner: Person, fileId: string, purpose: OpenPurpose, usedBy = 'test:1') =>
    testbed.transact((tx) => testbed.media.claim(tx, { ownerId: owner.id, fileId, purpose, usedBy }));
  const NOT_FOUND = { code: 'not_found' };

  it('given ten uses of one upload at once, then one has it, and it may claim again', async () => {
    const owner = await newPerson(testbed);
    const id = await upload(owner, 'voucher');
    const uses = Array.from({ length: 10 }, (_, n) => `otc:race-${n}`);
    const outcomes = await Promise.allSettled(uses.map((use) => claim(owner, id, 'voucher', use)));
    const winners = uses.filter((_, n) => outcomes[n]?.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    const losers = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    for (const reason of losers) expect(reason).toMatchObject(NOT_FOUND);
    await claim(owner, id, 'voucher', winners[0]);
  });

  it('given another user’s upload, another purpose, or none, when it is claimed, then it is not found and stays unused', async () => {
    const owner = await newPerson(testbed);
    const voucher = await upload(owner, 'voucher');
    const identity = await upload(owner, 'identity');
    const avatar = await upload(owner, 'avatar');
    await expect(claim(await newPerson(testbed), voucher, 'voucher')).rejects.toMatchObject(NOT_FOUND);
    await expect(claim(owner, identity, 'avatar')).rejects.toMatchObject(NOT_FOUND);
    await expect(claim(owner, identity, 'voucher')).rejects.toMatchObject(NOT_FOUND);
    await expect(claim(owner, avatar, 'voucher')).rejects.toMatchObject(NOT_FOUND);
    await expect(claim(owner, 'A'.repeat(22), 'voucher')).rejects.toMatchObject(NOT_FOUND);
    const { rows } = await testbed.root.query(
      'select count(*)::int as n from media_file where owner_id = $1 and used_by is null',
      [owner.id],
    );
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('given a file of another use, an unused one, or a grantee its purpose does not allow, then nothing is granted', async () => {
    const owner = await newPerson(testbed);
    const seller = await newPerson(testbed);
    const unused: Voucher = { fileId: await upload(owner, 'voucher'), usedBy: 'otc:none' };
    await expect(show(unused, seller)).rejects.toThrow('invariant broken');
    const { voucher } = await prepare();
    await expect(show({ ...voucher, usedBy: 'otc:other' }, seller)).rejects.toThrow('invariant broken');
    const document: Voucher = { fileId: await upload(owner, 'identity'), usedBy: 'kyc:1' };
    await claim(owner, document.fileId, 'identity', document.usedBy);
    await expect(show(document, seller)).rejects.toThrow('may be granted to user');
    const { rows } = await testbed.root.query('select from media_grant where grantee = $1', [`user:${seller.id}`]);
    expect(rows).toEqual([]);
  });
});
