import { expectDefined } from '@app/base';
import { checkCountry } from '@app/domain/auth';
import {
  type CaseLevel,
  checkDetails,
  checkSubmission,
  DETAIL_FIELDS,
  type Details,
  type DocumentType,
  isPictureKept,
  kycSettings,
  type Picture,
  picturesOf,
} from '@app/domain/kyc';
import { referenceSettings } from '@app/domain/reference';
import type { Input, Output } from '@app/protocol';
import { caseSubmitted, toOutbox } from '@app/protocol/events';
import { submitIdentity as route } from '@app/protocol/kyc';
import * as z from 'zod/mini';
import type { Tx } from '../../platform/db/database.ts';
import { once } from '../../platform/db/idempotency.ts';
import { publish } from '../../platform/db/outbox.ts';
import { accept, refuseWith } from '../../platform/http/accept.ts';
import type { KeyRing } from '../../platform/process/key-ring.ts';
import type { Platform } from '../../platform/process/platform.ts';
import type { Media } from '../media/index.ts';
import type { Settings } from '../reference/index.ts';
import * as store from './kyc.store.ts';
import { hashFile, hashNumber, openDetails, sealDetails } from './sealed-details.ts';

export type KycDeps = Platform & { readonly settings: Settings; readonly keys: KeyRing; readonly media: Media };

type Sent = Input<typeof route>;
type Submitted = Output<typeof route>;
type Command = { readonly userId: bigint; readonly input: Sent; readonly key: string; readonly body: string };

/** Rules of the operator, read before the transaction: one that holds a lock must not wait for another connection. */
type Rules = { readonly closed: readonly string[]; readonly perDay: number };

/** Sends a user's documents for a level to review, once per key. */
export async function submitIdentity(deps: KycDeps, command: Command): Promise<Submitted> {
  const { userId, key, body } = command;
  const { value: closed } = await deps.settings.read(referenceSettings.closedCountries);
  const { value: perDay } = await deps.settings.read(kycSettings.submissionsPerDay);
  const request = { key, userId, route: `${route.method} ${route.path}`, body };
  const { answer } = await once(deps.transact, request, async (tx) =>
    z.encode(route.response, await addCase(tx, deps, command, { closed, perDay })),
  );
  return z.decode(route.response, answer); // The record stores the answer in wire format.
}

async function addCase(tx: Tx, deps: KycDeps, { userId, input }: Command, rules: Rules): Promise<Submitted> {
  const { type: level } = input;
  await store.lockCasesOf(tx, userId);
  const standing = expectDefined(await store.findStanding(tx, userId), 'the user of a session');
  const newest = (await store.findNewestCases(tx, userId)).find((it) => it.level === level);
  accept(checkSubmission(level, { verification: standing.verification, newest: newest?.state }));
  const rejected = newest?.state === 'rejected' ? newest : undefined;
  const { document, details } = mergeDetails(deps.keys, input, rejected);
  if (details.nationality !== undefined) refuseClosed(details.nationality, rules.closed);
  const files = mergePictures(input, document, rejected);
  if ((await store.countRecent(tx, userId, level)) >= rules.perDay)
    return refuseWith('identity_too_often', { maximum: `${rules.perDay}` });
  return await insertCase(tx, deps, { userId, level, document, details, files });
}

function refuseClosed(nationality: string, closed: readonly string[]): void {
  const decision = checkCountry(nationality, closed);
  if (!decision.ok) refuseWith(decision.code === 'country_closed' ? 'identity_country_closed' : decision.code);
}

/** Completes what was sent by the rejected case and checks it. */
function mergeDetails(keys: KeyRing, input: Sent, rejected: store.CaseRow | undefined) {
  const earlier = rejected === undefined ? {} : detailsOf(keys, rejected);
  const fields = DETAIL_FIELDS[input.type];
  const merged = Object.fromEntries(fields.map((field) => [field, readField(input, field) ?? earlier[field] ?? '']));
  const document = input.document ?? rejected?.document ?? refuseWith('identity_details_wrong');
  return { document, details: accept(checkDetails(input.type, merged)) };
}

