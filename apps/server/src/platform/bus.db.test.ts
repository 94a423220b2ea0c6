import { beforeAll, describe, expect, inject, it } from 'vitest';
import { atTheEnd, silent } from '../../test/world.ts';
import { type Bus, openBus } from './bus.ts';

const SUBJECT = `bus-test.${process.pid}.${Date.now()}`;
let bus: Bus;

beforeAll(() => {
  bus = openBus(inject('services').nats, 'bus-test', silent);
  atTheEnd(() => bus.close());
});

const say = (message: number) => bus.hint(SUBJECT, message);

describe('listening', () => {
  it('given two listeners, one before the bus is up, when either ends, then only the other hears on', async () => {
    const [early, never, late]: [number[], number[], number[]] = [[], [], []];
    const endEarly = bus.listen(SUBJECT, (it) => early.push(it as number));
    const endNever = bus.listen(SUBJECT, (it) => never.push(it as number));
    endNever();
    await bus.opened();
    const endLate = bus.listen(SUBJECT, (it) => late.push(it as number));
    say(1);
    await expect.poll(() => [early, late]).toEqual([[1], [1]]);
    endEarly();
    say(2);
    await expect.poll(() => late).toEqual([1, 2]);
    endLate();
    endLate(); // Twice is once.
    const after: number[] = [];
    bus.listen(SUBJECT, (it) => after.push(it as number));
    say(3);
    await expect.poll(() => after).toEqual([3]);
    expect([early, never, late]).toEqual([[1], [], [1, 2]]);
  });

  it('given a bus that has closed, when a listener ends, then nothing happens', async () => {
    const other = openBus(inject('services').nats, 'bus-test', silent);
    await other.opened();
    const end = other.listen(SUBJECT, () => {});
    await other.close();
    expect(end).not.toThrow();
  });
});
