import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { supervise } from './supervise.ts';

const folder = mkdtempSync(join(tmpdir(), 'supervise-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = (name: string, source: string) => {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, source);
  return { name, program: path, environment: { OUT: join(folder, `${name}.txt`) } };
};
const linesOf = (name: string) => {
  try {
    return readFileSync(join(folder, `${name}.txt`), 'utf8')
      .trim()
      .split('\n');
  } catch {
    return [];
  }
};
const silent = pino({ level: 'silent' });
const NOTE = `import { appendFileSync } from 'node:fs'; const note = (word) => appendFileSync(process.env.OUT, word + '\\n');`;

describe('a supervised process', () => {
  it('is restarted when it ends, and the others keep running', async () => {
    const ending = program('ending', `${NOTE} note('started'); process.exit(1);`);
    const steady = program('steady', `${NOTE} note('started'); setInterval(() => {}, 1000);`);
    const stopping = new AbortController();
    const running = supervise([ending, steady], silent, stopping.signal);
    await expect.poll(() => linesOf('ending').length, { timeout: 30_000 }).toBeGreaterThanOrEqual(3);
    stopping.abort();
    await running;
    expect(linesOf('steady')).toEqual(['started']);
  });

  it('is stopped by a signal, and finishes its running work', async () => {
    const source = `${NOTE} setInterval(() => {}, 1000);
      process.once('SIGTERM', () => setTimeout(() => { note('finished'); process.exit(0); }, 100));
      note('started');`;
    const polite = program('polite', source);
    const stopping = new AbortController();
    const running = supervise([polite], silent, stopping.signal);
    await expect.poll(() => linesOf('polite'), { timeout: 30_000 }).toEqual(['started']);
    stopping.abort();
    await running;
    expect(linesOf('polite')).toEqual(['started', 'finished']);
  });
});
