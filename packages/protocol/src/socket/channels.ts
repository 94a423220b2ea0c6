import { MODES, type Mode } from '@app/domain/ledger';
import { PERIODS, type Period } from '@app/domain/market';

/** Channels open to everyone. Depth and trades are public, in demo mode too. */
export type Channel =
  | { readonly kind: 'quotes' }
  | { readonly kind: 'kline'; readonly symbol: string; readonly period: Period }
  | { readonly kind: 'depth' | 'trades'; readonly mode: Mode; readonly symbol: string };
export type ChannelKind = Channel['kind'];

/** Maximum channels per socket; a screen needs five. */
export const CHANNELS_MAX = 50;

/**
 * Returns a channel's name on the wire: `quotes`, `kline:BTC/USDT:1min`, `depth:real:BTC/USDT`, `trades:demo:BTC/USDT`.
 */
export function channelName(channel: Channel): string {
  if (channel.kind === 'quotes') return channel.kind;
  if (channel.kind === 'kline') return `${channel.kind}:${channel.symbol}:${channel.period}`;
  return `${channel.kind}:${channel.mode}:${channel.symbol}`;
}

/** Parses a channel name; undefined if it is malformed. The server checks whether the market exists. */
export function readChannel(name: string): Channel | undefined {
  const channel = guess(name.split(':'));
  return channel !== undefined && channelName(channel) === name ? channel : undefined;
}

function guess([kind, first = '', second = '']: readonly string[]): Channel | undefined {
  if (kind === 'quotes') return { kind };
  const period = PERIODS.find((it) => it === second);
  if (kind === 'kline') return period && { kind, symbol: first, period };
  const mode = MODES.find((it) => it === first);
  return mode && (kind === 'depth' || kind === 'trades') ? { kind, mode, symbol: second } : undefined;
}
