import { spotRulesOf } from '@app/domain/spot';
import type { Output } from '@app/protocol';
import type { readRules as route } from '@app/protocol/spot';
import type { Settings } from '../reference/index.ts';

/** Returns the rules in force, as the engine applies them. */
export async function readRules({ settings }: { readonly settings: Settings }): Promise<Output<typeof route>> {
  const rules = await spotRulesOf(settings.read);
  return {
    is_on: rules.isOn,
    order_min: rules.orderMin,
    order_max: rules.orderMax,
    open_orders_max: rules.openOrdersMax,
    band_rate: rules.bandRate,
    limit_band_rate: rules.limitBandRate,
    warn_rate: rules.warnRate,
    fresh_ms: rules.freshMs,
    fee_levels: [...rules.feeLevels],
  };
}
