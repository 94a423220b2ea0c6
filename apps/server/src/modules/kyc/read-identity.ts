import { expectDefined } from '@app/base';
import {
  CASE_LEVELS,
  type CaseLevel,
  type Details,
  kycSettings,
  levelState,
  maskNumber,
  PICTURES,
} from '@app/domain/kyc';
import type { Output } from '@app/protocol';
import type { readIdentity as route } from '@app/protocol/kyc';
import type { KeyRing } from '../../platform/process/key-ring.ts';
import * as store from './kyc.store.ts';
import { detailsOf, type KycDeps, keptPictures } from './submit-identity.ts';

type Identity = Output<typeof route>;
type LevelStatus = Identity['levels'][number];

/** Returns how far the caller is verified, and the state of each level. */
export async function readIdentity(
  { db, settings, keys }: Pick<KycDeps, 'db' | 'settings' | 'keys'>,
  userId: bigint,
): Promise<Identity> {
  const { value: perDay } = await settings.read(kycSettings.submissionsPerDay);
  const standing = expectDefined(await store.findStanding(db, userId), 'the user of a session');
  const cases = await store.findNewestCases(db, userId);
  const describe = (level: CaseLevel) =>
    describeLevel(
      keys,
      level,
      cases.find((it) => it.level === level),
    );
  return {
    level: standing.verification,
    country: standing.country ?? '',
    levels: CASE_LEVELS.map(describe),
    submissions_per_day: perDay,
  };
}

function describeLevel(keys: KeyRing, level: CaseLevel, newest: store.CaseRow | undefined): LevelStatus {
  const state = levelState(newest?.state);
  const ended = newest?.state === 'expired' || newest?.state === 'withdrawn' ? newest.state : null;
  return {
    level,
    state,
    ended,
    document: newest?.document ?? null,
    submitted_at: newest?.submitted_at.getTime() ?? null,
    decided_at: newest?.decided_at?.getTime() ?? null,
    reasons: [...(newest?.reasons ?? [])],
    kept: newest === undefined || newest.state !== 'rejected' ? null : describeKept(keys, newest),
  };
}

/** Shows what need not be sent again; the number of a document is never answered in full. */
function describeKept(keys: KeyRing, rejected: store.CaseRow): LevelStatus['kept'] {
  const { card_id, ...details } = detailsOf(keys, rejected);
  const kept = keptPictures(rejected, rejected.document);
  return {
    details: { ...(details as Shown), ...(card_id !== undefined && { card_id: maskNumber(card_id) }) },
    pictures: PICTURES.filter((picture) => kept[picture] !== undefined),
  };
}

/** Details were checked when they were sent, the relationship among them. */
type Shown = Omit<NonNullable<LevelStatus['kept']>['details'] & Details, 'card_id'>;
