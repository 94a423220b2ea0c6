import { canVibrate, SwitchRow } from '@app/ui';
import { CHART_STYLES, choose, MOTIONS, THEMES, usePreferences } from '../../../data/app/preferences.ts';
import { useText } from '../../../data/app/texts.ts';
import { ChoiceRow } from './choice-row.tsx';

/** Settings for look and motion. */
export function DisplayRows() {
  const text = useText();
  const { theme, motion, chartStyle } = usePreferences();
  return (
    <>
      <ChoiceRow
        name="theme"
        icon="palette"
        label={text('settings.theme')}
        value={theme}
        choices={THEMES.map((value) => ({ value, label: text(`settings.theme.${value}`) }))}
        onChoose={(value) => choose('theme', value)}
      />
      <ChoiceRow
        name="chart-style"
        icon="candle"
        label={text('settings.chart_style')}
        value={chartStyle}
        choices={CHART_STYLES.map((value) => ({ value, label: text(`chart.type.${value}`) }))}
        onChoose={(value) => choose('chartStyle', value)}
      />
      <ChoiceRow
        name="motion"
        icon="play"
        label={text('settings.motion')}
        value={motion}
        choices={MOTIONS.map((value) => ({ value, label: text(`settings.motion.${value}`) }))}
        onChoose={(value) => choose('motion', value)}
      />
    </>
  );
}

/** Shown only where the device supports it: a switch without effect would mislead. */
export function Vibration() {
  const text = useText();
  const isOn = usePreferences(({ haptics }) => haptics);
  if (!canVibrate()) return null;
  return (
    <section className="group mt-3">
      <SwitchRow
        label={text('settings.haptics')}
        text={text('settings.haptics.text')}
        checked={isOn}
        onChange={(wanted) => choose('haptics', wanted)}
      />
    </section>
  );
}
