import { describe, expect, it } from 'vitest';
import { logLine } from './log-line.ts';

const look = { name: 'api', turn: 0, isColoured: false };

describe('a line of the development log', () => {
  it('shows time, process, level, message and the other fields', () => {
    const event = { level: 40, time: Date.UTC(2026, 0, 2, 3, 4, 5, 6), process: 'api', pid: 7, msg: 'slow', ms: 12 };
    expect(logLine(JSON.stringify(event), look)).toBe('03:04:05.006 api      warn  slow {"pid":7,"ms":12}');
  });

  it('given a crash, which is not JSON, when it is shown, then it is an error with its own text', () => {
    expect(logLine('Error: configuration: HTTP_PORT', look)).toMatch(/ api {6}error Error: configuration: HTTP_PORT$/);
    expect(logLine('17', look)).toMatch(/error 17$/);
  });

  it('given a terminal, when it is shown, then process and level have colours', () => {
    const line = logLine(JSON.stringify({ level: 50, time: 0, msg: 'bad' }), { ...look, isColoured: true });
    expect(line).toContain('\u001b[31merror\u001b[0m bad');
  });
});
