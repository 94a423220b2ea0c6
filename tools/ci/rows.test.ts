import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readRows, writeRows } from './rows.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-rows-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('reports', () => {
  it('given rows, when read back, then times are whole and reasons are one line without colours', () => {
    writeRows(join(folder, 'new/torture.json'), [
      { name: 'kills', state: 'passed', ms: 1234.56 },
      { name: 'lease', state: 'failed', ms: 0.4, why: '\n\u001b[31mtwo owners\u001b[39m\nand more' },
    ]);
    writeRows(join(folder, 'new/db.json'), [], [{ file: 'a.test.ts', ms: 20.5, importMs: 10.2 }]);
    expect(readRows(join(folder, 'new'))).toEqual([
      { name: 'db', rows: [], files: [{ file: 'a.test.ts', ms: 21, importMs: 10 }] },
      {
        name: 'torture',
        rows: [
          { name: 'kills', state: 'passed', ms: 1235 },
          { name: 'lease', state: 'failed', ms: 0, why: 'two owners' },
        ],
        files: [],
      },
    ]);
  });

  it('given a second call, then it replaces the first and leaves no other file', () => {
    const path = join(folder, 'bench.json');
    writeRows(path, [{ name: 'feed', state: 'not-run', ms: 0 }]);
    writeRows(path, [{ name: 'feed', state: 'passed', ms: 5 }]);
    expect(readRows(folder)[0]?.rows).toEqual([{ name: 'feed', state: 'passed', ms: 5 }]);
    expect(readdirSync(folder)).toEqual(['bench.json']);
  });

  it('given other JSON files or no folder, then there are no rows', () => {
    writeFileSync(join(folder, 'steps.json'), '[{ "name": "check", "ok": true }]');
    writeFileSync(join(folder, 'none.json'), 'null');
    expect(readRows(folder)).toEqual([]);
    expect(readRows(join(folder, 'missing'))).toEqual([]);
  });
});
