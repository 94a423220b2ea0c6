import type { RefusalParams } from '@app/base';
import { LOT_STEP } from '@app/domain/contract';
import { shownPlaces } from '@app/domain/wallet';
import {
  type Amount,
  formatDecimal,
  formatPlaces,
  groupDigits,
  multiply,
  type Price,
  parseDecimal,
  type Rate,
  showPrice,
} from '@app/money';
import type { Text } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { MARGIN_CURRENCY } from '../position/use-position.ts';
import { distanceText, UNKNOWN } from '../positions/deal-texts.ts';
import type { SizeUnit } from './contract-form.ts';
import type { ContractPreview, LiquidationFigures } from './contract-preview.ts';
import type { ContractEntry } from './use-contract-form.ts';

/** Zone of the user's device, in which times are shown. */
export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const PLACES = shownPlaces(MARGIN_CURRENCY);

/** Formats what the user pays or may lose: rounded up. */
export const costText = (value: Amount | undefined): string =>
  value === undefined ? UNKNOWN : groupDigits(formatPlaces(value, PLACES, 'up'));

/** Formats a gain or loss with its sign; a loss is rounded up. */
export function resultText(value: Amount): string {
  const shown = groupDigits(formatPlaces(value, PLACES, value < 0n ? 'up' : 'down'));
  return value > 0n ? `+${shown}` : shown;
}

/** Formats a price, or a dash. */
export const priceText = (value: Price | undefined, { precision }: Pick<MarketInfo, 'precision'>): string =>
  value === undefined ? UNKNOWN : showPrice(value, precision);

/** Formats a rate with all its digits: 0.0003 becomes 0.03%. */
export const rateText = (rate: Rate): string => `${formatDecimal((rate * 100n) as Rate)}%`;

/** Formats a size in the market's coin, with all its digits. */
export const coinText = (size: Amount, { base }: Pick<MarketInfo, 'base'>): string =>
  `${groupDigits(formatDecimal(size))} ${base}`;

/** Returns the name of a size's unit. */
export const unitName = (unit: SizeUnit, { base }: Pick<MarketInfo, 'base'>, text: Text): string =>
  unit === 'lots' ? text('contract.size.lots') : unit === 'base' ? base : MARGIN_CURRENCY;

/** Returns liquidation price and distance for a button. */
export function liquidationText(
  figures: LiquidationFigures | undefined,
  market: Pick<MarketInfo, 'precision'>,
  text: Text,
): string {
  const distance = figures?.distance;
  const price = figures?.liquidation;
  if (price === undefined || distance === undefined) return figures === undefined ? UNKNOWN : text('contract.liq.none');
  return text('contract.liq', { price: priceText(price, market), distance: distanceText(distance) });
}

type Refused = Extract<ContractPreview, { state: 'refused' }>;

/** Returns a refusal's text, with amounts of lots in the unit that is typed. */
export function refusalText(
  { code, params, field }: Pick<Refused, 'code' | 'params' | 'field'>,
  { form, steps, context }: Pick<ContractEntry, 'form' | 'steps' | 'context'>,
  text: Text,
): string {
  const shown: RefusalParams = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, groupDigits(value)]),
  );
  const isSize = field === 'size';
  if (isSize && (code === 'amount_step_wrong' || code === 'below_minimum')) {
    const lots = code === 'amount_step_wrong' ? LOT_STEP : parseDecimal<Amount>(params.minimum ?? '0');
    const coins = multiply(lots, steps.lot as bigint as Rate, 'up');
    const value = context === undefined ? coins : multiply(coins, context.now.index, 'up');
    const least = form.unit === 'lots' ? lots : form.unit === 'base' ? coins : value;
    const places = form.unit === 'quote' ? PLACES : 18;
    const amount = groupDigits(formatDecimal(parseDecimal<Amount>(formatPlaces(least, places, 'up'))));
    return text(`refusal.${code}`, code === 'amount_step_wrong' ? { step: amount } : { minimum: amount });
  }
  if (code === 'above_maximum') return text('contract.limit.notional', { maximum: '', ...shown });
  return text(`refusal.${code}`, shown);
}
