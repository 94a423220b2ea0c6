import type { Decimal, Price } from '@app/money';
import { setStops } from '@app/protocol/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openDealsQuery } from '../../../data/account/deals.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { contractName } from '../contract-name.ts';
import { applyDeals } from '../live/apply-deals.ts';
import { useDealCommand } from '../positions/deal-command.ts';
import type { StopLevel } from './chart-levels.ts';
import { isOnWrongSide, levelIdOf, movedBy, type StopEdit, snapToTick, stopFields } from './stop-edit.ts';
import type { ChartLevels } from './use-chart-levels.ts';

/** A level that is dragged, and where to. */
type Drag = { readonly id: string; readonly price: Decimal; readonly isEnd: boolean };

/** Moves one take-profit or stop-loss at a time, by pointer or keyboard, and saves it when the user confirms. */
export function useStopEdit(symbol: string, { levels, rules, index, positions }: ChartLevels) {
  const [started, setEdit] = useState<StopEdit>();
  const command = useSaveStops(symbol, () => setEdit(undefined));
  const stops = levels.filter(isMovable);
  // A position that closed meanwhile takes its edit with it.
  const edit = stops.some(({ id }) => started !== undefined && id === levelIdOf(started)) ? started : undefined;
  const drawn = edit && positions.get(edit.dealId);
  const isWrong =
    drawn !== undefined && edit !== undefined && index !== undefined && isOnWrongSide(drawn.deal, edit, index);
  const moveTo = (stop: StopLevel, price: Price) => {
    if (command.isBusy) return;
    command.reset();
    setEdit({ dealId: stop.deal.id, kind: stop.kind, price });
  };
  const priceOf = (stop: StopLevel) => (edit !== undefined && levelIdOf(edit) === stop.id ? edit.price : stop.price);
  return {
    stops,
    edit,
    drawn,
    isWrong,
    command,
    drag: ({ id, price }: Drag) => {
      const stop = stops.find((it) => it.id === id);
      if (stop !== undefined && rules !== undefined)
        moveTo(stop, snapToTick(price as bigint as Price, rules.price_tick));
    },
    step: (stop: StopLevel, ticks: number) => {
      if (rules !== undefined) moveTo(stop, movedBy(priceOf(stop), rules.price_tick, ticks));
    },
    undo: () => {
      if (command.isBusy) return;
      command.reset();
      setEdit(undefined);
    },
    save: () => {
      if (command.isUnknown) command.checkAgain();
      else if (edit !== undefined && drawn !== undefined && !isWrong) command.send(stopFields(drawn.deal, edit));
    },
  };
}

/** Sends both stops. What was saved is drawn at once: a line that jumped back would look as if it had not been. */
function useSaveStops(symbol: string, onDone: () => void) {
  const text = useText();
  const queryClient = useQueryClient();
  const scope = useSessionScope();
  return useDealCommand(setStops, {
    name: contractName({ symbol }),
    doneText: () => text('levels.saved'),
    onDone: (deal) => {
      queryClient.setQueryData(openDealsQuery(scope).queryKey, (open) => open && applyDeals(open, [deal]));
      onDone();
    },
  });
}

export type StopEditing = ReturnType<typeof useStopEdit>;

/** A position that is about to close keeps its stops. */
const isMovable = (level: ChartLevels['levels'][number]): level is StopLevel =>
  (level.kind === 'profit' || level.kind === 'stop') && level.deal.status === 1;
