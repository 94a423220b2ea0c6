import { type PointerEvent, useRef, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { ChartDetails } from './chart-details.tsx';
import { firstSize, nearestSize, nextSize, panelHeight } from './chart-panel-model.ts';

type Props = { market: MarketInfo; pagePx: number };

/** Shows the details under a chart; the user drags or taps to resize. */
export function ChartDrawer({ market, pagePx }: Props) {
  const text = useText();
  const [size, setSize] = useState(() => firstSize(pagePx));
  const { draggedPx, handlers } = useDrag(panelHeight(size, pagePx), (heightPx) =>
    setSize(nearestSize(heightPx, pagePx)),
  );
  const heightPx = draggedPx ?? panelHeight(size, pagePx);
  return (
    <div className="relative flex-none pt-2">
      <button
        type="button"
        className="absolute inset-x-0 -top-2 z-1 grid h-6 touch-none place-items-center focus-visible:-outline-offset-2"
        aria-label={text('market.chart.panel.resize')}
        aria-expanded={size !== 'closed'}
        onClick={() => draggedPx === undefined && setSize(nextSize(size, pagePx))}
        {...handlers}
      >
        <i className="h-1 w-9 rounded-full bg-s3" />
      </button>
      <ChartDetails
        market={market}
        isOpen={heightPx > 0}
        className={`h-(--panel) ${heightPx === 0 ? 'invisible' : ''} overflow-y-auto overscroll-contain [scrollbar-width:none] ${draggedPx === undefined ? 'transition-[height] duration-200' : ''}`}
        style={{ '--panel': `${heightPx}px` }}
        onOpen={() => size === 'closed' && setSize('half')}
      />
    </div>
  );
}

/** Movements below this count as a tap. */
const TAP_PX = 6;

function useDrag(fromPx: number, onEnd: (heightPx: number) => void) {
  const start = useRef<{ y: number; heightPx: number }>(undefined);
  const [draggedPx, setDragged] = useState<number>();
  const heightAt = (y: number) => {
    const { current } = start;
    return current === undefined || Math.abs(current.y - y) < TAP_PX
      ? undefined
      : Math.max(0, current.heightPx + current.y - y);
  };
  const end = ({ clientY }: PointerEvent) => {
    const heightPx = heightAt(clientY);
    start.current = undefined;
    if (heightPx !== undefined) onEnd(heightPx);
    setTimeout(setDragged, 0, undefined); // Runs after the trailing click, to ignore it.
  };
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      start.current = { y: event.clientY, heightPx: fromPx };
    },
    onPointerMove: ({ clientY }: PointerEvent) => {
      const heightPx = heightAt(clientY);
      if (heightPx !== undefined) setDragged(heightPx);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { draggedPx, handlers };
}
