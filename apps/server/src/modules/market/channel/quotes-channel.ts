import { type QuoteChange, type QuoteShown, quotesChange, quotesStart } from '@app/protocol/socket';
import * as z from 'zod/mini';
import type { ChannelSource, ChannelUpdate } from '../../../gateway/channels.ts';
import type { Board, Quote } from '../board/board.ts';

/** Lists are conflated to this many frames a second. */
const FRAMES_A_SECOND = 4;
/**
 * The 24-hour volume changes with every tick but matters by the minute: sent every time, it alone would double a frame.
 */
const VOLUME_EVERY_MS = 5_000;

type Watched = Pick<Board, 'quotes' | 'blockNumber' | 'onBlocks'>;

/** Opens a channel of all markets: the snapshot holds every quote, updates hold the fields that changed. */
export function openQuotes(board: Watched, onUpdate: () => void): ChannelSource {
  let published = new Map(board.quotes().map((quote) => [quote.market.id, shown(quote)]));
  let seq = String(board.blockNumber());
  let volumeAtMs = newestOf(published.values());
  const close = board.onBlocks(onUpdate);
  return {
    framesASecond: FRAMES_A_SECOND,
    close,
    start: () => ({ seq, data: z.encode(quotesStart, { quotes: [...published.values()] }) }),
    nextUpdate: (): ChannelUpdate | undefined => {
      const now = board.quotes().map(shown);
      const at = newestOf(now);
      const isVolumeDue = at - volumeAtMs >= VOLUME_EVERY_MS;
      const next = isVolumeDue
        ? now
        : now.map((quote) => ({ ...quote, vol: published.get(quote.id)?.vol ?? quote.vol }));
      const added = next.filter(({ id }) => !published.has(id));
      const quotes = next.flatMap((quote) => changeOf(published.get(quote.id), quote, at));
      if (added.length + quotes.length === 0) return undefined;
      const data = z.encode(quotesChange, { at, quotes, ...(added.length > 0 && { added }) });
      if (isVolumeDue) volumeAtMs = at;
      published = new Map(next.map((quote) => [quote.id, quote]));
      seq = String(board.blockNumber());
      return { seq, data };
    },
  };
}

const shown = ({ market, atMs, ...quote }: Quote): QuoteShown => ({
  id: market.id,
  symbol: market.symbol,
  price: quote.price,
  open: quote.open24h,
  high: quote.high24h,
  low: quote.low24h,
  vol: quote.volume24h,
  state: quote.state,
  simulated: quote.isSimulated,
  at: atMs,
});

const newestOf = (quotes: Iterable<QuoteShown>) => Math.max(0, ...Array.from(quotes, ({ at }) => at));

const FIELDS = ['price', 'open', 'high', 'low', 'vol', 'state', 'simulated'] as const;

/** Returns an empty list if nothing changed; a tick at the same price is a change, because its age is shown. */
function changeOf(before: QuoteShown | undefined, now: QuoteShown, at: number): QuoteChange[] {
  if (before === undefined) return [];
  const changed = FIELDS.filter((field) => before[field] !== now[field]);
  if (changed.length === 0 && before.at === now.at) return [];
  const fields = changed.map((field) => [field, now[field]] as const);
  return [{ id: now.id, ...Object.fromEntries(fields), ...(now.at !== at && { at: now.at }) }];
}
