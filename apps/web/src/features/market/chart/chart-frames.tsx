import { isVisitor } from '@app/client/session';
import { PERIODS, type Period } from '@app/domain/market';
import {
  Button,
  Checkbox,
  Choices,
  Icon,
  type IconName,
  type KlineIndicator,
  Panel,
  Sheet,
  usualParams,
} from '@app/ui';
import { CHART_STYLES, choose, usePreferences } from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';
import { useSessionScope } from '../../../data/session/session.ts';
import { lazyPart } from '../../../lib/lazy-once.ts';
import { useSheet } from '../../../lib/use-sheet.ts';
import {
  BELOW_PRICE,
  chooseForCharts,
  FOREMOST_PERIODS,
  OVER_PRICE,
  toggleIndicator,
  useChartChoices,
} from './chart-choices.ts';

type Props = { isFull: boolean; onFull: () => void; isToolsOpen: boolean; onTools: () => void };

/** Shows time frames on the left and drawing options on the right. */
export function ChartFrames({ isFull, onFull, isToolsOpen, onTools }: Props) {
  const text = useText();
  return (
    <div className="flex min-h-11 flex-none items-center justify-between pr-1 pl-2 text-label font-medium text-ink-3 max-[299px]:flex-wrap">
      <span className="flex min-w-0 max-[299px]:basis-full">
        <Frames />
        <MoreFrames />
      </span>
      <span className="flex flex-none">
        <StyleButton />
        <ChartIndicators />
        <ToolButton icon="more" label={text('chart.tools')} onClick={onTools} isOpen={isToolsOpen} />
        <ToolButton
          icon={isFull ? 'close' : 'expand'}
          label={text(isFull ? 'chart.leave_full_screen' : 'chart.full_screen')}
          onClick={onFull}
        />
      </span>
    </div>
  );
}

function Frames() {
  const text = useText();
  const period = useChartChoices((choices) => choices.period);
  const isForemost = FOREMOST_PERIODS.some((it) => it === period);
  return (
    <fieldset
      className="fade-edges flex min-w-0 overflow-x-auto [scrollbar-width:none]"
      aria-label={text('chart.period')}
    >
      {FOREMOST_PERIODS.map((it) => (
        <Frame key={it} period={it} isOn={it === period} />
      ))}
      {!isForemost && <Frame period={period} isOn />}
    </fieldset>
  );
}

function Frame({ period, isOn }: { period: Period; isOn: boolean }) {
  const text = useText();
  const look = isOn
    ? 'font-semibold text-ink after:absolute after:bottom-2 after:left-1/2 after:h-0.5 after:w-4 after:-translate-x-1/2 after:rounded-full after:bg-brand'
    : '';
  return (
    <button
      ref={isOn ? showInRow : undefined}
      type="button"
      className={`relative h-11 min-w-8.5 flex-none px-1 focus-visible:-outline-offset-4 ${look}`}
      aria-pressed={isOn}
      onClick={() => chooseForCharts({ period })}
    >
      {text(`chart.period.${period}`)}
    </button>
  );
}

/** Scrolls the chosen time frame into view where the row is narrow. */
const showInRow = (chosen: HTMLElement | null) => chosen?.scrollIntoView({ block: 'nearest', inline: 'center' });

function MoreFrames() {
  const text = useText();
  const period = useChartChoices((choices) => choices.period);
  const sheet = useSheet('chart-periods');
  const pick = (chosen: Period) => {
    chooseForCharts({ period: chosen });
    sheet.close();
  };
  return (
    <>
      <ToolButton icon="down" size={16} label={text('chart.period.more')} onClick={sheet.open} />
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={text('chart.period')} closeLabel={text('system.close')}>
        <Choices
          label={text('chart.period')}
          choices={PERIODS.map((value) => ({ value, label: text(`chart.period.${value}`) }))}
          value={period}
          onChoose={pick}
        />
      </Sheet>
    </>
  );
}

function StyleButton() {
  const text = useText();
  const sheet = useSheet('chart-style');
  const style = usePreferences(({ chartStyle }) => chartStyle);
  return (
    <>
      <ToolButton icon="candle" label={text('chart.style')} onClick={sheet.open} />
      <Sheet open={sheet.isOpen} onClose={sheet.close} title={text('chart.style')} closeLabel={text('system.close')}>
        <Choices
          label={text('chart.style')}
          choices={CHART_STYLES.map((value) => ({ value, label: text(`chart.type.${value}`) }))}
          value={style}
          onChoose={(value) => {
            choose('chartStyle', value);
            sheet.close();
          }}
        />
      </Sheet>
    </>
  );
}

/** Fetched when it is opened. */
const IndicatorParams = lazyPart(async () => (await import('./indicator-sheet.tsx')).IndicatorParams);

/** Shows the indicator choice; each change takes effect at once. */
function ChartIndicators() {
  const text = useText();
  const sheet = useSheet('chart-indicators');
  const params = useSheet('chart-params');
  const held = useChartChoices((choices) => choices.params);
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
          <Button wide onClick={params.open}>
            {text('chart.params')}
          </Button>
          <OwnCheck />
        </div>
      </Sheet>
      <Sheet open={params.isOpen} onClose={params.close} title={text('chart.params')} closeLabel={text('system.close')}>
        {params.isOpen && (
          <Panel>
            <IndicatorParams
              params={held}
              usual={usualParams}
              onChange={(changed) => chooseForCharts({ params: changed })}
            />
          </Panel>
        )}
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

type ToolProps = { icon: IconName; label: string; onClick: () => void; size?: 16 | 20; isOpen?: boolean };

/** Renders one icon button of the row; 44 px high, as wide as the row allows. */
function ToolButton({ icon, label, onClick, size = 20, isOpen }: ToolProps) {
  return (
    <button
      type="button"
      className={`grid h-11 w-8.5 flex-none place-items-center focus-visible:-outline-offset-4 ${isOpen ? 'text-ink' : ''}`}
      aria-label={label}
      aria-expanded={isOpen}
      onClick={onClick}
    >
      <Icon name={icon} size={size} />
    </button>
  );
}
