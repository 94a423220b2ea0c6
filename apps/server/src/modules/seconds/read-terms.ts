import type { Mode } from '@app/domain/ledger';
import { freshnessOf } from '@app/domain/market';
import { isOpenIn, killSwitch, marketKillSwitch, productSwitch } from '@app/domain/reference';
import {
  breakEvenRate,
  expectedCostRate,
  readSecondsSettings,
  type SecondsSettings,
  secondsAccount,
} from '@app/domain/seconds';
import { ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { readStakeCurrencies as currenciesRoute, readSecondsTerms as termsRoute } from '@app/protocol/seconds';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Ledger } from '../ledger/index.ts';
import { createCheckProduct, type Settings } from '../reference/index.ts';
import { type BetMarkets, STAKE_CURRENCY } from './bet-markets.ts';

type TermsDeps = {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'read'>;
  readonly settings: Settings;
  readonly markets: BetMarkets;
};

/** Caps of the currencies that the engine accepts in a mode. */
const capsOf = ({ caps }: SecondsSettings, mode: Mode) =>
  caps[mode].filter(({ currency }) => currency === STAKE_CURRENCY);

/** No country has this code, so no exception is for it. */
const UNKNOWN_COUNTRY = '';

/** Returns the payout table in force with its odds, and the markets with bets. */
export async function readSecondsTerms(
  { settings, markets }: Pick<TermsDeps, 'settings' | 'markets'>,
  { mode, country }: { readonly mode: Mode; readonly country: string | undefined },
): Promise<Output<typeof termsRoute>> {
  const inForce = await readSecondsSettings(settings.read);
  const { version, value: terms } = inForce.terms;
  const product = await createCheckProduct(settings)('seconds', country);
  const { value: isTrading } = await settings.read(killSwitch('new_positions'));
  const offered = markets.offered().map(async ({ id, symbol }) => ({
    match_id: id,
    symbol,
    is_open: (await settings.read(marketKillSwitch(symbol))).value,
  }));
  const { value: position } = await settings.read(productSwitch('seconds'));
  const isOffered = product.ok || (product.code === 'country_required' && isOpenIn(position, UNKNOWN_COUNTRY));
  return {
    version,
    is_open: isOffered && isTrading,
    refusal: product.ok ? null : product.code,
    entry_delay_ms: terms.entryDelayMs,
    cancel_lead_ms: terms.cancelLeadMs,
    void_after_ms: terms.voidAfterMs,
    fresh_ms: (await freshnessOf(settings.read)).seconds,
    list: terms.payouts.map(({ seconds, rate }) => ({
      seconds,
      rate,
      break_even: breakEvenRate(rate),
      cost_rate: expectedCostRate(rate),
    })),
    caps: capsOf(inForce, mode).map(({ currency, step, stakeMin, stakeMax, openStakesMax }) => ({
      currency_name: currency,
      step,
      stake_min: stakeMin,
      stake_max: stakeMax,
      open_stakes_max: openStakesMax,
    })),
    markets: await Promise.all(offered),
  };
}

/** Lists the currencies of stakes with the caller's balance. */
export async function readStakeCurrencies(
  { db, ledger, settings, markets }: TermsDeps,
  { userId, mode }: Recipient,
): Promise<Output<typeof currenciesRoute>> {
  const ids = await markets.currencyIds();
  const caps = capsOf(await readSecondsSettings(settings.read), mode);
  const accounts = await ledger.read(
    db,
    mode,
    caps.map(({ currency }) => secondsAccount(userId, currency)),
  );
  const list = caps.flatMap(({ currency, step, stakeMin, stakeMax, openStakesMax }, at) => {
    const currencyId = ids.get(currency);
    if (currencyId === undefined) return [];
    return [
      {
        currency_id: currencyId,
        currency_name: currency,
        step,
        stake_min: stakeMin,
        stake_max: stakeMax,
        open_stakes_max: openStakesMax,
        available: accounts[at]?.available ?? ZERO,
        frozen: accounts[at]?.frozen ?? ZERO,
      },
    ];
  });
  return { list };
}
