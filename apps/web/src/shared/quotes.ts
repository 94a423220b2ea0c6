import type { QuoteShown } from '@app/protocol/socket';
import { publicChannels } from './channel.ts';
import { serverNow } from './server-clock.ts';

type Quotes = ReadonlyMap<string, QuoteShown>;
type Channels = Pick<typeof publicChannels, 'listen' | 'view'>;

/** What the store needs of the world. */
type Around = {
  readonly channels: Channels;
  readonly nextFrame: (act: () => void) => void;
  readonly now: () => number;
  /** How long ago a moment of the server was. */
  readonly ageOf: (at: number) => number;
};

const CHANNEL = { kind: 'quotes' } as const;
const NONE: Quotes = new Map();

/** So many rows are drawn again in one frame; the others follow in the next, so that no frame is long. */
const ROWS_A_FRAME = 8;
/** What counts over all markets, such as an order by price, is counted anew this often. */
const WHOLE_EVERY_MS = 500;

/**
 * The newest price of every market, outside of React: a row listens to its own symbol and is drawn only when that changed.
 * The channel is watched while anybody listens.
 */
export function createQuotes({ channels, nextFrame, now, ageOf }: Around) {
  const rows = new Map<string, Set<() => void>>();
  const whole = new Set<() => void>();
  const waiting = new Set<string>();
  const painted = new Map<string, QuoteShown>();
  let latest: Quotes = NONE;
  let shownWhole: Quotes = NONE;
  let stop: (() => void) | undefined;
  let isFrameDue = false;
  let isWholeDue = false;
  let lastUpdate = { at: 0, receivedAt: 0 };

  const paint = () => {
    isFrameDue = false;
    let left = ROWS_A_FRAME;
    for (const symbol of waiting) {
      if (left-- === 0) break;
      waiting.delete(symbol);
      const quote = latest.get(symbol);
      if (quote !== undefined && rows.has(symbol)) painted.set(symbol, quote);
      for (const onChange of rows.get(symbol) ?? []) onChange();
    }
    if (waiting.size > 0) requestFrame();
  };
  const requestFrame = () => {
    if (isFrameDue) return;
    isFrameDue = true;
    nextFrame(paint);
  };
  const showWhole = () => {
    isWholeDue = false;
    shownWhole = latest;
    for (const onChange of whole) onChange();
  };
  const onFrame = () => {
    const before = latest;
    latest = channels.view(CHANNEL).state ?? before;
    if (latest === before) return;
    const at = newestOf(latest);
    if (at > lastUpdate.at) lastUpdate = { at, receivedAt: now() - oldAge(ageOf(at)) };
    for (const symbol of rows.keys()) if (latest.get(symbol) !== before.get(symbol)) waiting.add(symbol);
    if (waiting.size > 0) requestFrame();
    if (isWholeDue) return;
    isWholeDue = true;
    setTimeout(showWhole, before.size === 0 ? 0 : WHOLE_EVERY_MS);
  };
  const begin = () => {
    stop ??= channels.listen(CHANNEL, onFrame);
    onFrame(); // Another screen's channel may know everything already.
  };
  const endIfAlone = () => {
    if (rows.size > 0 || whole.size > 0) return;
    stop?.();
    stop = undefined;
  };
  return {
    /** Calls back when the price of one market is to be drawn again. */
    listenTo: (symbol: string, onChange: () => void): (() => void) => {
      const listeners = rows.get(symbol) ?? new Set();
      rows.set(symbol, listeners.add(onChange));
      begin();
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) {
          rows.delete(symbol);
          waiting.delete(symbol);
          painted.delete(symbol); // A row that comes back begins with the newest price.
        }
        endIfAlone();
      };
    },
    quoteOf: (symbol: string): QuoteShown | undefined => painted.get(symbol) ?? latest.get(symbol),
    /** Calls back twice a second at most, with all of them in `all`. */
    listenToAll: (onChange: () => void): (() => void) => {
      whole.add(onChange);
      begin();
      return () => {
        whole.delete(onChange);
        endIfAlone();
      };
    },
    all: (): Quotes => shownWhole,
    /** When the newest price of all was heard, by the page's own clock; 0 before the first. */
    receivedAt: (): number => lastUpdate.receivedAt,
  };
}

/** Who comes to a feed that died long ago hears its last words late; below this the clocks may only differ. */
const OLD_MS = 10_000;
const oldAge = (ageMs: number) => (ageMs >= OLD_MS ? ageMs : 0);

const newestOf = (quotes: Quotes) => {
  let newest = 0;
  for (const { at } of quotes.values()) if (at > newest) newest = at;
  return newest;
};

/** The page's own. A hidden page has no frames, and nobody to draw for. */
export const quotes = createQuotes({
  channels: publicChannels,
  nextFrame: (act) => void requestAnimationFrame(act),
  now: () => performance.now(), // A device's own clock may be set back.
  ageOf: (at) => serverNow() - at,
});
