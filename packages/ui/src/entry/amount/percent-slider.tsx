import { Slider } from '@base-ui/react/slider';
import { tick } from '../haptics.ts';
import { markPassed, QUARTERS, settlePercent } from './percent-slide.ts';

type Props = {
  label: string;
  percent: number;
  onSlide: (percent: number) => void;
  tone?: 'brand' | 'up' | 'down';
  disabled?: boolean;
};

/**
 * Renders a slider for a share of the available amount. Drags snap to quarters, arrow keys move by one point, page keys
 * by ten.
 */
export function PercentSlider({ label, percent, onSlide, tone = 'brand', disabled = false }: Props) {
  const slide = (raw: number, reason: string) => {
    const next = reason === 'keyboard' ? raw : settlePercent(raw);
    if (next === percent) return;
    if (reason === 'drag' && markPassed(percent, next) !== undefined) tick();
    onSlide(next);
  };
  return (
    <Slider.Root
      className={`slider slider--${tone}`}
      value={percent}
      onValueChange={(raw, { reason }) => slide(raw, reason)}
      disabled={disabled}
    >
      <Slider.Control className="slider__control">
        <Slider.Track className="slider__track">
          {QUARTERS.map((mark) => (
            <i key={mark} className="slider__mark" style={{ '--at': mark / 100 }} />
          ))}
          <Slider.Indicator className="slider__fill" />
          <Slider.Thumb className="slider__thumb" getAriaLabel={() => label} getAriaValueText={(_, at) => `${at}%`} />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}
