import { parseDecimal, type Rate } from '@app/money';
import type { Output } from '@app/protocol';
import type { exchangeRate } from '@app/protocol/reference';
import type { Reader } from '../../platform/db/database.ts';
import { readFiatRates } from './reference.store.ts';

/** Lists the value of one US dollar in each fiat currency. */
export async function listFiatRates(db: Reader): Promise<Output<typeof exchangeRate>> {
  const rows = await readFiatRates(db);
  return Object.fromEntries(rows.map(({ currency_code, rate }) => [currency_code, parseDecimal<Rate>(rate)]));
}
