import type { Details } from '@app/domain/kyc';
import type { Tx } from '../../../platform/db/database.ts';
import type { Transact } from '../../../platform/db/transact.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { KeyRing } from '../../../platform/process/key-ring.ts';
import { hashesOfFile, hashesOfNumber, openDetails } from '../sealed-details.ts';
import * as store from './review.store.ts';

/** A case as a reviewer sees it. Its pictures are opened one by one with `media.view`. */
export type OpenedCase = store.ReviewRow & {
  /** The reader holds it now. */
  readonly isHeld: boolean;
  /** Undefined once they are erased. */
  readonly details: Details | undefined;
  readonly pictures: readonly Omit<store.PictureRow, 'sha256'>[];
  /** Every case of the user, this one included, and what was decided about them. */
  readonly history: Awaited<ReturnType<typeof store.findHistory>>;
  readonly decisions: readonly store.DecisionRow[];
  /** Of the identity provider, if one is asked; oldest first. */
  readonly recommendations: readonly store.RecommendationRow[];
  /** Cases of other users with the same document number or the same picture. */
  readonly duplicates: readonly store.DuplicateRow[];
};

type Deps = { readonly transact: Transact; readonly keys: KeyRing };

/** Opens a case for a member of staff, and records it. */
export async function readCase(
  { transact, keys }: Deps,
  reviewer: store.Reviewer,
  caseId: bigint,
): Promise<OpenedCase> {
  // The database gives the fields out once the record of the view is committed.
  await transact((tx) => store.viewCase(tx, caseId, reviewer));
  return await transact(async (tx) => {
    const row = (await store.findCase(tx, caseId)) ?? refuseWith('not_found');
    const sealed = await store.openCase(tx, caseId, reviewer);
    const details = sealed && openDetails(keys, caseId, sealed);
    const pictures = await store.findPictures(tx, caseId);
    return {
      ...row,
      isHeld: row.held_by === reviewer.staffId,
      details,
      pictures: pictures.map(({ sha256: _, ...picture }) => picture),
      history: await store.findHistory(tx, row.user_id),
      decisions: await store.findDecisions(tx, row.user_id),
      recommendations: await store.findRecommendations(tx, caseId),
      duplicates: await findDuplicates(tx, keys, { userId: row.user_id, number: details?.card_id, pictures }),
    };
  });
}

type Looked = {
  readonly userId: bigint;
  readonly number: string | undefined;
  readonly pictures: readonly store.PictureRow[];
};

/** Compares by keyed hash; another case may have been hashed by an older master key. */
async function findDuplicates(tx: Tx, keys: KeyRing, { userId, number, pictures }: Looked) {
  const numbers = number === undefined ? [] : hashesOfNumber(keys, number);
  const files = pictures.flatMap(({ sha256 }) => hashesOfFile(keys, sha256));
  return [...(await store.findSameNumber(tx, userId, numbers)), ...(await store.findSamePictures(tx, userId, files))];
}
