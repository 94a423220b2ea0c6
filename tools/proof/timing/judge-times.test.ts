import { describe, expect, it } from 'vitest';
import { type Compared, judgeTimes } from './judge-times.ts';

const same: Compared = { name: 'login', p: 0.6, planted: 0.001, plantedMs: 5 };
const different: Compared = { ...same, name: 'reset', p: 0.001 };
const blind: Compared = { ...same, name: 'code', planted: 0.04, plantedMs: 40 };

describe('the verdict about answer times', () => {
  it('given no difference, and a planted one was found, then it holds', () => {
    expect(judgeTimes([same, same], 80)).toMatchObject({ holds: true, missed: [] });
  });

  it('given a difference, then it falls short, whatever else was not found', () => {
    expect(judgeTimes([same, different], 80).holds).toBe(false);
    expect(judgeTimes([different, blind], 80).holds).toBe(false);
  });

  it('given no difference, but a planted one was not found either, then there is no verdict', () => {
    expect(() => judgeTimes([same, blind], 80)).toThrow(
      'proves nothing, the machine is too busy: it did not find 40 ms of code',
    );
  });
});
