import { type Freshness, freshnessOf, type Market } from '@app/domain/market';
import { marketKillSwitch } from '@app/domain/reference';
import type { Settings } from '../../reference/index.ts';

/** Inputs of a market's state besides its ticks and the time. */
export type MarketRules = { readonly freshness: Freshness; readonly halted: ReadonlySet<number> };

export async function readMarketRules(settings: Settings, markets: readonly Market[]): Promise<MarketRules> {
  const switches = await Promise.all(
    markets.map(async ({ id, symbol }) => ({ id, isOn: (await settings.read(marketKillSwitch(symbol))).value })),
  );
  return {
    freshness: await freshnessOf(settings.read),
    halted: new Set(switches.flatMap(({ id, isOn }) => (isOn ? [] : [id]))),
  };
}
