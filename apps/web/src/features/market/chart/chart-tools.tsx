import { Icon, type IconName, type KlineHandle } from '@app/ui';
import type { RefObject } from 'react';
import { useText } from '../../../data/app/texts.ts';

const MOVES = [
  ['zoom_out', 'minus', 'zoomOut'],
  ['zoom_in', 'plus', 'zoomIn'],
  ['earlier', 'back', 'earlier'],
  ['later', 'right', 'later'],
] as const;

type ToolsProps = { handle: RefObject<KlineHandle | null>; onTable: () => void; onCalc: (() => void) | undefined };

/** Offers the touch gestures as buttons, and opens the calculator and the table of numbers. */
export function ChartTools({ handle, onTable, onCalc }: ToolsProps) {
  const text = useText();
  return (
    <div
      role="toolbar"
      aria-label={text('chart.tools')}
      className="flex min-h-11 flex-none items-center overflow-x-auto bg-s1 max-[299px]:flex-wrap px-2 text-label text-ink-2 [scrollbar-width:none]"
    >
      {MOVES.map(([name, icon, move]) => (
        <Tool key={name} icon={icon} label={text(`chart.${name}`)} onClick={() => handle.current?.[move]()} />
      ))}
      <button type="button" className="h-11 flex-none px-2.5" onClick={() => handle.current?.fit()}>
        {text('chart.fit')}
      </button>
      {onCalc !== undefined && (
        <button type="button" className="h-11 flex-none px-2.5" onClick={onCalc}>
          {text('chart.calculator')}
        </button>
      )}
      <button
        type="button"
        className="ml-auto flex h-11 flex-none items-center gap-1.5 px-2.5"
        aria-label={text('chart.table')}
        onClick={onTable}
      >
        <Icon name="list" size={16} />
        {text('chart.table.short')}
      </button>
    </div>
  );
}

const Tool = ({ icon, label, onClick }: { icon: IconName; label: string; onClick: () => void }) => (
  <button
    type="button"
    className="grid h-11 w-10 flex-none place-items-center focus-visible:-outline-offset-4"
    aria-label={label}
    onClick={onClick}
  >
    <Icon name={icon} size={16} />
  </button>
);
