/** Label of the price axis as proposed by the library. */
type Tick = { readonly coord: number; readonly value: number | string; readonly text: string };

const GAP = 40;
/** Half the height of the last price's tag plus half the height of a label. */
const CLEAR = 15;

/**
 * Returns every second label if all of them would be too close: those at the rounder prices, so that they do not jump
 * while prices move. Blanks the label where the last price or a mark is drawn, and keeps its grid line.
 */
export function calmTicks<T extends Tick>(ticks: readonly T[], taken: readonly number[]): T[] {
  const kept = isTight(ticks) ? ticks.filter((tick) => isEven(tick, stepOf(ticks))) : ticks;
  const isCovered = ({ coord }: Tick) => taken.some((y) => Math.abs(coord - y) < CLEAR);
  return kept.map((tick) => (isCovered(tick) ? { ...tick, text: '' } : tick));
}

/** With this few labels, none is dropped. */
const FEW = 3;

const isTight = (ticks: readonly Tick[]) =>
  ticks.length > FEW && Math.abs((ticks[0]?.coord ?? 0) - (ticks[1]?.coord ?? 0)) < GAP;

const stepOf = ([first, second]: readonly Tick[]) => Math.abs(Number(second?.value) - Number(first?.value));

const isEven = ({ value }: Tick, step: number) => Math.round(Number(value) / step) % 2 === 0;
