import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { readRows } from '../ci/rows.ts';
import { Finding } from './aims.ts';
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

describe('the row of a trial', () => {
  const before = process.exitCode;
  afterEach(() => {
    process.exitCode = before;
    vi.restoreAllMocks();
  });

  /** Runs a trial that does this, and returns its row. */
  async function rowOf(run: () => Promise<Verdict>) {
    for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockReturnValue();
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-row-'));
    const trial = { ...trialOf('one', { holds: true, figure: '' }), run };
    await runTrials('proof', [trial], ['one', '--report', join(folder, 'row.json')]);
    const [row] = readRows(folder).flatMap(({ rows }) => rows);
    rmSync(folder, { recursive: true });
    return row;
  }

  it('given it broke off, then there is no verdict', async () => {
    const row = await rowOf(() => Promise.reject(new Error('port 4222 is taken')));
    expect(row).toMatchObject({ state: 'failed', why: 'broke off: port 4222 is taken', noVerdict: true });
  });

  it.each([
    ['a finding', () => Promise.reject(new Finding('the page is not live')), 'BROKEN: the page is not live'],
    ['a broken guarantee', () => Promise.resolve({ holds: false, figure: 'lost 1' }), 'lost 1'],
  ])('given %s, then that is its verdict', async (_, run, why) => {
    const row = await rowOf(run);
    expect(row).toMatchObject({ state: 'failed', why });
    expect(row).not.toHaveProperty('noVerdict');
  });
});
