import type { BankCard } from '@app/domain/payee';
import type pg from 'pg';
import type { NextId } from '../src/platform/db/writer.ts';
import { testKeys } from './testbed.ts';

export const CARD: BankCard = {
  realName: 'Mira Kaya',
  bankName: 'Example Bank',
  bankAccount: '1234567890123',
  bankAddress: '1 Main Street, New York',
  branch: '',
  bankCode: '',
  aba: '021000021',
  swift: 'CHASUS33',
  holderAddress: '5 Side Street, Boston',
  postCode: '02101',
  receiverPhone: '+14155550100',
};

type Rows = { readonly root: pg.Client; readonly nextId: NextId };

/** Inserts a saved bank account whose waiting period is over. */
export async function addUsableBank(root: pg.Client, userId: bigint, card: BankCard = CARD): Promise<void> {
  const { keyId, sealed } = testKeys.seal('bank', Buffer.from(JSON.stringify(card)), `bank:${userId}`);
  await root.query(
    `insert into payee_bank (user_id, key_id, sealed, changed_at, usable_at)
     values ($1, $2, $3, app_now() - interval '2 days', app_now() - interval '1 hour')`,
    [userId, keyId, sealed],
  );
}

/** Inserts a payout that waits for review, without its hold, which a test of something else does not need. */
export async function addReviewedPayout({ root, nextId }: Rows, userId: bigint): Promise<bigint> {
  const id = nextId();
  await root.query('set session_replication_role = replica');
  await root.query(
    `insert into payout (id, user_id, amount, fee, rate, usd, holder, bank_name, account, card_hash, key_id, sealed, worth_btc, worth_usdt, state)
     values ($1, $2, 200, 25, 1, 175, 'M••• K•••', 'Example Bank', '0123', $3, 'x', 'x', 0, 200, 'review')`,
    [id, userId, 'a'.repeat(64)],
  );
  await root.query(`insert into payout_step (payout, state) values ($1, 'review')`, [id]);
  await root.query('set session_replication_role = origin');
  return id;
}
