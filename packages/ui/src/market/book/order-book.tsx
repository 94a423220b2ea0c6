import type { Price } from '@app/money';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { rowsOfSides } from './book-areas.ts';
import { BookRenderer, type BookShown } from './book-renderer.ts';
import type { BookLabels, BookPosition, BookSide, BookSource, BookView } from './book-source.ts';
import { NO_LEVEL, useLevelPress } from './use-level-press.ts';
import { useSpokenBest } from './use-spoken-best.ts';

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
