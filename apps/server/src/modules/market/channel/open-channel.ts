import { unreachable } from '@app/base';
import { type Channel, readChannel } from '@app/protocol/socket';
import type { ChannelSource, OpenChannel } from '../../../platform/gateway-channels.ts';
import type { Board } from '../board/board.ts';
import { type Books, openDepth, openTrades } from './book-channels.ts';
import type { BarKey, CurrentBars } from './current-bars.ts';
import { openKline } from './kline-channel.ts';
import { openQuotes } from './quotes-channel.ts';

export type ChannelDeps = {
  readonly board: Pick<Board, 'markets' | 'quotes' | 'blockNumber' | 'onBlocks'>;
  readonly bars: CurrentBars;
  readonly books: Books;
  /** Called when a user subscribes to this bar. */
  readonly onLook?: ((key: BarKey) => void) | undefined;
};

type Opening = { readonly channel: Channel; readonly market: number; readonly onUpdate: () => void };

/** Creates the function that opens each public market channel. */
export function createOpenChannel(deps: ChannelDeps): OpenChannel {
  const { board } = deps;
  return (name, onUpdate) => {
    const channel = readChannel(name);
    if (channel === undefined) return { ok: false, code: 'parameter_error' };
    const market = channel.kind === 'quotes' ? 0 : board.markets().find((it) => it.symbol === channel.symbol)?.id;
    if (market === undefined) return { ok: false, code: 'not_found' };
    return { ok: true, value: openSource(deps, { channel, market, onUpdate }) };
  };
}

function openSource(
  { board, bars, books, onLook }: ChannelDeps,
  { channel, market, onUpdate }: Opening,
): ChannelSource {
  switch (channel.kind) {
    case 'quotes':
      return openQuotes(board, onUpdate);
    case 'kline':
      onLook?.({ market, period: channel.period });
      return openKline(bars, { market, period: channel.period }, onUpdate);
    case 'depth':
      return openDepth(books, { market, mode: channel.mode }, onUpdate);
    case 'trades':
      return openTrades(books, { market, mode: channel.mode }, onUpdate);
    default:
      return unreachable(channel);
  }
}