const readField = (input: Sent, field: keyof Details): string | undefined => input[field];

/** Opens the details of a case; none once they are erased. */
export function detailsOf(keys: KeyRing, { id, key_id, sealed }: store.CaseRow): Details {
  return key_id === null || sealed === null ? {} : openDetails(keys, id, { keyId: key_id, sealed });
}

type Files = Readonly<Partial<Record<Picture, string>>>;

/**
 * Returns the files of the pictures that the document needs. One that was not a reason of the rejection may be left out;
 * one that was may not be sent again.
 */
function mergePictures(input: Sent, document: DocumentType, rejected: store.CaseRow | undefined): Files {
  const kept = keptPictures(rejected, document);
  const files: Partial<Record<Picture, string>> = {};
  for (const picture of picturesOf(input.type, document)) {
    const sent = input[picture];
    const isKnown = sent !== undefined && Object.values(rejected?.pictures ?? {}).includes(sent);
    if (isKnown && kept[picture] !== sent) return refuseWith('identity_picture_missing');
    files[picture] = sent ?? kept[picture] ?? refuseWith('identity_picture_missing');
  }
  if (new Set(Object.values(files)).size < Object.keys(files).length) return refuseWith('identity_picture_missing');
  return files;
}

/** Returns the pictures of a rejected case that the next one may use; those of another document are no longer valid. */
export function keptPictures(rejected: store.CaseRow | undefined, document: DocumentType | undefined): Files {
  if (rejected === undefined || rejected.sealed === null || rejected.document !== document) return {};
  const kept = Object.entries(rejected.pictures) as [Picture, string][]; // By its type.
  return Object.fromEntries(kept.filter(([picture]) => isPictureKept(picture, rejected.reasons)));
}

/** Staff who open the pictures of a case. */
const READERS = ['identity', 'risk'] as const;

type CheckedCase = {
  readonly userId: bigint;
  readonly level: CaseLevel;
  readonly document: DocumentType;
  readonly details: Details;
  readonly files: Files;
};

/** Writes the case, binds its pictures to it and opens them to the reviewers. */
async function insertCase(tx: Tx, { keys, media, nextId }: KycDeps, checked: CheckedCase): Promise<Submitted> {
  const { userId, level, document, details, files } = checked;
  const id = nextId();
  const usedBy = useOf(userId, level);
  const entries = Object.entries(files) as [Picture, string][]; // By its type.
  for (const [, fileId] of entries) {
    await media.claim(tx, { ownerId: userId, fileId, purpose: 'identity', usedBy });
    for (const staff of READERS) await media.grant(tx, { fileId, usedBy, to: { staff }, reason: `kyc:${id}` });
  }
  const digests = await store.readDigests(
    tx,
    entries.map(([, fileId]) => fileId),
  );
  const submittedAt = await store.insertCase(tx, {
    id,
    userId,
    level,
    document,
    nationality: details.nationality,
    sealed: sealDetails(keys, id, details),
    hashKey: keys.currentId,
    numberHash: details.card_id === undefined ? undefined : hashNumber(keys, details.card_id),
  });
  const pictures = entries.map(([part, fileId]) => ({
    part,
    fileId,
    fileHash: hashFile(keys, expectDefined(digests.get(fileId), 'a claimed file')),
  }));
  await store.insertPictures(tx, id, pictures);
  await publish(tx, nextId, [toOutbox(caseSubmitted, { id, userId, level })]);
  return { id, level, state: 'under_review', submitted_at: expectDefined(submittedAt, 'the case').getTime() };
}

/** Use of the pictures of a level: all cases of a user for it share them, and no other feature or user has them. */
export const useOf = (userId: bigint, level: CaseLevel) => `kyc:${userId}:${level}`;
