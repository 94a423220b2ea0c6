import { type DrawnStep, drawSteps, type StatementStep } from '@app/domain/export';
import { type Amount, absolute, ONE, showAmount, showCompact } from '@app/money';
import { HIDDEN_SHORT, useHiddenAmounts } from '../../data/account/hidden-amounts.ts';
import { useText } from '../../data/app/texts.ts';

const WIDTH = 358;
const TOP = 22;
const HEIGHT = 126;
const BASE = 42;
const FOOT = 22;
const GAP = 15;

const THOUSAND = 1_000n * ONE;
const MILLION = 1_000_000n * ONE;

/** Shortens a figure to the width of a bar: no decimals from a thousand on, units from a million on. */
function shorten(value: Amount): string {
  const size = absolute(value);
  if (size === 0n) return '0';
  if (size >= MILLION) return showCompact(value);
  return showAmount(value, size >= THOUSAND ? 0 : 2);
}

/** Draws how a month led from its opening to its closing value: each step begins where the one before it ended. */
export function Staircase({ steps, label }: { steps: readonly StatementStep[]; label: string }) {
  const drawn = drawSteps(steps, HEIGHT, BASE);
  const width = (WIDTH - GAP * (drawn.length - 1)) / drawn.length;
  const first = drawn[0];
  return (
    <svg
      className="mt-1 block w-full px-gutter"
      viewBox={`0 0 ${WIDTH} ${TOP + HEIGHT + FOOT}`}
      role="img"
      aria-label={label}
    >
      {first !== undefined && <path d={`M0 ${levelAt(first.end)}H${WIDTH}`} stroke="var(--line)" />}
      {drawn.map((step, index) => (
        <Step key={step.name} step={step} x={index * (width + GAP)} width={width} isLast={index === drawn.length - 1} />
      ))}
    </svg>
  );
}

const levelAt = (height: number) => TOP + HEIGHT - height;

type StepProps = { step: DrawnStep; x: number; width: number; isLast: boolean };

function Step({ step: { name, value, low, high, end }, x, width, isLast }: StepProps) {
  const text = useText();
  const { isHidden } = useHiddenAmounts();
  const isTotal = name === 'opening' || name === 'closing';
  const tone = value < 0n ? 'var(--down)' : 'var(--up)';
  const edge = name === 'closing' ? 'var(--brand)' : 'var(--text-2)';
  const middle = x + width / 2;
  const sign = !isTotal && value > 0n ? '+' : '';
  return (
    <>
      <rect
        x={x}
        y={levelAt(high)}
        width={width}
        height={Math.max(high - low, 2)}
        rx={2}
        fill={isTotal ? (name === 'closing' ? 'var(--brand-14)' : 'var(--s3)') : tone}
        opacity={isTotal ? 1 : 0.72}
      />
      {isTotal && <rect x={x} y={levelAt(high) - 1} width={width} height={2} fill={edge} />}
      {!isLast && <path d={`M${x + width} ${levelAt(end)}h${GAP}`} stroke="var(--text-3)" />}
      <text x={middle} y={levelAt(high) - 6} textAnchor="middle" fontSize={11} fontWeight={500} fill="var(--text-1)">
        {isHidden ? HIDDEN_SHORT : `${sign}${shorten(value)}`}
      </text>
      <text
        x={middle}
        y={TOP + HEIGHT + 17}
        textAnchor="middle"
        fontSize={11}
        fill={isTotal ? 'var(--text-1)' : 'var(--text-3)'}
      >
        {text(`statement.step.${name}`)}
      </text>
    </>
  );
}
