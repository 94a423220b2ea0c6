import { directionOf, type Price } from '@app/money';
import { listSparks } from '@app/protocol/market';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useMemo, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import { call } from '../../../data/call/call.ts';
import { distanceText, MONEY_PLACES, priceText } from './deal-texts.ts';
import { type FigureScale, figureScale, placeOf, priceAt, spreadLabels } from './figure-scale.ts';
import { type Held, useLiveFigures } from './live-figures.ts';
import { STOP_KINDS, type StopKind } from './stop-entry.ts';
import type { StopsEntry } from './stops-editor.tsx';

/** Height of the drawing and of a label, in pixels (positions.css). */
const HEIGHT = 148;
const LABEL = 16;
/** Space beyond a broken scale, for liquidation that is too far to be drawn to scale. */
const BROKEN = 36;
/** Its line, from the edge. */
const EDGE = 8;
const KEPT_MS = 60_000;
const TEN = 10;

type Props = { held: Held; stops: StopsEntry; precision: number };

/**
 * Draws a position's prices over each other, with the last day behind them. Stops can be dragged, or moved with the
 * arrow keys; the fields below stay the way to type them.
 */
export function LevelsFigure({ held, stops, precision }: Props) {
  const text = useText();
  const figures = useLiveFigures(held);
  const curve = useLastDay(held.deal.symbol);
  const [frozen, setFrozen] = useState<FigureScale>();
  const box = useRef<HTMLFieldSetElement>(null);
  const { profit, loss } = stops.form;
  if (figures === undefined) return <div className="levels" />;
  const entry = held.deal.entry_price;
  const { liquidation, now } = figures;
  const prices = { entry, now: now.index, profit: profit.price, loss: loss.price, liquidation, curve };
  const scale = frozen ?? figureScale(prices);
  const plot = plotOf(liquidation, scale);
  const yOf = (price: Price) => plot.top + placeOf(price, scale) * plot.height;
  const drag = (kind: StopKind) => ({
    start: () => setFrozen(scale),
    moveTo: (clientY: number) => {
      const top = box.current?.getBoundingClientRect().top ?? 0;
      stops.moveTo(kind, priceAt((clientY - top - plot.top) / plot.height, scale));
    },
    end: () => setFrozen(undefined),
  });
  return (
    <fieldset className="levels" ref={box} aria-label={text('position.figure')}>
      <Curve points={[...curve, now.index].map(yOf)} />
      <div className="levels__line" style={atPx(yOf(entry))}>
        <span className="levels__name levels__name--end">{text('position.entry')}</span>
      </div>
      {liquidation !== undefined && (
        <LiquidationLevel
          at={liquidationAt(liquidation, scale, yOf)}
          plot={plot}
          isToScale={scale.isLiquidationIn}
          away={distanceText(figures.distance)}
        />
      )}
      {STOP_KINDS.map((kind) => {
        const { price } = stops.form[kind];
        return price === undefined ? null : (
          <StopLevel
            key={kind}
            kind={kind}
            shown={priceText(price, precision)}
            at={yOf(price)}
            drag={drag(kind)}
            moveBy={(ticks) => stops.moveBy(kind, ticks)}
          />
        );
      })}
      <Prices
        entry={{ price: entry, at: yOf(entry) }}
        now={{ price: now.index, at: yOf(now.index) }}
        profit={profit.price && { price: profit.price, at: yOf(profit.price) }}
        loss={loss.price && { price: loss.price, at: yOf(loss.price) }}
        liquidation={liquidation && { price: liquidation, at: liquidationAt(liquidation, scale, yOf) }}
        precision={precision}
        tone={directionOf(figures.result, MONEY_PLACES)}
      />
      <p className="levels__times" aria-hidden="true">
        <span>{text('position.figure.day')}</span>
        <span>{text('position.figure.now')}</span>
      </p>
    </fieldset>
  );
}

const NONE: readonly Price[] = [];

/** Returns a market's last day in 48 prices; empty until it is known. */
function useLastDay(symbol: string): readonly Price[] {
  const { data } = useQuery({
    queryKey: ['contract', 'last-day', symbol],
    queryFn: async ({ signal }) => (await call(listSparks, { symbols: [symbol] }, { signal })).list[0]?.values ?? NONE,
    staleTime: KEPT_MS,
  });
  return data ?? NONE;
}

/** Where prices are drawn; a broken scale leaves space beyond it, above for a short. */
type Plot = { readonly top: number; readonly height: number };

function plotOf(liquidation: Price | undefined, { high, isLiquidationIn }: FigureScale): Plot {
  if (liquidation === undefined || isLiquidationIn) return { top: 0, height: HEIGHT };
  return { top: liquidation > high ? BROKEN : 0, height: HEIGHT - BROKEN };
}

