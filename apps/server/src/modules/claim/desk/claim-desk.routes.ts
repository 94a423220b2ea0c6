import { type Amount, parseDecimal } from '@app/money';
import type { Input, Output } from '@app/protocol';
import { claimRefused, toOutbox } from '@app/protocol/events';
import * as routes from '@app/protocol/staff';
import { now } from '../../../platform/db/clock.ts';
import { publish } from '../../../platform/db/outbox.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Http } from '../../../platform/http/caller.ts';
import { type Media, markPicture } from '../../media/index.ts';
import { type Balance, readBalances } from '../../reconciliation/index.ts';
import { refusing, type StaffCaller, type StaffDeps, serveStaff, serveStaffPicture } from '../../staff/index.ts';
import { showClaim } from '../show-claim.ts';
import * as store from './desk.store.ts';

export type ClaimDeskDeps = Pick<StaffDeps, 'db' | 'transact'> & { readonly media: Media; readonly nextId: NextId };

/** Binds the desk of finance for deposits that did not appear. */
export function claimDeskRoutes(http: Pick<Http, 'app' | 'bound'>, deps: ClaimDeskDeps): void {
  const { db } = deps;
  serveStaff(http, deps, routes.listClaims, async ({ state, after, limit }) => {
    const found = await store.readDesk(db, { state, after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    return {
      at: (await now(db)).getTime(),
      list: rows.map(showRow),
      next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
      coins: (await readBalances(db)).map(showCoin),
    };
  });
  serveStaff(http, deps, routes.refuseClaim, (input, caller) => refuseClaim(deps, caller, input));
  serveStaffPicture(http, deps, routes.openVoucher, ({ id }, caller) => openVoucher(deps, caller, id));
}

type Listed = Output<typeof routes.listClaims>;

const showRow = ({ user_id, level, address, change_id, ...row }: store.DeskRow): Listed['list'][number] => ({
  ...showClaim(row),
  user_id,
  level,
  address,
  change_id,
});

const showCoin = ({
  chain,
  currency,
  block,
  compared_at,
  unexplained,
  gas,
  difference,
}: Balance): Listed['coins'][number] => ({
  chain,
  currency,
  block: Number(block),
  compared_at: compared_at.getTime(),
  unexplained: parseDecimal<Amount>(unexplained),
  gas: parseDecimal<Amount>(gas),
  difference: parseDecimal<Amount>(difference),
});

/** Refuses a claim and tells its user. */
async function refuseClaim(
  { transact, nextId }: ClaimDeskDeps,
  { tokenHash }: StaffCaller,
  { id, because, note }: Input<typeof routes.refuseClaim>,
): Promise<Output<typeof routes.refuseClaim>> {
  if (because === 'other' && note === undefined) return refuseWith('parameter_error');
  await refusing(
    transact(async (tx) => {
      const { userId, currency, stated } = await store.refuse(tx, tokenHash, { id, because, note });
      await publish(tx, nextId, [toOutbox(claimRefused, { id, userId, currency, amount: stated })]);
    }),
  );
  return {};
}

/** Opens the picture of a claim, marked with who looks at it and when. */
async function openVoucher(
  { db, media }: ClaimDeskDeps,
  { staffId, tokenHash }: StaffCaller,
  id: bigint,
): Promise<Buffer> {
  const fileId = (await store.findVoucher(db, id)) ?? refuseWith('not_found');
  const { bytes } = (await refusing(media.view({ tokenHash }, fileId))) ?? refuseWith('not_found');
  const at = (await now(db)).toISOString().slice(0, 19).replace('T', ' ');
  return await markPicture(bytes, `STAFF ${staffId}  ${at} UTC`);
}
