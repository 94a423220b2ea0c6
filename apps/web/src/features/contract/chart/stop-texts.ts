import { type Amount, directionOf, type Price, showAmount, showPrice } from '@app/money';
import type { Text } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { type ChartLevel, type Drawn, realisedAt } from './chart-levels.ts';
import { isAbove, type StopEdit } from './stop-edit.ts';

const PLACES = 2;
const UNKNOWN = '—';

/** Formats a result with its sign. */
const signedText = (result: Amount): string =>
  `${directionOf(result, PLACES) === 'up' ? '+' : ''}${showAmount(result, PLACES)}`;

/** Returns what a stop realises where it is now; empty for other levels. */
export function resultText(level: ChartLevel, drawn: Drawn | undefined): string {
  if (level.kind !== 'profit' && level.kind !== 'stop') return '';
  return drawn === undefined ? UNKNOWN : signedText(realisedAt(drawn.position, level.price, drawn));
}

type Described = { readonly market: MarketInfo; readonly drawn: Drawn; readonly size: Amount };

/** Returns what saving an edit would set: price, size and result. */
export function editText(edit: StopEdit, { market, drawn, size }: Described, text: Text): string {
  return text(`levels.edit.${edit.kind}`, {
    price: showPrice(edit.price, market.precision),
    size: showAmount(size, market.lot_precision),
    result: signedText(realisedAt(drawn.position, edit.price, drawn)),
  });
}

/** Returns why an edit cannot be saved: it lies on the side of the index where it would fire at once. */
export function wrongSideText(edit: StopEdit, { drawn, market }: Described, index: Price, text: Text): string {
  const place = isAbove(drawn.deal, edit.kind) ? 'above' : 'below';
  return text(`levels.wrong.${edit.kind}.${place}`, { price: showPrice(index, market.precision) });
}
