import { demoWallet } from '@app/domain/auth';
import { type Amount, formatDecimal } from '@app/money';
import type { Tx } from '../../../platform/db/database.ts';
import type { NextId } from '../../../platform/db/writer.ts';
import { writeNotice } from '../../notify/index.ts';

type Granted = {
  readonly userId: bigint;
  readonly kind: 'demo_opened' | 'demo_reset';
  readonly amount: Amount;
};

/** Writes the notice of new demo money, in the transaction that grants it. */
export const noteDemoMoney = (tx: Tx, nextId: NextId, { userId, kind, amount }: Granted): Promise<void> => {
  const { currency } = demoWallet(userId);
  return writeNotice(tx, nextId, { userId, kind, params: { mode: 'demo', amount: formatDecimal(amount), currency } });
};
