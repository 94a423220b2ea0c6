import { approvalText, refusalText } from '@app/domain/payout';
import { type Amount, parseDecimal, type Rate } from '@app/money';
import type { Output } from '@app/protocol';
import * as routes from '@app/protocol/staff';
import { now } from '../../../platform/db/clock.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { Http } from '../../../platform/http/caller.ts';
import { refusing, type StaffDeps, serveStaff } from '../../staff/index.ts';
import { openCard } from '../request/seal-card.ts';
import * as store from './desk.store.ts';

/** Binds the desk of finance: payouts that wait for people, their bank details, and what became of the others. */
export function payoutDeskRoutes(http: Pick<Http, 'app' | 'bound'>, deps: StaffDeps): void {
  const { db, transact } = deps;
  serveStaff(http, deps, routes.listDeskPayouts, async ({ state, after, limit }) => {
    const found = await store.readDesk(db, { state, after, limit: limit + 1 });
    const rows = found.slice(0, limit);
    return {
      at: (await now(db)).getTime(),
      list: rows.map(showRow),
      next: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
    };
  });
  serveStaff(http, deps, routes.openPayoutCard, ({ id }, { tokenHash }) => readCard(deps, tokenHash, id));
  serveStaff(http, deps, routes.refusePayout, async ({ id, reason }, { tokenHash }) => {
    await refusing(transact((tx) => store.refuse(tx, tokenHash, { id, reason })));
    return {};
  });
}

/** Opens bank details. The database gives them out once the record of the view is committed. */
async function readCard(
  { transact, keys }: Pick<StaffDeps, 'transact' | 'keys'>,
  tokenHash: Buffer,
  id: bigint,
): Promise<Output<typeof routes.openPayoutCard>> {
  await refusing(transact((tx) => store.viewCard(tx, tokenHash, id)));
  const row = (await transact((tx) => store.openCard(tx, tokenHash, id))) ?? refuseWith('not_found');
  const { key_id: keyId, sealed, card_hash: cardHash } = row;
  const { card, isAsSigned } = openCard(keys, id, { keyId, sealed, cardHash });
  return {
    real_name: card.realName,
    bank_name: card.bankName,
    bank_account: card.bankAccount,
    bank_address: card.bankAddress,
    branch: card.branch,
    bank_code: card.bankCode,
    aba: card.aba,
    swift: card.swift,
    holder_address: card.holderAddress,
    post_code: card.postCode,
    receiver_phone: card.receiverPhone,
    is_as_signed: isAsSigned,
  };
}

type Shown = Output<typeof routes.listDeskPayouts>['list'][number];

function showRow({ card_hash: cardHash, ...row }: store.DeskRow): Shown {
  const amounts = {
    amount: parseDecimal<Amount>(row.amount),
    fee: parseDecimal<Amount>(row.fee),
    rate: parseDecimal<Rate>(row.rate),
    usd: parseDecimal<Amount>(row.usd),
  };
  const intent = { id: row.id, userId: row.user_id, account: row.account, cardHash, ...amounts };
  return {
    ...row,
    ...amounts,
    worth_usdt: parseDecimal<Amount>(row.worth_usdt),
    created_at: row.created_at.getTime(),
    payload: approvalText(intent),
    refusal_payload: refusalText(intent),
  };
}
