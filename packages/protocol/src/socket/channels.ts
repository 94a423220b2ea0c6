import { BOOKS, type Book } from '@app/domain/ledger';
import { PERIODS, type Period } from '@app/domain/market';

/** What anybody may watch. A book's depth and trades are public, the demo one's too. */
export type Channel =
  | { readonly kind: 'quotes' }
  | { readonly kind: 'kline'; readonly symbol: string; readonly period: Period }
  | { readonly kind: 'depth' | 'trades'; readonly book: Book; readonly symbol: string };
export type ChannelKind = Channel['kind'];

/** How many one socket may watch: a screen needs five. */
export const CHANNELS_MAX = 50;

/** A channel's name on the wire: `quotes`, `kline:BTC/USDT:1min`, `depth:real:BTC/USDT`, `trades:demo:BTC/USDT`. */
export function channelName(channel: Channel): string {
  if (channel.kind === 'quotes') return channel.kind;
  if (channel.kind === 'kline') return `${channel.kind}:${channel.symbol}:${channel.period}`;
  return `${channel.kind}:${channel.book}:${channel.symbol}`;
}

/** The channel of a name; nothing where the name has no such form. Whether its market exists is the server's to say. */
export function readChannel(name: string): Channel | undefined {
  const channel = guess(name.split(':'));
  return channel !== undefined && channelName(channel) === name ? channel : undefined;
}

function guess([kind, first = '', second = '']: readonly string[]): Channel | undefined {
  if (kind === 'quotes') return { kind };
  const period = PERIODS.find((it) => it === second);
  if (kind === 'kline') return period && { kind, symbol: first, period };
  const book = BOOKS.find((it) => it === first);
  return book && (kind === 'depth' || kind === 'trades') ? { kind, book, symbol: second } : undefined;
}
