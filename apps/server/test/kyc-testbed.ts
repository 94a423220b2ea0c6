import { CHECK_CODES } from '@app/domain/kyc';
import type { Input } from '@app/protocol';
import type { submitIdentity as route } from '@app/protocol/kyc';
import { addStaffSession } from '@app/testkit';
import sharp from 'sharp';
import { readIdentity } from '../src/modules/kyc/read-identity.ts';
import { claimNextCase, releaseCase } from '../src/modules/kyc/review/claim-case.ts';
import { type CaseDecision, decideCase } from '../src/modules/kyc/review/decide-case.ts';
import { readCase } from '../src/modules/kyc/review/read-case.ts';
import type { Reviewer } from '../src/modules/kyc/review/review.store.ts';
import { submitIdentity } from '../src/modules/kyc/submit-identity.ts';
import type { Media } from '../src/modules/media/index.ts';
import { createSettings, type Settings } from '../src/modules/reference/index.ts';
import { transactOn } from '../src/platform/db/transact.ts';
import { canonical } from '../src/platform/http/serve.ts';
import { type AuthTestbed, openAuthTestbed } from './auth-testbed.ts';
import { newKey } from './new-key.ts';
import { testKeys } from './testbed.ts';

type Sent = Input<typeof route>;
/** A decision with every check done, unless it says otherwise. */
type Made = Omit<CaseDecision, 'checks'> & Partial<Pick<CaseDecision, 'checks'>>;

/** Identity cases: users send as role app, staff review as role admin. */
export type KycTestbed = AuthTestbed & {
  newId(): Promise<bigint>;
  /** Uploads a picture for identity; the same seed is the same picture. */
  picture(userId: bigint, seed?: number): Promise<string>;
  /** Sends level 1 with a passport and new pictures, unless fields say otherwise. */
  submit(userId: bigint, fields?: Partial<Sent>, key?: string): ReturnType<typeof submitIdentity>;
  /** The same with only these fields. */
  send(userId: bigint, input: Sent, key?: string): ReturnType<typeof submitIdentity>;
  read(userId: bigint): ReturnType<typeof readIdentity>;
  claim(staffId: bigint): Promise<bigint | undefined>;
  release(staffId: bigint, caseId: bigint): Promise<void>;
  open(staffId: bigint, caseId: bigint): ReturnType<typeof readCase>;
  decide(staffId: bigint, decision: Made): Promise<number>;
  /** Claims cases as staff until it holds this one, and decides it; the others are given back. */
  review(caseId: bigint, decision: Omit<Made, 'caseId'>): Promise<number>;
  standing(userId: bigint): Promise<{ verification: number; country: string | null }>;
  readonly settings: Settings;
};

let seeds = 0;

/** Draws a small picture that differs for each seed, also after lossy compression: neighbours get distant colours. */
function drawDocument(seed: number, width = 96, height = 64): Promise<Buffer> {
  const colour = Math.imul(seed, 0x9e3779b1) >>> 8;
  const background = { r: colour & 255, g: (colour >> 8) & 255, b: (colour >> 16) & 255 };
  return sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
}

/** Uploads a picture for identity and returns its id. */
export async function uploadPicture(media: Media, ownerId: bigint, seed = ++seeds): Promise<string> {
  return (await media.store({ ownerId, bytes: await drawDocument(seed), purpose: 'identity' })).id;
}

/** Uploads every picture that a case of level 1 needs. */
export const uploadPictures = async (media: Media, ownerId: bigint) => ({
  front_pic: await uploadPicture(media, ownerId),
  reverse_pic: await uploadPicture(media, ownerId),
  hand_pic: await uploadPicture(media, ownerId),
});

export async function openKycTestbed(): Promise<KycTestbed> {
  const testbed = await openAuthTestbed();
  const { deps, root, media } = testbed;
  const { db: staffDb } = testbed.as('admin', 20);
  const settings = createSettings(testbed.db);
  const staff = { transact: transactOn(staffDb), settings, keys: testKeys, nextId: testbed.nextId };
  const send: KycTestbed['send'] = (userId, input, key = newKey()) =>
    submitIdentity(deps, { userId, input, key, body: canonical(input) });
  const picture = (userId: bigint, seed?: number) => uploadPicture(media, userId, seed);
  const reviewer = async (staffId: bigint): Promise<Reviewer> => ({
    staffId,
    tokenHash: await addStaffSession(root, staffId, ['identity']),
  });
  const claim = async (staffId: bigint) => claimNextCase(staff, await reviewer(staffId));
  const decide = async (staffId: bigint, decision: Made) =>
    decideCase(staff, await reviewer(staffId), { checks: CHECK_CODES, ...decision });
  return {
    ...testbed,
    settings,
    picture,
    send,
    claim,
    decide,
    newId: async () => (await testbed.newUser()).id,
    submit: async (userId, fields = {}, key) =>
      send(
        userId,
        {
          type: 1,
          document: 'passport',
          name: 'Mira Kaya',
          card_id: `X${userId}`.slice(0, 24),
          nationality: 'DE',
          ...(!('front_pic' in fields) && { front_pic: await picture(userId) }),
          ...(!('hand_pic' in fields) && { hand_pic: await picture(userId) }),
          ...fields,
        },
        key,
      ),
    read: (userId) => readIdentity(deps, userId),
    release: async (staffId, caseId) => releaseCase(staff, await reviewer(staffId), caseId),
    open: async (staffId, caseId) => readCase(staff, await reviewer(staffId), caseId),
    review: async (caseId, decision) => {
      const staffId = testbed.nextId();
      await root.query(
        `update kyc_case set claimed_by = $1, claimed_until = app_now() + interval '5 minutes' where id = $2`,
        [staffId, caseId],
      );
      return await decide(staffId, { caseId, ...decision });
    },
    standing: async (userId) =>
      (await root.query('select verification, country from user_account where id = $1', [userId])).rows[0],
  };
}
