import { sideOf } from '@app/client/contract';
import { absolute, type Price, type Rate, showAmount } from '@app/money';
import { useEffect, useEffectEvent } from 'react';
import type { SlotProps } from '../../../data/app/slot-props.ts';
import { type Text, useText } from '../../../data/app/texts.ts';
import { type ChartDrawing, type ChartMark, NOTHING_DRAWN } from '../../../data/market/chart-drawing.ts';
import { type MarketInfo, useMarketsSoFar } from '../../../data/market/markets.ts';
import type { ChartLevel } from './chart-levels.ts';
import { useDealEvents } from './own-deals.ts';
import { levelIdOf, type StopEdit } from './stop-edit.ts';
import { StopEditor } from './stop-editor.tsx';
import { resultText } from './stop-texts.ts';
import { type ChartLevels, useChartLevels } from './use-chart-levels.ts';
import { useStopEdit } from './use-stop-edit.ts';

/** Draws the user's contract positions, orders and trades on a chart, and lets take-profit and stop-loss be moved. */
export default function ChartLinesPanel({ symbol, draw }: SlotProps['chart.contract-lines']) {
  const text = useText();
  const market = useMarketsSoFar().find((it) => it.symbol === symbol);
  const levels = useChartLevels(symbol);
  const editing = useStopEdit(symbol, levels);
  const events = useDealEvents(symbol, levels.deals);
  const marks = market === undefined ? [] : marksOf(levels, { text, market, edit: editing.edit });
  const trades = events.map(({ id, at, side, kind }) => ({ id, time: at, side, letter: text(`levels.short.${kind}`) }));
  const onDrag = useEffectEvent(editing.drag);
  useDrawn(draw, { marks, trades, onDrag: (drag) => onDrag(drag) });
  return market === undefined ? null : <StopEditor levels={levels} editing={editing} market={market} />;
}

/** Draws again only what changed, though prices render the panel; draws nothing once it is gone. */
function useDrawn(draw: (drawing: ChartDrawing) => void, drawing: ChartDrawing): void {
  const marks = drawing.marks.map(({ id, value, label, isMovable }) => `${id} ${value} ${label} ${isMovable}`);
  const trades = drawing.trades.map(({ id, letter }) => `${id} ${letter}`);
  const redraw = useEffectEvent((on: typeof draw, _key: string) => on(drawing));
  const key = [...marks, ...trades].join('\n');
  useEffect(() => redraw(draw, key), [draw, key]);
  useEffect(() => () => draw(NOTHING_DRAWN), [draw]);
}

type Labels = { readonly text: Text; readonly market: MarketInfo; readonly edit: StopEdit | undefined };

function marksOf({ levels, distances, positions }: ChartLevels, { text, market, edit }: Labels): readonly ChartMark[] {
  const editedId = edit && levelIdOf(edit);
  const byRank = [...levels].sort((one, other) => RANKS[one.kind] - RANKS[other.kind]);
  return byRank.map((level) => {
    const isEdited = level.id === editedId && edit !== undefined;
    const drawn = positions.get(level.deal.id);
    const moved = isEdited && drawn !== undefined ? { ...level, price: edit.price } : level;
    return {
      id: level.id,
      value: moved.price,
      label: labelOf(moved, { text, market, distance: distances.get(level.deal.id), result: resultText(moved, drawn) }),
      kind: MARK_KINDS[level.kind],
      isMovable: (level.kind === 'profit' || level.kind === 'stop') && level.deal.status === 1,
      ...(isEdited && { anchor: level.price }),
    };
  });
}

/** Where tags have no space for all, the risk comes first. */
const RANKS = { liquidation: 0, stop: 1, profit: 2, entry: 3, pending: 4 } as const;

const MARK_KINDS = { entry: 'entry', liquidation: 'danger', pending: 'order', profit: 'stop', stop: 'stop' } as const;

type Named = {
  readonly text: Text;
  readonly market: MarketInfo;
  readonly distance: Rate | undefined;
  readonly result: string;
};

function labelOf(level: ChartLevel, { text, market, distance, result }: Named): string {
  const size = showAmount(level.size, market.lot_precision);
  const side = sideOf(level.deal);
  if (level.kind === 'pending') return text(`levels.pending.${side}`, { size });
  if (level.kind === 'entry') return text(`levels.entry.${side}`, { size });
  if (level.kind === 'liquidation') return liquidationText(distance, text);
  return text(`levels.${level.kind}`, { size, result });
}

/** Returns the distance with one decimal, so that the tag does not change with every price. */
function liquidationText(distance: Rate | undefined, text: Text): string {
  if (distance === undefined) return text('levels.liquidation');
  const percent = `${showAmount((absolute(distance) * 100n) as Price, 1)}%`;
  return text(distance < 0n ? 'levels.liquidation.below' : 'levels.liquidation.above', { percent });
}
