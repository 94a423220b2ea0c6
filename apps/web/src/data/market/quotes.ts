import type { QuoteShown } from '@app/protocol/socket';
import { serverNow } from '../call/server-clock.ts';
import { publicChannels } from '../socket/channel.ts';

type Quotes = ReadonlyMap<string, QuoteShown>;
type Channels = Pick<typeof publicChannels, 'listen' | 'view'>;

/** Dependencies of the store. */
type Around = {
  readonly channels: Channels;
  readonly nextFrame: (act: () => void) => void;
  readonly now: () => number;
  /** Returns the age of a server timestamp. */
  readonly ageOf: (at: number) => number;
};

const CHANNEL = { kind: 'quotes' } as const;
const NONE: Quotes = new Map();

/** Rows rendered per frame; the others follow in the next, so that no frame is long. */
const ROWS_A_FRAME = 8;
/** Interval for what depends on all markets, such as sorting by price. */
const WHOLE_EVERY_MS = 500;

/**
 * Keeps the newest price of every market outside of React: a row listens to its symbol and renders only when that
 * changed. Subscribes to the channel while there are listeners.
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
    onFrame(); // The channel may already have data from another screen.
  };
  const endIfAlone = () => {
    if (rows.size > 0 || whole.size > 0) return;
    stop?.();
    stop = undefined;
  };
  return {
    /** Calls back when one market's price should render again. */
    listenTo: (symbol: string, onChange: () => void): (() => void) => {
      const listeners = rows.get(symbol) ?? new Set();
      rows.set(symbol, listeners.add(onChange));
      begin();
      return () => {
        listeners.delete(onChange);
        if (listeners.size === 0) {
          rows.delete(symbol);
          waiting.delete(symbol);
          painted.delete(symbol); // A row that mounts again starts with the newest price.
        }
        endIfAlone();
      };
    },
    quoteOf: (symbol: string): QuoteShown | undefined => painted.get(symbol) ?? latest.get(symbol),
    /** Calls back at most twice a second, with all quotes in `all`. */
    listenToAll: (onChange: () => void): (() => void) => {
      whole.add(onChange);
      begin();
      return () => {
        whole.delete(onChange);
        endIfAlone();
      };
    },
    all: (): Quotes => shownWhole,
    /** Returns when the newest price arrived, by the page's clock; 0 before the first. */
    receivedAt: (): number => lastUpdate.receivedAt,
  };
}

/**
 * Age from which a first price counts as old: a feed may have stopped long before the user arrived; below this the
 * clocks may only differ.
 */
const OLD_MS = 10_000;
const oldAge = (ageMs: number) => (ageMs >= OLD_MS ? ageMs : 0);

const newestOf = (quotes: Quotes) => {
  let newest = 0;
  for (const { at } of quotes.values()) if (at > newest) newest = at;
  return newest;
};

/** The page's quotes. A hidden page has no animation frames and renders nothing. */
export const quotes = createQuotes({
  channels: publicChannels,
  nextFrame: (act) => void requestAnimationFrame(act),
  now: () => performance.now(), // The device's clock may be set back.
  ageOf: (at) => serverNow() - at,
});
