import { sizeOf } from '@app/domain/contract';
import { showPrice } from '@app/money';
import { Button, Icon } from '@app/ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { useText } from '../../../data/app/texts.ts';
import type { MarketInfo } from '../../../data/market/markets.ts';
import { levelIdOf } from './stop-edit.ts';
import { editText, wrongSideText } from './stop-texts.ts';
import type { ChartLevels } from './use-chart-levels.ts';
import type { StopEditing } from './use-stop-edit.ts';

type Props = { levels: ChartLevels; editing: StopEditing; market: MarketInfo };

/** Confirms a moved stop over the candles, whose size does not change meanwhile; and moves stops by keyboard. */
export function StopEditor({ levels, editing, market }: Props) {
  return (
    <div className="pointer-events-none absolute inset-x-0 top-9 bottom-7 z-1 flex flex-col justify-between">
      {editing.stops.length > 0 ? <StopList editing={editing} market={market} /> : <i />}
      {editing.edit !== undefined && <ConfirmBar levels={levels} editing={editing} market={market} />}
    </div>
  );
}

/** Says what saving would do, or why it cannot be saved; announced politely, because it changes with every step. */
function ConfirmBar({ levels: { index }, editing, market }: Props) {
  const text = useText();
  const { edit, drawn, isWrong, command } = editing;
  if (edit === undefined || drawn === undefined) return null;
  const described = { market, drawn, size: sizeOf(drawn.position) };
  const wrong = isWrong && index !== undefined ? wrongSideText(edit, described, index, text) : undefined;
  const failed = command.isUnknown ? text('position.unknown') : command.refusal?.message;
  const state = command.isChecking ? text('levels.checking') : (failed ?? wrong);
  return (
    <section
      className="pointer-events-auto mx-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-card bg-s2 p-2.5 shadow-lg"
      aria-label={text('levels.confirm')}
    >
      <div className="min-w-40 flex-1 text-label" role="status">
        <p className="font-medium text-ink">{editText(edit, described, text)}</p>
        {state !== undefined && (
          <p className="mt-0.5 flex items-center gap-1 text-warn">
            <Icon name="warn" size={16} />
            {state}
          </p>
        )}
      </div>
      <span className="flex gap-2">
        <Button size="small" disabled={command.isBusy} onClick={editing.undo}>
          {text('levels.undo')}
        </Button>
        <Button size="small" tone="primary" busy={command.isBusy} disabled={isWrong} onClick={editing.save}>
          {text('levels.save')}
        </Button>
      </span>
    </section>
  );
}

const FEW = 1;
const MANY = 10;

/** Lists the movable lines for the keyboard: left and right choose one, up and down move it. Visible while focused. */
function StopList({ editing, market }: Omit<Props, 'levels'>) {
  const text = useText();
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const { stops, edit } = editing;
  const at = Math.min(chosen, stops.length - 1);
  const stop = stops[at];
  const onKeyDown = (event: KeyboardEvent) => {
    const act = stop && ACTIONS[event.key];
    if (act === undefined || stop === undefined) return;
    event.preventDefault();
    if (act === 'previous') setChosen(Math.max(0, at - 1));
    else if (act === 'next') setChosen(Math.min(stops.length - 1, at + 1));
    else if (act === 'save') editing.save();
    else if (act === 'undo') editing.undo();
    else editing.step(stop, (act === 'higher' ? 1 : -1) * (event.shiftKey ? MANY : FEW));
  };
  return (
    <div
      role="listbox"
      tabIndex={0}
      aria-label={text('levels.list')}
      aria-description={text('levels.keys')}
      aria-orientation="horizontal"
      aria-activedescendant={stop && `${id}-${at}`}
      className="mx-2 flex flex-wrap gap-1.5 self-start rounded-card p-1 text-label opacity-0 focus:bg-s2 focus:opacity-100"
      onKeyDown={onKeyDown}
    >
      {stops.map((it, index) => (
        <span
          key={it.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={`num rounded-tag px-2 py-1 ${index === at ? 'bg-brand text-on-brand' : 'bg-s3 text-ink'}`}
        >
          {text(`levels.option.${it.kind}`, {
            price: showPrice(edit !== undefined && levelIdOf(edit) === it.id ? edit.price : it.price, market.precision),
          })}
        </span>
      ))}
      <span className="basis-full px-1 text-micro text-ink-2" aria-hidden="true">
        {text('levels.keys')}
      </span>
    </div>
  );
}

const ACTIONS: Readonly<Record<string, 'previous' | 'next' | 'higher' | 'lower' | 'save' | 'undo'>> = {
  ArrowLeft: 'previous',
  ArrowRight: 'next',
  ArrowUp: 'higher',
  ArrowDown: 'lower',
  Enter: 'save',
  Escape: 'undo',
};
