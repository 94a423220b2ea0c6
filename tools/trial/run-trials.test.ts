import { afterEach, describe, expect, it, vi } from 'vitest';
import { describeVerdict, runTrials } from './run-trials.ts';
import type { Trial, Verdict } from './trial.ts';

const trialOf = (name: string, verdict: Verdict) =>
  ({ name, claim: '', run: () => Promise.resolve(verdict) }) as unknown as Trial; // All fields the runner uses.

describe('the output of a trial', () => {
  it('given missed aims, then the figure is followed by each of them', () => {
    const verdict = { holds: true, figure: '0.61 at 500', missed: ['ratio 0.61 (aim ≥ 0.80)'] };
    expect(describeVerdict(verdict)).toBe('0.61 at 500 · MISSED ratio 0.61 (aim ≥ 0.80)');
  });
});

describe('the exit code', () => {
  const before = process.exitCode;
  afterEach(() => {
    process.exitCode = before;
    vi.restoreAllMocks();
  });

  it.each([
    ['a missed aim', { holds: true, figure: '', missed: ['slow'] }, before],
    ['a broken guarantee', { holds: false, figure: '' }, 1],
  ])('given %s', async (_, verdict, expected) => {
    vi.spyOn(console, 'log').mockReturnValue();
    await runTrials('bench', [trialOf('one', verdict)], ['one']);
    expect(process.exitCode).toBe(expected);
  });
});
