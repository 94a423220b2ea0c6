import { termsKey, withdrawalSettings } from '@app/domain/withdrawal';
import { type Amount, ONE, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type * as routes from '@app/protocol/withdrawal';
import type { Recipient } from '../../../platform/bus/push.ts';
import type { Db } from '../../../platform/db/database.ts';
import { refuseWith } from '../../../platform/http/accept.ts';
import { readLiveRates } from '../../market/index.ts';
import type { Settings } from '../../reference/index.ts';
import * as store from '../withdrawal.store.ts';
import { readLeave } from './standing.ts';

export type ReadDeps = { readonly db: Db; readonly settings: Settings };

type Options = Output<typeof routes.withdrawOptions>;

/** Seconds between two blocks of Ethereum. */
const BLOCK_SECONDS = 12;
const ONE_COIN = ONE as bigint as Amount;

/** Lists what can be withdrawn and what that costs, with what holds or limits the caller. */
export async function listOptions(deps: ReadDeps, { userId, mode }: Recipient): Promise<Options> {
  if (mode !== 'real') return refuseWith('real_account_only');
  const { db, settings } = deps;
  return { list: await listNetworks(deps), ...(await readLeave({ db, settings }, userId)) };
}

async function listNetworks({ db, settings }: ReadDeps): Promise<Options['list']> {
  const { value: terms } = await settings.read(withdrawalSettings.terms);
  const { value: confirmations } = await settings.read(withdrawalSettings.confirmations);
  const rows = await store.readOptions(db);
  const rates = await readLiveRates(
    db,
    rows.map(({ currency }) => currency),
  );
  return rows.map((row) => {
    const { currency, chain, places } = row;
    const own = terms[termsKey(currency, chain)];
    const closed = closedBecause(row, own !== undefined);
    return {
      currency,
      chain,
      is_open: closed === null,
      closed_because: closed,
      fee: own?.fee ?? ZERO,
      minimum: own?.minimum ?? ZERO,
      places: places ?? 0,
      confirmations,
      seconds: confirmations * BLOCK_SECONDS,
      price_btc: rates.worthBtc(currency, ONE_COIN) ?? null,
    };
  });
}

/** Returns why a coin cannot be withdrawn on a chain now; null if it can. */
export function closedBecause(
  { is_answering, is_halted }: Pick<store.OptionRow, 'is_answering' | 'is_halted'>,
  hasTerms: boolean,
): Options['list'][number]['closed_because'] {
  if (is_answering === null) return 'not_connected';
  if (is_halted) return 'halted';
  if (!is_answering) return 'no_answer';
  return hasTerms ? null : 'no_terms';
}
