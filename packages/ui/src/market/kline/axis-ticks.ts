/** A label of the price axis as the library proposes it. */
type Tick = { readonly coord: number; readonly value: number | string; readonly text: string };

const GAP = 40;
/** Half of the last price's tag and half of a figure. */
const CLEAR = 15;

/**
 * Half of the labels where all of them would stand too close: those at the rounder prices, so that they do not jump
 * while prices move. Where the last price or a mark is, that one speaks and the grid's label is silent.
 */
export function calmTicks<T extends Tick>(ticks: readonly T[], taken: readonly number[]): T[] {
  const kept = isTight(ticks) ? ticks.filter((tick) => isEven(tick, stepOf(ticks))) : ticks;
  const isCovered = ({ coord }: Tick) => taken.some((y) => Math.abs(coord - y) < CLEAR);
  return kept.map((tick) => (isCovered(tick) ? { ...tick, text: '' } : tick));
}

/** So few are left that none can be spared. */
const FEW = 3;

const isTight = (ticks: readonly Tick[]) =>
  ticks.length > FEW && Math.abs((ticks[0]?.coord ?? 0) - (ticks[1]?.coord ?? 0)) < GAP;

const stepOf = ([first, second]: readonly Tick[]) => Math.abs(Number(second?.value) - Number(first?.value));

const isEven = ({ value }: Tick, step: number) => Math.round(Number(value) / step) % 2 === 0;
