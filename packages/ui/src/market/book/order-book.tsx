import { type Price, showPrice } from '@app/money';
import {
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createThrottle } from '../../data/throttle.ts';
import { tick } from '../../entry/haptics.ts';
import { useHold } from '../../entry/use-hold.ts';
import { rowsOfSides } from './book-areas.ts';
import { rowAfter } from './book-keys.ts';
import { BookRenderer, type BookShown } from './book-renderer.ts';
import type { BookLabels, BookPosition, BookSide, BookSource, BookView } from './book-source.ts';

type Layout = BookShown['layout'];
type Props = {
  source: BookSource;
  /** Rows of each side; a side shown alone also gets the rows of the other. */
  rows: number;
  view?: BookView;
  step: Price;
  precision: number;
  lotPrecision: number;
  /** The user's own open orders; their levels are marked. */
  own?: readonly BookPosition[];
  labels: BookLabels;
  /** Last price, shown between the sides of a column. */
  middle?: ReactNode;
  onPick?: (price: Price, side: BookSide) => void;
  /** Called when a level is pressed for half a second or right-clicked. */
  onHold?: (level: BookPosition) => void;
  isStale?: boolean;
  /** `wide`: bids left, asks right, best on top, and no middle. */
  layout?: Layout;
};

const MIDDLE_PX = 44;
const NONE: readonly BookPosition[] = [];

/** Shows the order book on a canvas. Screen readers get the best prices as text, every few seconds. */
export function OrderBook({ view = 'both', own = NONE, layout = 'column', isStale = false, ...props }: Props) {
  const { source, rows, step, precision, lotPrecision, labels, middle } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const spoken = useRef<HTMLParagraphElement>(null);
  const best = useId();
  const hasMiddle = layout === 'column' && middle !== undefined;
  const middleHeight = hasMiddle ? MIDDLE_PX : 0;
  const renderer = useBookRenderer(canvas, source, {
    layout,
    view,
    rows,
    middleHeight,
    step,
    precision,
    lotPrecision,
    own,
  });
  const press = useLevelPress(renderer, {
    onPick: ({ price, side }) => props.onPick?.(price, side),
    onHold: (level) => props.onHold?.(level),
  });
  useSpokenBest(spoken, { source, precision, bid: labels.bid, ask: labels.ask });
  const sides = rowsOfSides(view, rows);
  const measures = { '--rows': rows, '--asks': sides.ask, '--bids': sides.bid, '--mid': `${middleHeight}px` };
  return (
    <section className={`book book--${layout}`} aria-label={labels.label} style={measures}>
      <BookHead layout={layout} labels={labels} />
      <div className="book__body">
        <div
          className={isStale ? 'book__place stale' : 'book__place'}
          role="slider"
          tabIndex={0}
          aria-label={labels.label}
          aria-orientation="vertical"
          aria-valuemin={-sides.bid}
          aria-valuemax={sides.ask}
          aria-valuenow={0}
          aria-valuetext={NO_LEVEL}
          aria-describedby={best}
          {...press}
        >
          <canvas ref={canvas} className="book__canvas" data-book="waiting" />
        </div>
        {hasMiddle && <div className="book__mid">{middle}</div>}
      </div>
      <p ref={spoken} id={best} className="sr-only" />
    </section>
  );
}

function BookHead({ layout, labels }: { layout: Layout; labels: BookLabels }) {
  const names =
    layout === 'wide' ? [labels.amount, labels.bid, labels.ask, labels.amount] : [labels.price, labels.amount];
  return (
    <div className="book__h" aria-hidden="true">
      {names.map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the heads never change places.
        <span key={index}>{name}</span>
      ))}
    </div>
  );
}

