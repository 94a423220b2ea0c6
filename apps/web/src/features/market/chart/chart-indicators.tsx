import type { KlineIndicator } from '@app/ui';
import { Checkbox, Sheet } from '@app/ui';
import { useText } from '../../../data/app/texts.ts';
import { isVisitor, useSessionScope } from '../../../data/session/session.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import { BELOW_PRICE, OVER_PRICE, toggleIndicator } from './chart-choices.ts';
import { ToolButton } from './chart-tool-button.tsx';
import { chooseForCharts, useChartChoices } from './use-chart-choices.ts';

/** Shows the indicator choice; each change takes effect at once. */
export function ChartIndicators() {
  const text = useText();
  const sheet = useSheet('chart-indicators');
  return (
    <>
      <ToolButton icon="fx" label={text('chart.indicators')} onClick={sheet.open} />
      <Sheet
        open={sheet.isOpen}
        onClose={sheet.close}
        title={text('chart.indicators')}
        closeLabel={text('system.close')}
      >
        <div className="grid gap-4 pb-2">
          <Checks title={text('chart.indicators.over')} names={OVER_PRICE} />
          <Checks title={text('chart.indicators.below')} names={BELOW_PRICE} />
          <OwnCheck />
        </div>
      </Sheet>
    </>
  );
}

/** Hidden for visitors, who have no trades to draw. */
function OwnCheck() {
  const text = useText();
  const isOn = useChartChoices(({ own }) => own);
  if (isVisitor(useSessionScope())) return null;
  return (
    <fieldset>
      <legend className="mb-3 text-label text-ink-3">{text('chart.own')}</legend>
      <Checkbox checked={isOn} onChange={() => chooseForCharts({ own: !isOn })}>
        <span className="text-body text-ink">{text('chart.own.marks')}</span>
      </Checkbox>
    </fieldset>
  );
}

function Checks({ title, names }: { title: string; names: readonly KlineIndicator[] }) {
  const text = useText();
  const held = useChartChoices(({ indicators }) => indicators);
  return (
    <fieldset>
      <legend className="mb-3 text-label text-ink-3">{title}</legend>
      {names.map((name) => (
        <Checkbox
          key={name}
          checked={held.includes(name)}
          onChange={() => chooseForCharts({ indicators: toggleIndicator(held, name) })}
        >
          <span className="text-body text-ink">{name}</span>
          <span className="text-ink-3"> · {text(`chart.indicator.${name}`)}</span>
        </Checkbox>
      ))}
    </fieldset>
  );
}
