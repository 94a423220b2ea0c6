import { describe, expect, it } from 'vitest';
import { createQueue } from './draw-queue.ts';

/** Creates work that ends on demand, and records how much of it ran at once. */
function openWorks() {
  const ends: (() => void)[] = [];
  let running = 0;
  let most = 0;
  const work = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running -= 1;
  };
  return { work, ends, most: () => most, running: () => running };
}
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the picture queue', () => {
  it('given more work than may run at once, when some ends, then the next begins, and all is done', async () => {
    const inTurn = createQueue({ atOnce: 2, most: 10, mostOfOne: 10 });
    const { work, ends, most, running } = openWorks();
    const all = [1n, 2n, 3n, 4n, 5n].map((owner) => inTurn(owner, work));
    await settle();
    expect(running()).toBe(2);
    for (let done = 0; done < 5; done++) {
      ends[done]?.();
      await settle();
    }
    await Promise.all(all);
    expect(most()).toBe(2);
  });

  it('given work that fails, when others wait, then they still run', async () => {
    const inTurn = createQueue({ atOnce: 1, most: 10, mostOfOne: 10 });
    const fails = () => Promise.reject(new Error('broken'));
    const outcomes = await Promise.allSettled([inTurn(1n, fails), inTurn(1n, fails), inTurn(1n, async () => 7)]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });

  it('given a full queue, or one owner at its limit, when more arrives, then it is refused until some has ended', async () => {
    const inTurn = createQueue({ atOnce: 1, most: 4, mostOfOne: 2 });
    const { work, ends } = openWorks();
    const taken = [inTurn(1n, work), inTurn(1n, work)];
    await expect(inTurn(1n, work)).rejects.toMatchObject({ code: 'too_many_requests', params: { seconds: '5' } });
    taken.push(inTurn(2n, work), inTurn(3n, work));
    await expect(inTurn(4n, work)).rejects.toMatchObject({ code: 'too_many_requests' });
    await settle();
    ends[0]?.();
    await settle();
    taken.push(inTurn(1n, work));
    for (let done = 1; done < 5; done++) {
      ends[done]?.();
      await settle();
    }
    await Promise.all(taken);
  });
});