/** Keeps one stage per source; all other changes are shown on the same stage. */
function useBookRenderer(canvas: React.RefObject<HTMLCanvasElement | null>, source: BookSource, shown: BookShown) {
  const renderer = useRef<BookRenderer>(undefined);
  const first = useRef(shown);
  useLayoutEffect(() => {
    if (canvas.current === null) return undefined;
    const made = new BookRenderer(canvas.current, source, first.current);
    renderer.current = made;
    return () => made.dispose();
  }, [canvas, source]);
  // Runs after every render: the stage ignores unchanged settings.
  useLayoutEffect(() => {
    first.current = shown;
    renderer.current?.show(shown);
  });
  return renderer;
}

/** Updates for screen readers and braille displays are limited to this rate. */
const SPEAK_EVERY_MS = 5_000;
const UNKNOWN = '—';

type Best = { readonly source: BookSource; readonly precision: number } & Pick<BookLabels, 'bid' | 'ask'>;

/** Writes the best bid and ask into an element, bypassing React. */
function useSpokenBest(container: RefObject<HTMLElement | null>, { source, precision, bid, ask }: Best): void {
  useEffect(() => {
    const write = (price: Price | undefined) => (price === undefined ? UNKNOWN : showPrice(price, precision));
    const speak = () => {
      const levels = source.read();
      if (container.current === null || levels === undefined) return false;
      container.current.textContent = `${bid} ${write(levels.bids[0]?.[0])}, ${ask} ${write(levels.asks[0]?.[0])}`;
      return true;
    };
    const throttle = createThrottle(SPEAK_EVERY_MS, speak, { moment: 'frame' });
    const stop = source.listen(throttle.trigger);
    throttle.trigger();
    return () => {
      stop();
      throttle.stop();
    };
  }, [container, source, precision, bid, ask]);
}

/** aria-valuetext when the keyboard has selected no level. */
const NO_LEVEL = '—';

type Handlers = { onPick: (level: BookPosition) => void; onHold: (level: BookPosition) => void };

/**
 * Handles touch, mouse and keyboard on an order book. The level under the pointer when it went down counts, not the one
 * when it was released.
 */
function useLevelPress(renderer: RefObject<BookRenderer | undefined>, { onPick, onHold }: Handlers) {
  const aimed = useRef<BookPosition>(undefined);
  const find = useCallback(() => aimed.current, []);
  const act = (use: (level: BookPosition) => void) => {
    if (aimed.current === undefined) return;
    tick();
    use(aimed.current);
  };
  const hold = useHold(find, () => act(onHold));
  return {
    ...hold,
    onPointerDownCapture: ({ clientX, clientY, currentTarget }: PointerEvent) => {
      const { left, top } = currentTarget.getBoundingClientRect();
      aimed.current = renderer.current?.levelAt({ x: clientX - left, y: clientY - top });
    },
    onClick: () => act(onPick),
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      hold.onKeyDown();
      if (event.key === 'Enter' || event.key === ' ') act(onPick);
      else if (!moveCursor(renderer.current, event)) return;
      else aimed.current = renderer.current?.cursor && renderer.current.levelOf(renderer.current.cursor);
      event.preventDefault();
    },
    onBlur: ({ currentTarget }: FocusEvent<HTMLElement>) => {
      if (renderer.current?.cursor === undefined) return;
      renderer.current.cursor = undefined;
      currentTarget.setAttribute('aria-valuetext', NO_LEVEL);
    },
  };
}

/**
 * Moves to another row and sets its text for screen readers; both the text and what Enter picks are fixed at this
 * moment.
 */
function moveCursor(renderer: BookRenderer | undefined, { key, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (renderer === undefined) return false;
  const { bid, ask } = renderer.rows;
  const next = rowAfter(key, renderer.cursor, { bid: bid.length, ask: ask.length });
  if (next === undefined) return false;
  renderer.cursor = next;
  const row = renderer.rows[next.side][next.index];
  currentTarget.setAttribute('aria-valuenow', String(next.side === 'ask' ? next.index + 1 : -1 - next.index));
  currentTarget.setAttribute('aria-valuetext', `${row?.priceText ?? ''} · ${row?.amountText ?? ''}`);
  return true;
}
