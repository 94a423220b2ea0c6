import { MARGIN_CURRENCY } from './position/use-position.ts';

/** Returns a contract's name: BTC-PERP, or BTC-261225 for one that is delivered on that day. */
export function contractName({ symbol, series = 'perp' }: { symbol: string; series?: string }): string {
  const [base, quote] = symbol.split('/');
  const pair = quote === MARGIN_CURRENCY ? base : symbol;
  return `${pair}-${series === 'perp' ? 'PERP' : series.slice(2).replaceAll('-', '')}`;
}