function liquidationAt(liquidation: Price, scale: FigureScale, yOf: (price: Price) => number): number {
  if (scale.isLiquidationIn) return yOf(liquidation);
  return liquidation > scale.high ? EDGE : HEIGHT - EDGE;
}

function Curve({ points }: { points: readonly number[] }) {
  const step = 100 / Math.max(points.length - 1, 1);
  const line = points.map((y, at) => `${(at * step).toFixed(1)} ${y.toFixed(1)}`).join('L');
  return (
    <svg className="levels__curve" viewBox={`0 0 100 ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${line}`} />
    </svg>
  );
}

const atPx = (at: number) => ({ '--at': `${at.toFixed(1)}px` });

type LiquidationProps = { at: number; plot: Plot; isToScale: boolean; away: string };

/** Draws the liquidation price; beyond a broken scale where it is too far to be drawn to scale. */
function LiquidationLevel({ at, plot, isToScale, away }: LiquidationProps) {
  const text = useText();
  const isAtTop = at < HEIGHT / 2;
  const name = useMemo(() => text('position.figure.liquidation', { distance: away }), [text, away]);
  return (
    <>
      {!isToScale && (
        <i className="levels__break" style={atPx(plot.top === 0 ? plot.height : plot.top)} aria-hidden="true" />
      )}
      <div className="levels__line levels__line--liq" style={atPx(at)}>
        <span
          className={isAtTop ? 'levels__name levels__name--warn' : 'levels__name levels__name--warn levels__name--over'}
        >
          {name}
          {!isToScale && <span className="text-ink-3"> · {text('position.figure.scale')}</span>}
        </span>
      </div>
    </>
  );
}

type Drag = { start: () => void; moveTo: (clientY: number) => void; end: () => void };
type StopProps = { kind: StopKind; shown: string; at: number; drag: Drag; moveBy: (ticks: number) => void };

const KEYS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1, PageUp: TEN, PageDown: -TEN };

/** Draws a stop that is dragged, or moved by one tick with the arrow keys and by ten with Shift. */
function StopLevel({ kind, shown, at, drag, moveBy }: StopProps) {
  const text = useText();
  const name = text(`position.${kind}`);
  const onKeyDown = (event: KeyboardEvent) => {
    const ticks = KEYS[event.key];
    if (ticks === undefined) return;
    event.preventDefault();
    moveBy(event.shiftKey ? ticks * TEN : ticks);
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.start();
  };
  const onPointerMove = ({ currentTarget, pointerId, clientY }: PointerEvent<HTMLDivElement>) => {
    if (currentTarget.hasPointerCapture(pointerId)) drag.moveTo(clientY);
  };
  return (
    <>
      <div className="levels__line levels__line--stop" style={atPx(at)}>
        <span className={at > HEIGHT / 2 ? 'levels__name levels__name--over' : 'levels__name'}>{name}</span>
      </div>
      <div
        className="levels__grip"
        style={atPx(at)}
        role="slider"
        tabIndex={0}
        aria-label={text('position.figure.move', { stop: name })}
        aria-orientation="vertical"
        aria-valuenow={Math.round((1 - at / HEIGHT) * 100)}
        aria-valuetext={shown}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={drag.end}
        onPointerCancel={drag.end}
      />
    </>
  );
}

type Placed = { readonly price: Price; readonly at: number };
type PricesProps = {
  entry: Placed;
  now: Placed;
  profit: Placed | undefined;
  loss: Placed | undefined;
  liquidation: Placed | undefined;
  precision: number;
  tone: string;
};

/** Lists the prices at the right edge, each beside its line and none over another. */
function Prices({ entry, now, profit, loss, liquidation, precision, tone }: PricesProps) {
  const labels = [
    { of: 'entry', placed: entry, look: '' },
    { of: 'now', placed: now, look: `levels__price--now tone-${tone}` },
    { of: 'profit', placed: profit, look: 'levels__price--stop' },
    { of: 'loss', placed: loss, look: 'levels__price--stop' },
    { of: 'liquidation', placed: liquidation, look: 'levels__price--liq' },
  ].flatMap(({ placed, ...label }) => (placed === undefined ? [] : [{ ...label, ...placed }]));
  const places = spreadLabels(
    labels.map(({ at }) => at),
    LABEL,
    HEIGHT,
  );
  return labels.map(({ of, price, look }, index) => (
    <span key={of} className={`levels__price ${look}`} style={{ '--at': `${places[index]}px` }}>
      {priceText(price, precision)}
    </span>
  ));
}
