import { intentText, STUCK_MS } from '@app/domain/withdrawal';
import { type Amount, parseDecimal } from '@app/money';
import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { now } from '../../../platform/db/clock.ts';
import type { Http } from '../../../platform/http/caller.ts';
import { refusing, type StaffDeps, serveStaff } from '../../staff/index.ts';
import * as store from './desk.store.ts';

/** Binds the desk of finance: withdrawals that wait for people, and what became of the others. */
export function withdrawalDeskRoutes(http: Pick<Http, 'app' | 'bound'>, deps: StaffDeps): void {
  const { db, transact } = deps;
  serveStaff(http, deps, routes.listDeskWithdrawals, async ({ state, after, limit }) => {
    const found = await store.readDesk(db, { state, after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    return {
      at: (await now(db)).getTime(),
      list: rows.map(showRow),
      next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
      wallets: await store.readWallets(db, STUCK_MS),
    };
  });
  serveStaff(http, deps, routes.refuseWithdrawal, async ({ id, reason }, { tokenHash }) => {
    await refusing(transact((tx) => store.refuse(tx, tokenHash, { id, reason })));
    return {};
  });
}

type Shown = Output<typeof routes.listDeskWithdrawals>['list'][number];

function showRow({ created_at, nonce, change_id, approved_at, sent_at, ...row }: store.DeskRow): Shown {
  const amount = parseDecimal<Amount>(row.amount);
  const fee = parseDecimal<Amount>(row.fee);
  return {
    ...row,
    amount,
    fee,
    worth_usdt: parseDecimal<Amount>(row.worth_usdt),
    created_at: created_at.getTime(),
    payload: intentText({ ...row, userId: row.user_id, amount, fee }),
    change_id,
    nonce: nonce === null ? null : Number(nonce),
    approved_at: approved_at?.getTime() ?? null,
    sent_at: sent_at?.getTime() ?? null,
  };
}
