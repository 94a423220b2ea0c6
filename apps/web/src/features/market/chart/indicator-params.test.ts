import { usualParams } from '@app/ui';
import { describe, expect, it } from 'vitest';
import { keptParams } from './chart-choices.ts';
import { PARAM_RULES, paramFaults, WITH_PARAMS, withParams } from './indicator-params.ts';

describe('the parameters of indicators', () => {
  it('given nothing changed, then the usual ones are valid and as many as there are rules', () => {
    for (const name of WITH_PARAMS) {
      const usual = usualParams(name);
      expect(usual).toHaveLength(PARAM_RULES[name].length);
      expect(paramFaults(name, usual.map(String)).filter((fault) => fault !== undefined)).toEqual([]);
    }
  });

  it.each(['0', '501', '2.5', '-3', '', '1e2'])('given the period %j, then it is refused with its range', (typed) =>
    expect(paramFaults('MA', [typed, '25'])).toEqual([{ kind: 'range', min: 1, max: 500 }, undefined]),
  );

  it('given a fast period that is not below the slow one, then the fast one is refused', () => {
    expect(paramFaults('MACD', ['26', '26', '9'])).toEqual([{ kind: 'order' }, undefined, undefined]);
    expect(paramFaults('MACD', ['25', '26', '9'])).toEqual([undefined, undefined, undefined]);
  });

  it('given changed ones, when they are kept and read again, then they are the same', () => {
    const usual = usualParams('MA');
    const params = withParams({ RSI: [7, 21] }, 'MA', { values: [5, 60], usual });
    expect(keptParams(JSON.parse(JSON.stringify(params)))).toEqual({ MA: [5, 60], RSI: [7, 21] });
  });

  it('given the usual ones again, then nothing is kept for that indicator', () =>
    expect(
      withParams({ MA: [5, 60], RSI: [7, 21] }, 'MA', { values: usualParams('MA'), usual: usualParams('MA') }),
    ).toEqual({ RSI: [7, 21] }));

  it.each([[null], [7], [{ MA: 'x' }], [{ MA: [5] }], [{ MA: [5, 9_999] }], [{ FOO: [1, 2] }]])(
    'given %j on the device, then it is ignored',
    (kept) => expect(keptParams(kept)).toEqual({}),
  );
});
