import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createRefusedMessages } from './refused-messages.ts';

it('given a flood of forged messages, then each counts and one line in ten seconds is logged per kind', () => {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (line: string) => lines.push(JSON.parse(line)) });
  let nowMs = 0;
  const refused = createRefusedMessages(log, () => nowMs);
  for (let n = 0; n < 1_000; n++) refused.note('push', 'forged', 'push.1.demo');
  refused.note('command', 'repeated', 'engine.spot-demo');
  nowMs = 10_000;
  refused.note('push', 'stale', 'push.2.demo');
  expect(refused.counts()).toEqual({ command: 1, answer: 0, push: 1_001 });
  expect(lines).toMatchObject([
    { msg: 'bus.message_refused', kind: 'push', reason: 'forged', subject: 'push.1.demo', unlogged: 0 },
    { msg: 'bus.message_refused', kind: 'command', reason: 'repeated' },
    { msg: 'bus.message_refused', kind: 'push', reason: 'stale', unlogged: 999 },
  ]);
});
