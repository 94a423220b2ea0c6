import type { Decimal, Price } from '@app/money';
import { showToast } from '@app/ui';
import { useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { StopLevel } from './chart-levels.ts';
import { useSaveStop } from './set-stops.ts';
import { isOnWrongSide, levelIdOf, movedBy, type StopEdit, snapToTick } from './stop-edit.ts';
import type { ChartLevels } from './use-chart-levels.ts';

/** A level that is dragged, and where to. */
type Drag = { readonly id: string; readonly price: Decimal; readonly isEnd: boolean };

/** Moves one take-profit or stop-loss at a time, by pointer or keyboard, and saves it when the user confirms. */
export function useStopEdit({ levels, rules, index, positions }: ChartLevels) {
  const text = useText();
  const [started, setEdit] = useState<StopEdit>();
  const save = useSaveStop(() => {
    setEdit(undefined);
    showToast(text('levels.saved'), 'ok');
  });
  const stops = levels.filter(isMovable);
  // A position that closed meanwhile takes its edit with it.
  const edit = stops.some(({ id }) => started !== undefined && id === levelIdOf(started)) ? started : undefined;
  const drawn = edit && positions.get(edit.dealId);
  const isWrong =
    drawn !== undefined && edit !== undefined && index !== undefined && isOnWrongSide(drawn.deal, edit, index);
  const moveTo = (stop: StopLevel, price: Price) => {
    if (save.isPending) return;
    save.reset();
    setEdit({ dealId: stop.deal.id, kind: stop.kind, price });
  };
  const priceOf = (stop: StopLevel) => (edit !== undefined && levelIdOf(edit) === stop.id ? edit.price : stop.price);
  return {
    stops,
    edit,
    drawn,
    isWrong,
    isSaving: save.isPending,
    isChecking: save.isChecking,
    error: save.error,
    drag: ({ id, price }: Drag) => {
      const stop = stops.find((it) => it.id === id);
      if (stop !== undefined && rules !== undefined)
        moveTo(stop, snapToTick(price as bigint as Price, rules.price_tick));
    },
    step: (stop: StopLevel, ticks: number) => {
      if (rules !== undefined) moveTo(stop, movedBy(priceOf(stop), rules.price_tick, ticks));
    },
    undo: () => {
      if (save.isPending) return;
      save.reset();
      setEdit(undefined);
    },
    save: () => {
      if (edit !== undefined && drawn !== undefined && !isWrong) save.mutate({ deal: drawn.deal, edit });
    },
  };
}

export type StopEditing = ReturnType<typeof useStopEdit>;

/** A position that is about to close keeps its stops. */
const isMovable = (level: ChartLevels['levels'][number]): level is StopLevel =>
  (level.kind === 'profit' || level.kind === 'stop') && level.deal.status === 1;
