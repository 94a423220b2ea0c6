import { describe, expect, it } from 'vitest';
import { soon, timeOf } from './soon.ts';

/** Returns what is printed, or the error, for work of so many milliseconds beside this pressure. */
async function outcomeOf(ms: number, pressure: number, isExact = false): Promise<string> {
  const printed: string[] = [];
  const conditions = { watch: () => () => pressure, isExact, print: (line: string) => void printed.push(line) };
  const error = await soon('an answer', 1_000, () => Promise.resolve(ms), conditions).then(
    () => undefined,
    ({ message }: Error) => message,
  );
  if (error !== undefined) expect(error).toBe(`too late: ${printed.join()}`);
  return error ?? printed.join();
}

describe('a limit of time', () => {
  it('given nobody waits for a processor, then it holds exactly', async () => {
    expect(await outcomeOf(1_000, 0)).toBe('an answer: 1000 ms of 1000 × 1.0');
    expect(await outcomeOf(1_001, 0)).toBe('too late: an answer: 1001 ms of 1000 × 1.0');
  });

  it('given other work waits in a part of the time, then it is longer by that part, and still ends', async () => {
    expect(await outcomeOf(2_000, 0.5)).toBe('an answer: 2000 ms of 1000 × 2.0');
    expect(await outcomeOf(2_001, 0.5)).toBe('too late: an answer: 2001 ms of 1000 × 2.0');
  });

  it('given there is always other work, then it is eight times as long', async () => {
    expect(await outcomeOf(8_000, 1)).toBe('an answer: 8000 ms of 1000 × 8.0');
    expect(await outcomeOf(8_001, 1)).toMatch(/^too late/);
    expect(await outcomeOf(8_001, 0.99)).toMatch(/^too late/);
  });

  it('given the long form of the tests, then it holds exactly whatever the pressure', async () => {
    expect(await outcomeOf(1_001, 0.5, true)).toBe('too late: an answer: 1001 ms of 1000 × 1.0');
  });

  it('given the measured time is no number, then it is not met', async () => {
    expect(await outcomeOf(Number.NaN, 0)).toMatch(/^too late/);
  });

  it('given the work fails, then its error is reported', async () => {
    await expect(soon('an answer', 1_000, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  });
});

it('the pressure is measured while the work runs', async () => {
  const order: string[] = [];
  const watch = () => {
    order.push('began');
    return () => order.push('ended') - order.length;
  };
  const measure = () => timeOf(() => Promise.resolve(order.push('worked')));
  await soon('an answer', 1_000, measure, { watch, isExact: false, print: () => undefined });
  expect(order).toEqual(['began', 'worked', 'ended']);
});
