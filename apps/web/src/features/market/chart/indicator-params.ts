import type { KlineIndicator, KlineParams } from '@app/ui';

/** Indicators whose parameters a user may change. */
export const WITH_PARAMS = ['MA', 'EMA', 'BOLL', 'MACD', 'RSI', 'KDJ'] as const satisfies readonly KlineIndicator[];
export type WithParams = (typeof WITH_PARAMS)[number];

type ParamRule = {
  readonly name: 'first' | 'second' | 'length' | 'deviation' | 'fast' | 'slow' | 'signal' | 'k' | 'd';
  readonly min: number;
  readonly max: number;
};

const period = (name: ParamRule['name'], min = 1, max = 500): ParamRule => ({ name, min, max });

/** What each parameter is, in the order of the chart library. */
export const PARAM_RULES: Readonly<Record<WithParams, readonly ParamRule[]>> = {
  MA: [period('first'), period('second')],
  EMA: [period('first'), period('second')],
  BOLL: [period('length', 2), period('deviation', 1, 10)],
  MACD: [period('fast'), period('slow', 2), period('signal', 1, 100)],
  RSI: [period('first', 2, 200), period('second', 2, 200)],
  KDJ: [period('length', 2, 200), period('k', 1, 100), period('d', 1, 100)],
};

export type ParamFault =
  | { readonly kind: 'range'; readonly min: number; readonly max: number }
  | { readonly kind: 'order' };

/** Returns what is wrong with each typed parameter; all undefined: they can be used. */
export function paramFaults(name: WithParams, typed: readonly string[]): readonly (ParamFault | undefined)[] {
  const faults = PARAM_RULES[name].map(({ min, max }, index): ParamFault | undefined =>
    isWholeWithin(typed[index] ?? '', min, max) ? undefined : { kind: 'range', min, max },
  );
  const isFaultless = faults.every((fault) => fault === undefined);
  // The line of MACD is the fast average less the slow one.
  if (isFaultless && name === 'MACD' && Number(typed[0]) >= Number(typed[1]))
    return [{ kind: 'order' }, ...faults.slice(1)];
  return faults;
}

const isWholeWithin = (text: string, min: number, max: number) =>
  /^\d{1,4}$/.test(text) && Number(text) >= min && Number(text) <= max;

/** Returns the parameters with those of one indicator changed; equal to the usual ones, they are not kept. */
export function withParams(
  params: KlineParams,
  name: WithParams,
  { values, usual }: { readonly values: readonly number[]; readonly usual: readonly number[] },
): KlineParams {
  const { [name]: _before, ...others } = params;
  return usual.every((value, index) => value === values[index]) ? others : { ...others, [name]: values };
}
