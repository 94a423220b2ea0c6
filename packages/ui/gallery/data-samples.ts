import { type Decimal, type Price, parseDecimal, type Rate } from '@app/money';
import type { MarketLine } from '../src/index.ts';

export const price = (text: string) => parseDecimal<Price>(text);
export const rate = (text: string) => parseDecimal<Rate>(text);

const prices = (texts: string) => texts.split(' ').map(price);

const market = (base: string, volume: string, last: string, precision: number, change: string): MarketLine => ({
  base,
  quote: 'USDT',
  precision,
  price: price(last),
  change: rate(change),
  volume: price(volume),
});

export const MARKETS: readonly MarketLine[] = [
  market('BTC', '1241830000', '67842.1', 2, '0.0184'),
  market('ETH', '684200000', '3412.66', 2, '0.0231'),
  market('SOL', '211460000', '172.84', 2, '-0.0062'),
  market('DOGE', '142550000', '0.15872', 5, '0.069'),
  market('ADA', '96710', '0.4561', 4, '0'),
  market('ZRX', '880.5', '0.00001234', 8, '-0.3348'),
  market('PEPE', '51200000', '0.0000085123', 10, '12.3456'),
];

export const RISE = {
  values: prices(
    '66.6 66.9 67 67.1 66.98 67.05 67.12 67.2 67.08 67.1 67.11 67.24 67.3 67.27 67.29 67.35 67.4 67.52 67.46 67.47 67.48 67.45 67.58 67.51 67.62 67.6 67.58 67.6',
  ),
  open: price('66.61'),
};
export const FALL = {
  values: prices(
    '174 174.2 173.9 173.6 173.5 173.48 173.47 172.9 172.8 172.86 172.88 173.1 173.09 172.9 172.7 172.6 172.73 173 172.8 172.74 172.85 172.8 172.7 172.2 172.1 172.84',
  ),
  open: price('173.92'),
};

const EQUITY = [
  24590, 24586, 24580, 24562, 24578, 24590, 24602, 24612, 24604, 24560, 24528, 24500, 24492, 24506, 24512, 24508, 24490,
  24478, 24455, 24448, 24440, 24436, 24452, 24470, 24492, 24512, 24500, 24482, 24500, 24506, 24512, 24560, 24592, 24610,
  24622, 24634, 24612, 24632, 24618, 24630, 24642, 24660, 24650, 24672, 24690, 24686, 24700, 24716, 24712, 24725, 24730,
  24736, 24752, 24768, 24760, 24742, 24750, 24772, 24781, 24768, 24770, 24764, 24781, 24786, 24776, 24795, 24782, 24812,
];
export const EQUITY_CURVE: readonly Decimal[] = EQUITY.map((value) => price(String(value)));
export const EQUITY_MARK = { value: price('24590.3'), name: '00:00 · 24,590.30' };
export const LOSS_CURVE: readonly Decimal[] = EQUITY.map((value) => price(String(49_180 - value)));

export const ADDRESS = 'TXk9mR4vQ2hLw7ZsN8pYcB3eJ6uFaD5gTo';
export const HASH = '9c0e41d70f5ad2a86e11c4b07b2a8';
