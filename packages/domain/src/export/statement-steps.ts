import { type Amount, add, max, min, negate, subtract, sum, ZERO } from '@app/money';

/** The figures of a period that its staircase needs, as the statement states them. */
export type StepFigures = {
  readonly opening: Amount;
  readonly closing: Amount;
  readonly flows: readonly { readonly value: Amount }[];
  readonly results: readonly { readonly value: Amount }[];
  readonly fees: readonly { readonly value: Amount }[];
  readonly held: Amount;
};

export type StepName = 'opening' | 'in' | 'out' | 'result' | 'fees' | 'closing';

/** A step of the staircase: a total for the first and the last, a change for the others, which lead from one level to the next. */
export type StatementStep = {
  readonly name: StepName;
  readonly value: Amount;
  readonly from: Amount;
  readonly to: Amount;
};

const valuesOf = (list: readonly { readonly value: Amount }[]) => list.map(({ value }) => value);

/** Leads from the opening to the closing value. The result contains the price moves of the coins held. */
export function statementSteps({ opening, closing, flows, results, fees, held }: StepFigures): StatementStep[] {
  const changes: readonly (readonly [StepName, Amount])[] = [
    ['in', sum(valuesOf(flows).filter((value) => value > ZERO))],
    ['out', sum(valuesOf(flows).filter((value) => value < ZERO))],
    ['result', add(sum(valuesOf(results)), held)],
    ['fees', negate(sum(valuesOf(fees)))],
  ];
  let level = opening;
  const steps = changes.map(([name, value]) => {
    const from = level;
    level = add(level, value);
    return { name, value, from, to: level };
  });
  return [
    { name: 'opening', value: opening, from: ZERO, to: opening },
    ...steps,
    { name: 'closing', value: closing, from: ZERO, to: closing },
  ];
}

/** A step with its bar, and the level at which it ends, above the ground. */
export type DrawnStep = StatementStep & { readonly low: number; readonly high: number; readonly end: number };

/**
 * Places the steps on a height. Levels use the part above `base`, so that small changes of a large total stay visible;
 * totals stand on the ground.
 */
export function drawSteps(steps: readonly StatementStep[], height: number, base: number): DrawnStep[] {
  const levels = steps.map(({ to }) => to);
  const lowest = levels.reduce((one, other) => min(one, other), levels[0] ?? ZERO);
  const highest = levels.reduce((one, other) => max(one, other), levels[0] ?? ZERO);
  const range = subtract(highest, lowest);
  const place = (level: Amount) =>
    range === ZERO ? base : base + (Number((subtract(level, lowest) * 10_000n) / range) / 10_000) * (height - base); // tidy: not money
  return steps.map((step) => {
    const isTotal = step.name === 'opening' || step.name === 'closing';
    const start = isTotal ? 0 : place(step.from);
    const end = place(step.to);
    return { ...step, low: Math.min(start, end), high: Math.max(start, end), end };
  });
}
