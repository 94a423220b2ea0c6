import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { REPOSITORY } from '../dev/processes.ts';
import { describeRecord, keptPart, readRecord, updateRecord } from './record.ts';

const old = { commit: 'aaa', date: '2026-01-01' };
const now = { commit: 'bbb', date: '2026-01-02' };
const before = {
  ...old,
  machine: 'then',
  trials: { 'bench spot': { ...old, figure: 'ratio 0.4', state: 'passed' as const, seconds: 9 } },
};
const row = (name: string, state: 'passed' | 'failed' | 'not-run', why: string) => ({ name, state, ms: 2_400, why });

describe('the record of full runs', () => {
  it('given a partial run, then only that part is updated and the last complete run stays', () => {
    const rows = [row('bench feed', 'passed', 'p99 3 ms')];
    const record = updateRecord(before, { run: now, machine: 'now', rows });
    expect(record).toMatchObject(old);
    expect(record.trials['bench spot']?.commit).toBe('aaa');
    expect(record.trials['bench feed']).toEqual({ ...now, figure: 'p99 3 ms', state: 'passed', seconds: 2 });
  });

  it('given a trial that had no time, then its last figure stays', () => {
    const rows = [row('bench spot', 'not-run', 'there was no time left')];
    const record = updateRecord(before, { run: now, machine: 'now', rows });
    expect(record.trials['bench spot']?.figure).toBe('ratio 0.4');
  });

  it('given a try without a verdict, then the last figure stays, the page names the try, and the next verdict clears it', () => {
    const hung = { ...row('bench spot', 'failed', 'it had no verdict within 15 min'), noVerdict: true as const };
    const record = updateRecord(before, { run: now, machine: 'now', rows: [hung] });
    expect(record.trials).toEqual(before.trials);
    expect(record.unfinished).toEqual({ 'bench spot': { ...now, why: 'it had no verdict within 15 min' } });
    expect(describeRecord(record)).toContain('- bench spot: it had no verdict within 15 min (bbb, 2026-01-02)');
    const again = updateRecord(record, { run: now, machine: 'now', rows: [row('bench spot', 'passed', 'ratio 1')] });
    expect(again.unfinished).toBeUndefined();
    expect(again.trials['bench spot']?.figure).toBe('ratio 1');
  });

  it('given a complete run, then the page names that commit, every figure and what fails', () => {
    const rows = [row('bench spot', 'failed', 'lost | 1')];
    const page = describeRecord({ ...updateRecord(before, { run: now, machine: 'now', rows }), ...now });
    expect(page).toContain('Last complete run: bbb, 2026-01-02.');
    expect(page).toContain('| bench spot | **fails** | lost \\| 1 | 2 s | bbb | 2026-01-02 |');
  });

  it('given a page with a part written by hand, then that part is kept to the end', () => {
    const page = `${describeRecord(before)}\n## Measured by hand\n\n| a | 1 |\n\n## More\n`;
    expect(keptPart(page)).toBe('\n## Measured by hand\n\n| a | 1 |\n\n## More\n');
    expect(keptPart(describeRecord(before))).toBe('');
  });

  it('the page in the repository is what a run would write, and has a part written by hand', () => {
    const page = readFileSync(join(REPOSITORY, 'docs/BENCHMARKS.md'), 'utf8');
    expect(keptPart(page)).toContain('`npm run bench ledger`');
    expect(`${describeRecord(readRecord())}${keptPart(page)}`).toBe(page);
  });
});
