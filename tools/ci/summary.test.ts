import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const SUMMARY = join(import.meta.dirname, 'summary.ts');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-summary-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const leave = (file: string, text: string) => writeFileSync(join(folder, file), text);
const summarise = (...failedSteps: readonly string[]) => {
  const { status, stdout } = spawnSync(process.execPath, [SUMMARY, folder, ...failedSteps], { encoding: 'utf8' });
  return { status, lines: stdout.trim().split('\n') };
};

describe('the summary', () => {
  it('given everything passed, though one only when tried again, then that is told and it succeeds', () => {
    const flaky = [{ file: 'a.spec.ts', test: 'a journey', reason: 'late' }];
    leave('e2e.json', JSON.stringify({ passed: 3, failed: [], flaky }));
    leave('e2e.log', '...');
    leave('check.log', 'fine');
    expect(summarise()).toEqual({ status: 0, lines: ['flaky: a.spec.ts: a journey', '3 passed, 0 failed'] });
  });

  it('given failures, then each is named before the last line, and it fails', () => {
    const failed = [{ file: 'a.test.ts', test: 'a law', reason: 'broken' }];
    leave('unit.json', JSON.stringify({ passed: 3, failed, flaky: [] }));
    leave('unit.log', '..x.');
    leave('proof.log', 'FALLS SHORT · proof timing: login p = 0.000\n');
    expect(summarise('unit', 'proof', 'bench')).toEqual({
      status: 1,
      lines: [
        'failed: proof: proof timing: login p = 0.000',
        'failed: a.test.ts: a law: broken',
        'failed: bench: it does not say why',
        '3 passed, 3 failed',
      ],
    });
  });

  it('given nothing ran, then it fails', () => {
    expect(summarise()).toEqual({ status: 1, lines: ['0 passed, 0 failed'] });
  });
});
