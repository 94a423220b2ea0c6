import { lastDigits } from '@app/domain/payee';
import { maskName, PAYOUT_CURRENCY } from '@app/domain/payout';
import { type Amount, ONE } from '@app/money';
import type { Output } from '@app/protocol';
import type { payoutOptions } from '@app/protocol/payout';
import type { Recipient } from '../../../platform/bus/push.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import type { AuthDeps } from '../../auth/index.ts';
import { readLiveRates } from '../../market/index.ts';
import { findBank } from '../../payee/index.ts';
import { readLeave } from '../../withdrawal/index.ts';
import { readTerms } from './read-terms.ts';

const ONE_COIN = ONE as bigint as Amount;

type Deps = Pick<AuthDeps, 'db' | 'settings' | 'keys'>;

/** Returns the caller's bank account, masked, and what a payout to it costs, with what holds or limits the caller. */
export async function listOptions(
  { db, settings, keys }: Deps,
  { userId, mode }: Recipient,
): Promise<Output<typeof payoutOptions>> {
  if (mode !== 'real') return refuseWith('real_account_only');
  const saved = await findBank(db, keys, userId);
  const rates = await readLiveRates(db, [PAYOUT_CURRENCY]);
  return {
    card:
      saved === undefined
        ? null
        : {
            holder: maskName(saved.card.realName),
            bank_name: saved.card.bankName,
            account: lastDigits(saved.card.bankAccount),
            usable_at: saved.usableAt.getTime(),
          },
    ...(await readTerms(settings)),
    price_btc: rates.worthBtc(PAYOUT_CURRENCY, ONE_COIN) ?? null,
    ...(await readLeave({ db, settings }, userId)),
  };
}
