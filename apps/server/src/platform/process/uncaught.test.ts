import { EventEmitter } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { openLog } from './log.ts';
import { stopOnUncaught, uncaught } from './uncaught.ts';

function setUp({ isStarting = false } = {}) {
  const lines: string[] = [];
  const signals: (string | number)[] = [];
  const target = Object.assign(new EventEmitter(), {
    pid: 1,
    kill: (_pid: number, signal: string | number = '') => signals.push(signal) > 0,
    exit: ((code: number) => void signals.push(`exit ${code}`)) as never,
  });
  if (!isStarting) target.on('SIGTERM', () => undefined);
  uncaught.count = 0;
  stopOnUncaught(openLog('test', 'info', { write: (line) => void lines.push(line) }), target as never);
  return { target, signals, logged: () => lines.map((line) => JSON.parse(line)) };
}

const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
  uncaught.count = 0;
});

describe('uncaught errors', () => {
  it.each([
    ['uncaughtException', 'exception'],
    ['unhandledRejection', 'rejection'],
  ])('given an %s, then it is logged with its stack, counted, and the process is signalled to stop', (event, kind) => {
    const { target, signals, logged } = setUp();
    target.emit(event, new TypeError('a defect'));
    expect(logged()).toMatchObject([{ msg: 'process.uncaught', kind, count: 1, err: { type: 'TypeError' } }]);
    expect(logged()[0].err.stack).toContain('uncaught.test.ts');
    expect([signals, uncaught.count, process.exitCode]).toEqual([['SIGTERM'], 1, 1]);
  });

  it('given the process is still starting, then it ends at once: it has no SIGTERM handler yet', () => {
    const { target, signals, logged } = setUp({ isStarting: true });
    target.emit('uncaughtException', new Error('no such table'));
    expect(logged()).toHaveLength(1);
    expect(signals).toEqual(['exit 1']);
  });

  it('given many while it stops, then it is not signalled again, and finally it ends at once', () => {
    const { target, signals } = setUp();
    for (let n = 0; n < 21; n++) target.emit('uncaughtException', new Error('again'));
    expect(signals).toEqual(['SIGTERM', 'exit 1']);
  });
});
