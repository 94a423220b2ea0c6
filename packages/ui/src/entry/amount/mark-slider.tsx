import { Slider } from '@base-ui/react/slider';
import { tick } from '../haptics.ts';

type Mark = { label: string; isOn: boolean; choose: () => void };
type Props = {
  label: string;
  /** Named values at equal distances, first to last. */
  marks: readonly Mark[];
  /** From 0, the first mark, to 1, the last. */
  place: number;
  onSlide: (place: number) => void;
  /** Moves the value by one with the arrow keys, where a step of the slider may be many. */
  onStep: (by: 1 | -1) => void;
  /** The value as screen readers say it. */
  spoken: string;
  tone?: 'brand' | 'warn';
};

const FINE = 1_000;
const KEYS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Renders a slider whose named marks stand at equal distances, whatever their values; each can be pressed too. */
export function MarkSlider({ label, marks, place, onSlide, onStep, spoken, tone = 'brand' }: Props) {
  return (
    <div>
      <Slider.Root
        className={`slider slider--${tone}`}
        max={FINE}
        value={Math.round(place * FINE)}
        onValueChange={(raw, { reason }) => {
          if (reason === 'keyboard') return; // The arrow keys are handled below.
          if (reason === 'drag') tick();
          onSlide(raw / FINE);
        }}
      >
        <Slider.Control className="slider__control">
          <Slider.Track className="slider__track">
            {marks.map((mark, at) => (
              <i key={mark.label} className="slider__mark" style={{ '--at': at / (marks.length - 1) }} />
            ))}
            <Slider.Indicator className="slider__fill" />
            <Slider.Thumb
              className="slider__thumb"
              getAriaLabel={() => label}
              getAriaValueText={() => spoken}
              onKeyDown={(event) => {
                const by = KEYS[event.key];
                if (by !== undefined) onStep(by);
              }}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <div className="marks">
        {marks.map(({ label: name, isOn, choose }) => (
          <button key={name} type="button" className={isOn ? 'hit on' : 'hit'} aria-pressed={isOn} onClick={choose}>
            {name}
          </button>
        ))}
      </div>
    </div>
  );
}
