import { reasonsOf } from '@app/domain/kyc';
import { identityText } from '@app/i18n/server';
import type { Input, Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { now } from '../../platform/db/clock.ts';
import type { NextId } from '../../platform/db/writer.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Http } from '../../platform/http/caller.ts';
import { findLanguage } from '../auth/index.ts';
import {
  type CaseRow,
  claimNextCase,
  countWaiting,
  decideCase,
  findCase,
  findPictureFile,
  findRejected,
  findWaiting,
  listLevels,
  readCase,
  releaseCase,
} from '../kyc/index.ts';
import { type Media, markPicture } from '../media/index.ts';
import { refusing, type StaffCaller, type StaffDeps, serveStaff, serveStaffPicture } from '../staff/index.ts';

export type ReviewDeps = Pick<StaffDeps, 'db' | 'transact' | 'settings' | 'keys'> & {
  readonly media: Media;
  readonly nextId: NextId;
};

type StaffHttp = Pick<Http, 'app' | 'bound'>;

/** Binds the review desk of identity: its queue, a case with its pictures, and the decision. */
export function reviewRoutes(http: StaffHttp, deps: ReviewDeps): void {
  serveStaff(http, deps, routes.listCases, (input) => listCases(deps, input));
  serveStaff(http, deps, routes.getCaseQueue, async () => ({
    at: (await now(deps.db)).getTime(),
    levels: (await countWaiting(deps.db)).map(({ oldest_at: oldest, holders, ...row }) => ({
      ...row,
      oldest_at: oldest.getTime(),
      holders: holders.map(BigInt),
    })),
  }));
  serveStaff(http, deps, routes.getCaseState, async ({ id }) => {
    const row = (await findCase(deps.db, id)) ?? refuseWith('not_found');
    return { at: row.now.getTime(), case: describeRow(row) };
  });
  serveStaff(http, deps, routes.getCase, ({ id }, caller) => openCase(deps, caller, id));
  serveStaff(http, deps, routes.claimCase, async (_input, caller) => ({
    id: (await refusing(claimNextCase(deps, caller))) ?? null,
  }));
  serveStaff(http, deps, routes.releaseCase, async ({ id }, caller) => {
    await refusing(releaseCase(deps, caller, id));
    return {};
  });
  serveStaff(http, deps, routes.decideCase, async ({ id, valid_until: validUntil, ...decision }, caller) => ({
    level: await refusing(decideCase(deps, caller, { ...decision, caseId: id, validUntil })),
  }));
  serveStaffPicture(http, deps, routes.openCasePicture, (input, caller) => openPicture(deps, caller, input));
}

async function listCases(
  { db }: ReviewDeps,
  { state, after, limit }: Input<typeof routes.listCases>,
): Promise<Output<typeof routes.listCases>> {
  const find = state === 'rejected' ? findRejected : findWaiting;
  const found = await find(db, { after, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return {
    at: (await now(db)).getTime(),
    list: rows.map(describeRow),
    next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
  };
}

const describeRow = (row: CaseRow): Output<typeof routes.listCases>['list'][number] => ({
  id: row.id,
  user_id: row.user_id,
  level: row.level,
  document: row.document,
  state: row.state,
  submitted_at: row.submitted_at.getTime(),
  decided_at: row.decided_at?.getTime() ?? null,
  held_by: row.held_by,
  held_until: row.held_until?.getTime() ?? null,
  attempt: row.attempt,
});

async function openCase(deps: ReviewDeps, caller: StaffCaller, id: bigint): Promise<Output<typeof routes.getCase>> {
  const opened = await refusing(readCase(deps, caller, id));
  const { list: levels } = await listLevels(deps.settings);
  const limitsOf = (level: number) => levels.find((it) => it.level === level) ?? refuseWith('not_found');
  const language = (await findLanguage(deps.db, opened.user_id)) ?? 'en';
  return {
    at: opened.now.getTime(),
    case: describeRow(opened),
    details: { ...opened.details },
    pictures: opened.pictures.map(({ part, width, height, created_at: sentAt }) => ({
      part,
      width,
      height,
      sent_at: sentAt.getTime(),
    })),
    history: opened.history.map(({ submitted_at: at, ...row }) => ({ ...row, submitted_at: at.getTime() })),
    decisions: opened.decisions.map(({ at, reasons, ...row }) => ({
      ...row,
      reasons: [...reasons],
      at: at.getTime(),
    })),
    duplicates: [...opened.duplicates],
    recommendations: opened.recommendations.map(({ at, reasons, ...row }) => ({
      ...row,
      reasons: [...reasons],
      at: at.getTime(),
    })),
    language,
    reasons: reasonsOf(opened.level).map((code) => ({
      code,
      text: identityText(language, `reason.${code}`),
      english: identityText('en', `reason.${code}`),
    })),
    limits: { now: limitsOf(opened.level - 1), approved: limitsOf(opened.level) },
    may_be_overridden: opened.may_be_overridden,
  };
}

/** Opens a picture of a case, marked with who looks at it and when. */
async function openPicture(
  { db, media }: ReviewDeps,
  { staffId, tokenHash }: StaffCaller,
  { id, part }: Input<typeof routes.openCasePicture>,
): Promise<Buffer> {
  const fileId = (await findPictureFile(db, id, part)) ?? refuseWith('not_found');
  const { bytes } = (await refusing(media.view({ tokenHash }, fileId))) ?? refuseWith('not_found');
  const at = (await now(db)).toISOString().slice(0, 19).replace('T', ' ');
  return await markPicture(bytes, `STAFF ${staffId}  ${at} UTC`);
}
