import {
  type ContractSettings,
  contractAccount,
  contractClassOf,
  contractRules,
  contractSettings,
  deliversAtMs,
  isSeriesOpen,
  leverageMaxAt,
  listedSeries,
  phaseAt,
  quoteAround,
  readContractSettings,
} from '@app/domain/contract';
import type { Mode } from '@app/domain/ledger';
import { WORTH_CURRENCY } from '@app/domain/wallet';
import { type Amount, parseDecimal, ZERO } from '@app/money';
import type { Output } from '@app/protocol';
import type { readContract as contractRoute, readContractRules as rulesRoute } from '@app/protocol/contract';
import type { Recipient } from '../../platform/bus/push.ts';
import type { Db } from '../../platform/db/database.ts';
import { refuseWith } from '../../platform/http/accept.ts';
import type { Ledger } from '../ledger/index.ts';
import type { Board } from '../market/index.ts';
import type { Settings } from '../reference/index.ts';
import * as store from './contract.store.ts';
import { type ContractMarkets, findMarket, type ListedMarket, type PairView } from './contract-markets.ts';
import { showDeals } from './list-deals.ts';

export type RulesDeps = {
  readonly db: Db;
  readonly ledger: Pick<Ledger, 'read'>;
  readonly settings: Settings;
  readonly board: Pick<Board, 'quoteOf'>;
  readonly markets: ContractMarkets;
};

/** The account mode and country for which rules are read. */
type Reader = { readonly mode: Mode; readonly country: string | undefined };

/** Returns the rules in force, as the engine applies them. */
export async function readContractRules(deps: RulesDeps, reader: Reader): Promise<Output<typeof rulesRoute>> {
  const settings = await readContractSettings(deps.settings.read);
  const { value: preselected } = await deps.settings.read(contractSettings.leveragePreselected);
  const { terms, classes } = settings;
  return {
    terms: {
      version: terms.version,
      open_fee_rate: terms.value.openFeeRate,
      close_fee_rate: terms.value.closeFeeRate,
      liquidation_fee_rate: terms.value.liquidationFeeRate,
      maintenance_tiers: [...terms.value.tiers],
    },
    classes: classes.version,
    lots_min: settings.lotsMin,
    limit_band_rate: settings.limitBandRate,
    removal_buffer_rate: settings.removalBufferRate,
    user_notional_max: settings.userNotionalMax,
    positions_max: settings.positionsMax,
    leverage_preselected: preselected,
    reopening_ticks: settings.reopeningTicks,
    list: await describeMarkets(deps, settings, { ...reader, markets: await deps.markets.offered() }),
  };
}

/** Returns one market for its form: rules, quote, the caller's account and what they have in it. */
export async function readContract(
  deps: RulesDeps,
  caller: Recipient & Reader,
  pair: PairView,
): Promise<Output<typeof contractRoute>> {
  const { db, ledger, markets } = deps;
  const market = await findMarket(markets, pair);
  const settings = await readContractSettings(deps.settings.read);
  const [[rules], [account], rows] = await Promise.all([
    describeMarkets(deps, settings, { ...caller, markets: [market] }),
    ledger.read(db, caller.mode, [contractAccount(caller.userId, WORTH_CURRENCY)]),
    store.selectLiveIn(db, caller, market.id),
  ]);
  return {
    ...(rules ?? refuseWith('not_found')),
    quote: quoteOf(deps, settings, market),
    account: { currency: WORTH_CURRENCY, available: account?.available ?? ZERO, frozen: account?.frozen ?? ZERO },
    list: await showDeals(markets, rows),
  };
}

async function describeMarkets(
  { db }: RulesDeps,
  settings: ContractSettings,
  { mode, country, markets }: Reader & { readonly markets: readonly ListedMarket[] },
) {
  const nowMs = Date.now();
  const facts = await store.readMarketFacts(
    db,
    mode,
    markets.map(({ id }) => id),
  );
  const factsOf = new Map(facts.map((fact) => [fact.market, fact]));
  return markets.map((market) => {
    const { leverageMax, spreadRate, overnightRate } = contractRules(settings, market, country);
    const fact = factsOf.get(market.id);
    const session =
      fact?.started_ms == null ? undefined : { startedMs: Number(fact.started_ms), ticks: fact.ticks ?? 0 }; // tidy: not money
    return {
      symbol: market.symbol,
      currency_id: market.baseId,
      legal_id: market.quoteId,
      class: contractClassOf(settings.classes.value, market).name,
      lot: market.multiplier,
      price_tick: market.priceTick,
      leverage_max: leverageMax,
      leverage_max_now: leverageMaxAt(leverageMax, market.hours, nowMs, settings.closeMargin),
      spread_rate: spreadRate,
      overnight_rate: overnightRate,
      overnight_index: parseDecimal<Amount>(fact?.overnight_index ?? '0'),
      phase: phaseAt(session, nowMs, market.hours),
      series: [
        { series: 'perp', is_open: true, delivers: null },
        ...listedSeries(nowMs, settings.series, market.id).map((series) => ({
          series,
          is_open: isSeriesOpen(series, nowMs, settings.series, market.id),
          delivers: deliversAtMs(series),
        })),
      ],
    };
  });
}

function quoteOf({ board }: RulesDeps, { classes }: ContractSettings, market: ListedMarket) {
  const quote = board.quoteOf(market.id);
  if (quote === undefined) return null;
  const { spreadRate } = contractClassOf(classes.value, market);
  const { price, state, isSimulated, atMs } = quote;
  return { price, ...quoteAround(price, market, spreadRate), state, simulated: isSimulated, at: atMs };
}
